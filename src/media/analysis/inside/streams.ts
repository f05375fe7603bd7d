import { mediaInfoFactory, type AudioTrack, type GeneralTrack, type ImageTrack, type VideoTrack } from 'mediainfo.js'
import { readBytes, withFile } from '../../../basics/read-file.js'
import type { Playback } from '../../proxies/task.js'
import { emptyMetadata, type FileMetadata } from '../task.js'
import { lookOf, type Look } from './look.js'
import { ownTimeCode, type TimeCodeTrack } from './own-time-code.js'
import { playbackOf } from './playback.js'
import { probe, type Probe, type ProbedFile } from './probe.js'
import { recordingOf } from './recording.js'
import { toMoment } from './taken-at.js'
import { cleanText, positive, rounded } from './texts.js'
import { MEBIBYTE } from '../../../basics/units.js'

/** The library seeks in the file and reads this many bytes at each place. */
const CHUNK_BYTES = 16 * MEBIBYTE

interface Streams {
  /** The size of the file, in bytes. */
  readonly size: number
  readonly general: GeneralTrack | undefined
  readonly video: VideoTrack | undefined
  readonly audio: AudioTrack | undefined
  readonly sounds: AudioTrack[]
  readonly pictures: ImageTrack[]
  readonly timeCodes: TimeCodeTrack[]
}

/** What is known of a film or a sound. */
export interface Described {
  readonly metadata: FileMetadata
  readonly playback: Playback
  readonly hasPicture: boolean
  readonly look: Look
  /** The number of channels of each sound track. */
  readonly channels: readonly number[]
}

/** Tracks of sound that markers have: no program for editing has as many. */
const MOST_SOUNDS = 64

/** Width by height. Files that claim more are mistaken. */
const WIDEST_PIXEL = 4

/** Sounds whose length the library does not know. */
const misread = new Set(['audio/basic'])

/** The metadata of the streams of a film or a sound. Null if there are none. */
export async function readStreams (file: ProbedFile, contentType: string): Promise<Described | null> {
  const streams = await findStreams(file.path)
  if (streams.general === undefined || (streams.video ?? streams.audio) === undefined) return null
  const { general, video, audio, sounds, size } = streams
  const probed = await probe(file, contentType)
  const said = misread.has(contentType) ? null : positive(general.Duration ?? video?.Duration ?? audio?.Duration)
  const known = probed?.duration ?? said
  const recording = await recordingOf(file, contentType, { isFilm: video !== undefined, hasLength: known !== null })
  const duration = known ?? recording.duration
  const soundRate = video === undefined && !misread.has(contentType) ? positive(audio?.BitRate) : null
  const frameRate = recording.frameRate ?? positive(video?.FrameRate ?? general.FrameRate) ?? rounded(probed?.frameRate)
  const described: FileMetadata = {
    ...emptyMetadata(contentType),
    container: nameOf(general.Format),
    ...sizeOf(video, probed),
    duration: rounded(duration),
    frame_rate: video === undefined ? null : frameRate,
    video_codec: nameOf(video?.Format),
    audio_codec: nameOf(audio?.Format),
    channels: positive(audio?.Channels),
    sample_rate: positive(audio?.SamplingRate),
    bit_rate: soundRate ?? (duration === null ? null : Math.round(size * 8 / duration)),
    color_space: nameOf(video?.ColorSpace),
    taken_at: toMoment(general.Recorded_Date) ?? withoutEpoch(toMoment(general.Encoded_Date)),
    ...recording.isUneven && { variable_frame_rate: true },
    ...video !== undefined && audio !== undefined && { audio_tracks: sounds.slice(0, MOST_SOUNDS).map(soundOf) }
  }
  const pixelRatio = probed?.pixelRatio ?? positive(video?.PixelAspectRatio) ?? 1
  const metadata = video === undefined
    ? described
    : { ...described, ...ownTimeCode(described, probed?.timecode, streams.timeCodes) }
  const look = lookOf(video, probed)
  const tracks = { video, audio, pixelRatio, isTurned: turnOf(video) !== 0, look }
  const playback = await playbackOf(file.path, metadata, tracks)
  const channels = probed?.channels ?? (audio === undefined ? [] : [Number(audio.Channels ?? 0)])
  return { metadata, playback, hasPicture: video !== undefined, look, channels }
}

function soundOf ({ Channels: channels, SamplingRate: rate, Duration: duration }: AudioTrack) {
  return { channels: positive(channels), sample_rate: positive(rate), duration: rounded(positive(duration)) }
}

/** The size as it is shown: upright, with square pixels. */
function sizeOf (video: VideoTrack | undefined, probed: Probe | null): Pick<FileMetadata, 'width' | 'height'> {
  const [width, height] = [positive(video?.Width), positive(video?.Height)]
  if (width === null || height === null) return { width: null, height: null }
  const claimed = probed?.pixelRatio ?? toFraction(positive(video?.PixelAspectRatio) ?? 1)
  const ratio = claimed <= WIDEST_PIXEL && claimed >= 1 / WIDEST_PIXEL ? claimed : 1
  const seen = Math.max(1, Math.round(width * ratio))
  return isTurned(video) ? { width: height, height: seen } : { width: seen, height }
}

/** The simplest fraction that is rounded to these three decimals, as the library reports 1.455 for 16:11. */
function toFraction (ratio: number): number {
  for (let under = 1; under < 1000; under++) {
    const over = Math.round(ratio * under)
    if (over > 0 && Math.abs(over / under - ratio) <= 0.0005) return over / under
  }
  return ratio
}

/** The pixels of a picture that is not decoded, as stored, and whether it is turned. */
export async function readPicture (path: string): Promise<Pick<FileMetadata, 'width' | 'height'>> {
  const pictures = (await findStreams(path)).pictures
  const [largest] = pictures.sort((one, other) => Number(other.Width ?? 0) - Number(one.Width ?? 0))
  const [width, height] = [positive(largest?.Width), positive(largest?.Height)]
  return isTurned({ Rotation: largest?.extra?.Rotation }) ? { width: height, height: width } : { width, height }
}

/** Programs that do not know the time write the beginning of 1970 or 1904. */
function withoutEpoch (moment: string | null): string | null {
  return moment !== null && /^19(?:70|04)-01-01T00:00:00/.test(moment) ? null : moment
}

async function findStreams (path: string): Promise<Streams> {
  const library = await mediaInfoFactory({ format: 'object', chunkSize: CHUNK_BYTES })
  return withFile(path, async (file) => {
    const { size } = await file.stat()
    const { media } = await library.analyzeData(size, (length, offset) => readBytes(file, offset, length))
    const tracks = media?.track ?? []
    const sounds = tracks.filter((track) => track['@type'] === 'Audio')
    return {
      size,
      general: tracks.find((track) => track['@type'] === 'General'),
      video: tracks.find((track) => track['@type'] === 'Video'),
      audio: sounds[0],
      sounds,
      pictures: tracks.filter((track) => track['@type'] === 'Image'),
      timeCodes: tracks.filter((track) => track['@type'] === 'Other' || track['@type'] === 'Video') as TimeCodeTrack[]
    }
  }).finally(() => library.close())
}

function isTurned (track: { Rotation?: unknown } | undefined): boolean {
  return turnOf(track) % 180 === 90
}

/** Degrees. */
function turnOf (track: { Rotation?: unknown } | undefined): number {
  return Math.abs(Math.round(Number(track?.Rotation ?? 0))) % 360
}

function nameOf (text: unknown): string | null {
  return typeof text === 'string' ? cleanText(text) : null
}
