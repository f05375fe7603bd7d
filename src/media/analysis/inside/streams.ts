import { open } from 'node:fs/promises'
import { mediaInfoFactory, type AudioTrack, type GeneralTrack, type VideoTrack } from 'mediainfo.js'
import { emptyMetadata, type FileMetadata } from '../task.js'
import { toMoment } from './taken-at.js'
import { cleanText, positive } from './texts.js'
import { MEBIBYTE } from '../../../basics/units.js'

/** The library seeks in the file and reads this many bytes at each place. */
const CHUNK_BYTES = 16 * MEBIBYTE

interface Streams {
  readonly general: GeneralTrack
  readonly video: VideoTrack | undefined
  readonly audio: AudioTrack | undefined
}

/** The metadata of the streams of a film or a sound. Null if there are none. */
export async function readStreams (path: string, contentType: string): Promise<FileMetadata | null> {
  const streams = await findStreams(path)
  if (streams === null) return null
  const { general, video, audio } = streams
  const [width, height] = isTurned(video) ? [video?.Height, video?.Width] : [video?.Width, video?.Height]
  return {
    ...emptyMetadata(contentType),
    container: nameOf(general.Format),
    width: positive(width),
    height: positive(height),
    duration: rounded(positive(general.Duration ?? video?.Duration ?? audio?.Duration)),
    frame_rate: video === undefined ? null : positive(video.FrameRate ?? general.FrameRate),
    video_codec: nameOf(video?.Format),
    audio_codec: nameOf(audio?.Format),
    channels: positive(audio?.Channels),
    sample_rate: positive(audio?.SamplingRate),
    bit_rate: positive(video === undefined ? audio?.BitRate ?? general.OverallBitRate : general.OverallBitRate),
    color_space: nameOf(video?.ColorSpace),
    taken_at: toMoment(general.Recorded_Date) ?? toMoment(general.Encoded_Date)
  }
}

async function findStreams (path: string): Promise<Streams | null> {
  const library = await mediaInfoFactory({ format: 'object', chunkSize: CHUNK_BYTES })
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const { media } = await library.analyzeData(size, async (length, offset) => {
      const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, offset)
      return buffer.subarray(0, bytesRead)
    })
    const tracks = media?.track ?? []
    const general = tracks.find((track) => track['@type'] === 'General')
    const video = tracks.find((track) => track['@type'] === 'Video')
    const audio = tracks.find((track) => track['@type'] === 'Audio')
    return general === undefined || (video ?? audio) === undefined ? null : { general, video, audio }
  } finally {
    library.close()
    await file.close()
  }
}

function isTurned (video: VideoTrack | undefined): boolean {
  return Math.abs(Math.round(Number(video?.Rotation ?? 0))) % 180 === 90
}

function nameOf (text: unknown): string | null {
  return typeof text === 'string' ? cleanText(text) : null
}

/** To milliseconds. */
function rounded (seconds: number | null): number | null {
  return seconds === null ? null : Math.round(seconds * 1000) / 1000
}
