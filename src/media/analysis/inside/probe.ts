import { readerOf } from './kind.js'
import { runProgram } from './program.js'
import { positive } from './texts.js'

/** What ffprobe reports about a film or a sound. */
export interface Probe {
  /** Seconds. */
  readonly duration: number | null
  readonly frameRate: number | null
  /** Width of a pixel by its height. */
  readonly pixelRatio: number | null
  /** The names that ffmpeg uses, or undefined: the order of fields, and how colours are written. */
  readonly fields: string | undefined
  readonly transfer: string | undefined
  readonly primaries: string | undefined
  readonly matrix: string | undefined
  /** As a program has written it. */
  readonly timecode: string | undefined
  /** The number of channels of each sound track. */
  readonly channels: readonly number[]
}

interface Stream {
  readonly codec_type?: string
  readonly sample_aspect_ratio?: string
  readonly avg_frame_rate?: string
  readonly field_order?: string
  readonly color_transfer?: string
  readonly color_primaries?: string
  readonly color_space?: string
  readonly channels?: number
  readonly tags?: Tags
}

type Tags = Readonly<Record<string, string | undefined>>

interface ProbeOutput {
  readonly format?: { readonly duration?: string, readonly tags?: Tags }
  readonly streams?: readonly Stream[]
}

const asked = 'format=duration:format_tags=timecode,TIMECODE:stream=codec_type,sample_aspect_ratio,avg_frame_rate,' +
  'field_order,color_transfer,color_primaries,color_space,channels:stream_tags=timecode,TIMECODE'

/** A film or a sound, and the program that reads it. */
export interface ProbedFile {
  readonly path: string
  readonly programs: { readonly ffprobe: string | null }
}

/** How ffmpeg's programs may read a file: as this format only. Playlists and addresses are not followed. */
export function inputOptions (path: string, format: string): string[] {
  return ['-protocol_whitelist', 'file', '-f', format, '-i', `file:${path}`]
}

/** Null without ffprobe, and for what it cannot read. */
export async function probe ({ path, programs: { ffprobe } }: ProbedFile, contentType: string): Promise<Probe | null> {
  const format = readerOf(contentType)
  if (ffprobe === null || format === null) return null
  const { failure, output } = await runProgram(ffprobe, ['-v', 'error', '-hide_banner', '-of', 'json', '-show_entries', asked,
    ...inputOptions(path, format)])
  return failure === null ? understand(output) : null
}

function understand (output: string): Probe | null {
  try {
    const { format, streams = [] } = JSON.parse(output) as ProbeOutput
    const video = streams.find((stream) => stream.codec_type === 'video')
    return {
      duration: positive(format?.duration),
      frameRate: fraction(video?.avg_frame_rate, '/'),
      pixelRatio: fraction(video?.sample_aspect_ratio, ':'),
      fields: video?.field_order,
      transfer: video?.color_transfer,
      primaries: video?.color_primaries,
      matrix: video?.color_space,
      timecode: [video?.tags, format?.tags, ...streams.map(({ tags }) => tags)].map(timecodeOf).find(Boolean),
      channels: streams.filter((stream) => stream.codec_type === 'audio').map(({ channels = 0 }) => channels)
    }
  } catch {
    return null
  }
}

function timecodeOf (tags: Tags | undefined): string | undefined {
  return tags?.timecode ?? tags?.TIMECODE
}

function fraction (text: string | undefined, sign: string): number | null {
  const [over, under] = (text ?? '').split(sign)
  return positive(Number(over) / Number(under))
}
