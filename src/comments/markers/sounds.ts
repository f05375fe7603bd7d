import type { AudioTrack, FileMetadata } from '../../media/analysis/task.js'

/** A sound track of a film, as a clip has it. */
export interface Sound {
  readonly channels: number
  /** Hertz; null if it is not known. */
  readonly rate: number | null
  /** Seconds; null if it ends with the film, or if its end is not known. */
  readonly seconds: number | null
}

/** Sound that ends this much earlier than the film ends with it: encoders cut it into pieces of their own. */
const SAME_SECONDS = 0.1
/** Channels of all tracks together. Programs for editing have no more, and a damaged file may claim thousands. */
const MOST_CHANNELS = 64

/** The sound tracks of a film. Until a film is analysed again, only the first is known. */
export function soundsOf (film: FileMetadata): Sound[] {
  const first = { channels: film.channels, sample_rate: film.sample_rate, duration: null }
  const tracks = film.audio_tracks ?? (film.audio_codec === null ? [] : [first])
  let room = MOST_CHANNELS
  return tracks.map((track) => {
    const channels = Math.min(track.channels ?? 1, room)
    room -= channels
    return { channels, rate: track.sample_rate, seconds: endOf(track, film) }
  }).filter(({ channels }) => channels > 0)
}

/** The channels of the track with the most. */
export function mostChannels (sounds: readonly Sound[]): number {
  return Math.max(...sounds.map(({ channels }) => channels))
}

/** The rate of the first track that says it. */
export function soundRate (sounds: readonly Sound[]): number | null {
  return sounds.find(({ rate }) => rate !== null)?.rate ?? null
}

function endOf ({ duration }: AudioTrack, film: FileMetadata): number | null {
  return duration !== null && film.duration !== null && duration < film.duration - SAME_SECONDS ? duration : null
}
