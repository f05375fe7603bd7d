import { parse } from 'csv-parse/sync'
import { toFrames, type FrameRate } from '#src/basics/time-code.js'

/** Markers of a film, as programs for editing read them from a file. */
export interface ReadFilm {
  readonly title: string | null
  /** Of the clip, in frames. */
  readonly length: number | null
  /** The frame of the time code at which it begins. */
  readonly first: number | null
  readonly isDropped: boolean | null
  /** The sound of the clip, where the file tells of it. */
  readonly sound?: ReadSound
  readonly markers: ReadMarker[]
}

export interface ReadSound {
  /** Of each track of the file; of FCPXML, which has one number for all, that number for each. */
  readonly channels: number[]
  readonly rate: number | null
  /** The length of each track, or channel, in frames; of FCPXML none. */
  readonly lengths: number[]
}

export interface ReadMarker {
  /** Counted from the beginning of the film, or from midnight where the file knows no beginning. */
  readonly frame: number
  readonly frames: number | null
  readonly text: string
}

export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
  text: string
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decode (text: string): string {
  if (/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(text)) throw new Error('Not a character of XML')
  return text.replace(/&(#?\w*)(;?)/g, (_all, name: string, end: string) => {
    const known = /^#\d+$/.test(name) ? String.fromCodePoint(Number(name.slice(1))) : ENTITIES[name]
    if (end === '' || known === undefined) throw new Error(`Not an entity: ${name}`)
    return known
  })
}

