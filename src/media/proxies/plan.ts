import type { FileMetadata } from '../analysis/task.js'
import type { Playback, Tiles } from './task.js'

/** The most pixels of either side. */
const LARGEST_PICTURE = 1280
const LARGEST_TILE = 240

const MOST_TILES = 100
/** If the film has that many pictures. */
const FEWEST_TILES = 10
const MOST_COLUMNS = 10
/** If the file does not state its rate. */
const USUAL_RATE = 25

export interface Size {
  readonly width: number
  readonly height: number
}

/** What is to be made of a film or a sound. */
export interface Plan {
  readonly isFilm: boolean
  /** The size of the film to make; null if it plays as it is. */
  readonly mp4: Size | null
  readonly audio: boolean
  readonly waveform: boolean
  readonly filmstrip: Tiles | null
}

/** Null if nothing can be made. What is not known to play needs a proxy. */
export function planOf (metadata: FileMetadata, playback: Playback | null): Plan | null {
  const { width, height, video_codec: video, audio_codec: audio, sample_rate: rate } = metadata
  const plays = playback === 'plays'
  const hasSound = audio !== null || rate !== null
  if (video === null && width === null) {
    return hasSound ? { isFilm: false, mp4: null, audio: !plays, waveform: true, filmstrip: null } : null
  }
  if (width === null || height === null) return null
  return {
    isFilm: true,
    mp4: plays ? null : even(within({ width, height }, LARGEST_PICTURE), { width, height }),
    audio: false,
    waveform: hasSound,
    filmstrip: tilesOf(metadata, { width, height })
  }
}

/** Null if it is not known how long the film is. */
function tilesOf ({ duration, frame_rate: rate }: FileMetadata, size: Size): Tiles | null {
  if (duration === null) return null
  const pictures = Math.max(1, Math.round(duration * (rate ?? USUAL_RATE)))
  const count = Math.min(MOST_TILES, pictures, Math.max(FEWEST_TILES, Math.ceil(duration)))
  const { width, height } = within(size, LARGEST_TILE)
  const columns = Math.min(count, MOST_COLUMNS)
  return {
    columns,
    rows: Math.ceil(count / columns),
    tile_width: Math.max(1, Math.round(width)),
    tile_height: Math.max(1, Math.round(height)),
    interval: duration / count,
    count
  }
}

/** Never enlarges it. */
export function within ({ width, height }: Size, largest: number): Size {
  const factor = Math.min(1, largest / Math.max(width, height))
  return { width: width * factor, height: height * factor }
}

/** Colours are stored for squares of two pixels. */
function even ({ width, height }: Size, original: Size): Size {
  const toEven = (pixels: number, most: number) =>
    Math.max(2, Math.min(Math.round(pixels / 2), Math.floor(most / 2)) * 2)
  return { width: toEven(width, original.width), height: toEven(height, original.height) }
}
