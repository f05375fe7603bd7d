import type { AnalysisTask } from '../task.js'
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
}

interface Answer {
  readonly format?: { readonly duration?: string }
  readonly streams?: ReadonlyArray<{
    readonly codec_type?: string
    readonly sample_aspect_ratio?: string
    readonly avg_frame_rate?: string
  }>
}

const asked = 'format=duration:stream=codec_type,sample_aspect_ratio,avg_frame_rate'

/** How ffmpeg's programs may read a file: as this format only. Playlists and addresses are not followed. */
export function inputOptions (path: string, format: string): string[] {
  return ['-protocol_whitelist', 'file', '-f', format, '-i', `file:${path}`]
}

/** Null without ffprobe, and for what it cannot read. */
export async function probe (
  { path, programs: { ffprobe } }: Pick<AnalysisTask, 'path' | 'programs'>, contentType: string
): Promise<Probe | null> {
  const format = readerOf(contentType)
  if (ffprobe === null || format === null) return null
  const { failure, output } = await runProgram(ffprobe, ['-v', 'error', '-hide_banner', '-of', 'json', '-show_entries', asked,
    ...inputOptions(path, format)])
  return failure === null ? understand(output) : null
}

function understand (output: string): Probe | null {
  try {
    const { format, streams } = JSON.parse(output) as Answer
    const video = streams?.find((stream) => stream.codec_type === 'video')
    return {
      duration: positive(format?.duration),
      frameRate: fraction(video?.avg_frame_rate, '/'),
      pixelRatio: fraction(video?.sample_aspect_ratio, ':')
    }
  } catch {
    return null
  }
}

function fraction (text: string | undefined, sign: string): number | null {
  const [over, under] = (text ?? '').split(sign)
  return positive(Number(over) / Number(under))
}
