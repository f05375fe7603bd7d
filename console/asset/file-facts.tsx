import { duration, number } from '../ui/words.ts'
import type { Facts } from './use-facts.ts'

const GROUPS = ['exif', 'iptc', 'xmp', 'tags'] as const

/** The metadata of the file. */
export function FileFacts ({ facts }: { facts: Facts | null }) {
  if (facts === null) return null
  return (
    <section class='file-facts' aria-label='File details'>
      <h2>In the file</h2>
      <dl class='facts'>{wordsOf(facts).map(([name, words]) => [<dt key={name}>{name}</dt>, <dd key={`${name}=`}>{words}</dd>])}</dl>
      {GROUPS.map((group) => {
        const values = Object.entries(facts[group] ?? {})
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
