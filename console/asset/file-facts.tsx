import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { request } from '../api/client.ts'
import { newestReady, type MediaFile } from '../items/previews.ts'
import { duration, number } from '../ui/words.ts'

type Facts = Readonly<Record<string, string | number | null | Readonly<Record<string, unknown>>>>

const GROUPS = ['exif', 'iptc', 'xmp', 'tags']

/** The metadata of the file. */
export function FileFacts ({ id, files }: { id: string, files: readonly MediaFile[] | null }) {
  const facts = useSignal<Facts | null>(null)
  const file = newestReady(files ?? [])
  const isKnown = file !== undefined && (file.analysis === 'done' || file.analysis === 'unsupported')
  useEffect(() => {
    if (!isKnown) { facts.value = null; return }
    request<{ file_metadata: Facts | null }>('GET', `/api/v2/assets/${encodeURIComponent(id)}/file_metadata`)
      .then(({ file_metadata: found }) => { facts.value = found }, () => { facts.value = null })
  }, [id, file?.id, isKnown])
  if (facts.value === null) return null
  const found = facts.value
  return (
    <section class='file-facts' aria-label='File details'>
      <h2>In the file</h2>
      <dl class='facts'>{wordsOf(found).map(([name, words]) => [<dt key={name}>{name}</dt>, <dd key={`${name}=`}>{words}</dd>])}</dl>
      {GROUPS.map((group) => {
        const values = Object.entries((found[group] ?? {}) as Record<string, unknown>)
        return values.length > 0 && (
          <details key={group}>
            <summary>{group === 'tags' ? 'Sound tags' : group.toUpperCase()} <span class='quiet'>{values.length}</span></summary>
            <dl class='facts'>{values.map(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name}=`}>{String(value)}</dd>])}</dl>
          </details>
        )
      })}
    </section>
  )
}

function wordsOf (facts: Facts): Array<[string, string]> {
  const { width, height, duration: seconds, frame_rate: rate, bit_rate: bits, sample_rate: hertz } = facts
  const words: Array<[string, string | null]> = [
    ['Type', text(facts.content_type)],
    ['Container', text(facts.container)],
    ['Dimensions', width == null || height == null ? null : `${text(width)} × ${text(height)}`],
    ['Duration', typeof seconds === 'number' ? duration(seconds) : null],
    ['Frame rate', typeof rate === 'number' ? `${number(rate)} frames/s` : null],
    ['Video', text(facts.video_codec)],
    ['Audio', text(facts.audio_codec)],
    ['Channels', text(facts.channels)],
    ['Sample rate', typeof hertz === 'number' ? `${number(hertz)} Hz` : null],
    ['Bit rate', typeof bits === 'number' ? `${number(Math.round(bits / 1000))} kbit/s` : null],
    ['Colour', text(facts.color_space)],
    ['Orientation', text(facts.orientation)],
    ['Taken', text(facts.taken_at)]
  ]
  return words.filter((entry): entry is [string, string] => entry[1] !== null)
}

function text (value: unknown): string | null {
  return value === null || value === undefined ? null : String(value)
}
