import type { AudioTrack, VideoTrack } from 'mediainfo.js'
import type { Playback } from '../../proxies/task.js'
import type { FileMetadata } from '../task.js'
import { topBoxes } from './boxes.js'
import type { Look } from './look.js'
import { needsMapping } from './screen.js'
import { hasCues } from './webm.js'

/** What plays smoothly over a usual connection, and on phones. */
const LARGEST_SIDE = 1920
const MOST_BITS_A_SECOND = 10_000_000

const isMp4 = (type: string) => type === 'video/mp4' || type === 'video/x-m4v'

/** Codecs that browsers decode in a film. VP8 and Vorbis play, but not in every player as they are. */
const filmCodecs = new Set(['AVC', 'VP8', 'VP9', 'AV1'])
const soundsOfFilms = new Set(['AAC', 'MP3', 'Opus', 'Vorbis', 'FLAC'])
const soundsThatPlay = new Set(['AAC', 'MP3', 'Opus'])
const sounds = new Set([...soundsOfFilms, 'PCM'])

/** Sounds that play as they are: type, and codec. */
const playedSounds: Readonly<Record<string, string>> = {
  'audio/mpeg': 'MP3',
  'audio/aac': 'AAC',
  'audio/mp4': 'AAC',
  'audio/x-m4a': 'AAC',
  'audio/flac': 'FLAC',
  'audio/wav': 'PCM'
}

export interface Tracks {
  readonly video: VideoTrack | undefined
  readonly audio: AudioTrack | undefined
  /** Whether the picture is turned when it is shown. */
  readonly isTurned: boolean
  /** Width of a pixel by its height. */
  readonly pixelRatio: number
  readonly look: Look
}

/** How browsers play a film or a sound. Its type is that of the container, as it was detected. */
export async function playbackOf (path: string, metadata: FileMetadata, tracks: Tracks): Promise<Playback> {
  return tracks.video === undefined ? playbackOfSound(metadata, tracks) : playbackOfFilm(path, metadata, tracks)
}

function playbackOfSound ({ content_type: type }: FileMetadata, { audio }: Tracks): Playback {
  const codec = codecOf(audio)
  if (codec === null || !sounds.has(codec)) return 'hidden'
  const isPlayed = playedSounds[type.replace(/^video\//, 'audio/')] === codec && (codec !== 'PCM' || Number(audio?.BitDepth) === 16)
  return isPlayed ? 'plays' : 'shown'
}

async function playbackOfFilm (path: string, metadata: FileMetadata, tracks: Tracks): Promise<Playback> {
  const { video, audio, isTurned, pixelRatio, look } = tracks
  const { content_type: type, width, height, bit_rate: bitRate } = metadata
  const [picture, sound] = [video?.Format ?? '', audio === undefined ? null : codecOf(audio) ?? '']
  const isPlain = [undefined, 8].includes(toNumber(video?.BitDepth)) &&
    [undefined, '4:2:0'].includes(video?.ChromaSubsampling)
  if (!filmCodecs.has(picture) || !isPlain || (sound !== null && !soundsOfFilms.has(sound))) return 'hidden'
  const isOfMp4 = isMp4(type) && (picture !== 'VP8') && await isReadyToPlay(path)
  const isOfWebm = type === 'video/webm' && (picture === 'VP9' || picture === 'AV1') && await hasCues(path)
  const isSmall = width !== null && height !== null && Math.max(width, height) <= LARGEST_SIDE &&
    bitRate !== null && bitRate <= MOST_BITS_A_SECOND
  const isPlayed = (isOfMp4 || isOfWebm) && isSmall && !isTurned && Math.abs(pixelRatio - 1) < 0.001 &&
    !look.isInterlaced && !needsMapping(look) &&
    (sound === null || soundsThatPlay.has(sound))
  return isPlayed ? 'plays' : 'shown'
}

/** Whether the index of an MP4 comes before its pictures, and is whole: that of a fragmented one is not. */
async function isReadyToPlay (path: string): Promise<boolean> {
  const types = await topBoxes(path)
  const index = types.indexOf('moov')
  return index !== -1 && index < types.indexOf('mdat') && !types.includes('moof')
}

/** The library's name, or `MP3`: the library gives all three layers of MPEG Audio one name. */
function codecOf (audio: AudioTrack | undefined): string | null {
  if (audio?.Format === 'MPEG Audio') return audio.Format_Profile === 'Layer 3' ? 'MP3' : 'MPEG Audio'
  return audio?.Format ?? null
}

function toNumber (value: unknown): number | undefined {
  return value === undefined ? undefined : Number(value)
}