/** Reads XML as strictly as a program: one root, tags in pairs, nothing that is not escaped. */
export function readXml (text: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  let at = 0
  for (const match of text.matchAll(/<([^<>]*)>/g)) {
    const [all, content] = match as unknown as [string, string]
    const inner = text.slice(at, match.index)
    if (inner.includes('<') || inner.includes('>')) throw new Error(`Not XML: ${inner}`)
    open.at(-1)!.text += decode(inner)
    at = match.index + all.length
    if (/^[?!]/.test(content)) continue
    if (content.startsWith('/')) {
      if (open.pop()!.name !== content.slice(1)) throw new Error(`${all} closes what was not open`)
      continue
    }
    const isEmpty = content.endsWith('/')
    const name = /^[\w-]+/.exec(content)![0]
    const rest = content.slice(name.length, isEmpty ? -1 : undefined).trimEnd()
    if (!/^(?:\s+[\w-]+="[^"<]*")*$/.test(rest)) throw new Error(`Not attributes: ${rest}`)
    const attributes = Object.fromEntries([...rest.matchAll(/\s([\w-]+)="([^"]*)"/g)]
      .map(([, key, value]) => [key!, decode(value!.replace(/[\n\t\r]/g, ' '))]))
    const element = { name, attributes, children: [], text: '' }
    open.at(-1)!.children.push(element)
    if (!isEmpty) open.push(element)
  }
  if (text.slice(at).trim() !== '' || open.length !== 1 || root.children.length !== 1) throw new Error('Not one root')
  return root.children[0]!
}

export function all ({ children }: Element, name: string): Element[] {
  return children.flatMap((child) => [...child.name === name ? [child] : [], ...all(child, name)])
}

export function one (element: Element, name: string): Element {
  const found = all(element, name)
  if (found.length !== 1) throw new Error(`${found.length} × ${name}`)
  return found[0]!
}

const childOf = ({ children }: Element, name: string): string => children.find((child) => child.name === name)!.text

/** A whole number of frames. */
function count (value: number): number {
  if (Math.abs(value - Math.round(value)) > 1e-6) throw new Error(`Not a frame: ${value}`)
  return Math.round(value)
}

function readSeconds (text: string): number {
  const [, above, below = '1'] = /^(\d+)(?:\/(\d+))?s$/.exec(text)!
  return Number(above) / Number(below)
}

/** The sound of an xmeml sequence. Each channel is an item, and all items are linked to each other. */
function soundOfSequence (sequence: Element, picture: Element, heard: Element[]): ReadSound {
  const media = one(one(picture, 'file'), 'media')
  const audios = media.children.filter(({ name }) => name === 'audio')
  const items = [picture, ...heard].map(({ attributes: { id } }) => id)
  for (const item of heard.length === 0 ? [] : [picture, ...heard]) {
    const links = all(item, 'linkclipref').map(({ text }) => text)
    if (links.join() !== items.join()) throw new Error(`Not linked: ${links.join()}`)
  }
  const channels = audios.map((audio) => Number(childOf(audio, 'channelcount')))
  const indexes = heard.map((item) => Number(childOf(one(item, 'sourcetrack'), 'trackindex')))
  const expected = channels.reduce((sum, count) => sum + count, 0)
  if (indexes.join() !== Array.from({ length: expected }, (_, index) => index + 1).join()) throw new Error(`Not all channels: ${indexes.join()}`)
  const outputs = all(sequence, 'outputchannelindex').map(({ text }) => Number(text))
  if (outputs.some((output) => output > Number(one(sequence, 'numOutputChannels').text))) throw new Error('No such output')
  const rates = audios.flatMap((audio) => all(audio, 'samplerate').map(({ text }) => Number(text)))
  return { channels, rate: rates[0] ?? null, lengths: heard.map((item) => Number(childOf(item, 'out'))) }
}

export const readers: Readonly<Record<string, (text: string, rate: FrameRate) => ReadFilm>> = {
  edl (text, rate) {
    const [title, fcm, ...lines] = text.split('\r\n')
    const markers: ReadMarker[] = []
    for (const line of lines) {
      const event = /^(\d{3,}) {2}(\w+) +V +C +(\S+) (\S+) \3 \4$/.exec(line)
      const note = /^ \|C:ResolveColorBlue \|M:([^|]*) \|D:(\d+)$/.exec(line)
      if (event !== null) markers.push({ frame: toFrames(event[3]!, rate)!, frames: null, text: '' })
      else if (line.startsWith('* COMMENT: ')) markers.push({ ...markers.pop()!, text: line.slice('* COMMENT: '.length) })
      else if (note !== null) markers.push({ ...markers.pop()!, frames: Number(note[2]) })
      else if (line !== '') throw new Error(`Not a line of CMX 3600: ${line}`)
    }
    return { title: /^TITLE: (.*)$/.exec(title!)![1]!, length: null, first: null, isDropped: fcm === 'FCM: DROP FRAME', markers }
  },

  fcpxml (text) {
    const root = readXml(text)
    if (root.attributes.version !== '1.9') throw new Error('Not 1.9')
    const frame = readSeconds(one(root, 'format').attributes.frameDuration!)
    const frames = (value: string | undefined) => count(readSeconds(value!) / frame)
    const sequence = one(root, 'sequence').attributes
    const clip = one(root, 'asset-clip')
    const first = frames(clip.attributes.start)
    if (frames(sequence.tcStart) !== first || frames(clip.attributes.offset) !== first) throw new Error('Two beginnings')
    const asset = one(root, 'asset').attributes
    if (clip.attributes.ref !== asset.id) throw new Error('No asset')
    return {
      title: clip.attributes.name!,
      length: frames(clip.attributes.duration),
      first,
      isDropped: sequence.tcFormat === 'DF',
      sound: {
        channels: Array(Number(asset.audioSources ?? 0)).fill(Number(asset.audioChannels ?? 0)),
        rate: asset.audioRate === undefined ? null : Number(asset.audioRate),
        lengths: []
      },
      markers: all(clip, 'marker').map(({ attributes: { start, duration, value } }) =>
        ({ frame: frames(start) - first, frames: frames(duration), text: value! }))
    }
  },

  xmeml (text) {
    const sequence = one(readXml(text), 'sequence')
    const [clip, ...heard] = all(sequence, 'clipitem')
    if (clip === undefined) throw new Error('No clip')
    const timeCode = sequence.children.find(({ name }) => name === 'timecode')!
    return {
      title: childOf(clip, 'name'),
      length: Number(childOf(clip, 'out')) - Number(childOf(clip, 'in')),
      first: Number(childOf(timeCode, 'frame')),
      isDropped: childOf(timeCode, 'displayformat') === 'DF',
      sound: soundOfSequence(sequence, clip, heard),
      markers: all(clip, 'marker').map((marker) => {
        const frame = Number(childOf(marker, 'in'))
        return { frame, frames: Number(childOf(marker, 'out')) - frame, text: childOf(marker, 'comment') }
      })
    }
  },

  avid: (text, rate) => ({
    title: null,
    length: null,
    first: null,
    isDropped: null,
    markers: text.split('\n').slice(0, -1).map((line) => {
      const [, code, track, color, note, ...more] = line.split('\t')
      if (track !== 'V1' || color !== 'blue' || more.length > 0) throw new Error(`Not a line for Avid: ${line}`)
      return { frame: toFrames(code!, rate)!, frames: null, text: note! }
    })
  }),

  otio (text) {
    const timeline = JSON.parse(text)
    const [picture, ...sounds] = timeline.tracks.children
    const [clip, ...others] = picture.children
    if (others.length > 0 || picture.kind !== 'Video') throw new Error('Not one clip')
    if (sounds.some(({ kind, children }: any) => kind !== 'Audio' || children.length !== 1)) throw new Error('Not sounds')
    const first = timeline.global_start_time.value
    if (clip.source_range.start_time.value !== first) throw new Error('Two beginnings')
    return {
      title: clip.name,
      length: clip.source_range.duration.value,
      first,
      isDropped: null,
      sound: {
        channels: sounds.map(({ metadata }: any) => metadata.cutroom.channels),
        rate: sounds[0]?.metadata.cutroom.sample_rate ?? null,
        lengths: sounds.map(({ children: [{ source_range: range }] }: any) => range.duration.value)
      },
      markers: clip.markers.map(({ marked_range: range, comment }: any) =>
        ({ frame: range.start_time.value - first, frames: range.duration.value, text: comment }))
    }
  },

  csv: (text, rate) => ({
    title: null,
    length: null,
    first: null,
    isDropped: null,
    markers: (parse(text, { columns: true, bom: true }) as Array<Record<string, string>>).filter((row) => row.In !== '')
      .map((row) => ({
        frame: toFrames(row.In!, rate)!, frames: toFrames(row.Duration!, rate), text: `${row['Marker Name']}: ${row.Description}`
      }))
  })
}
