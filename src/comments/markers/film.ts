import { frameAt, framesOf, toTimeCode, type FilmClock } from '../../basics/time-code.js'
import type { CommentRow } from '../rows.js'
import { compare, type Place, type Thread } from './outline.js'
import type { Sound } from './sounds.js'

/** A film with what is said of it. */
export interface Outline {
  /** Null if the rate of the film is not known. */
  readonly clock: FilmClock | null
  /** Its length in frames; null if it is not known. */
  readonly frames: number | null
  readonly threads: readonly Thread[]
}

/** What a writer of markers gets. */
export interface Film extends Outline {
  readonly title: string
  readonly filename: string | null
  /** Pixels. */
  readonly width: number | null
  readonly height: number | null
  /** Its sound tracks. */
  readonly sounds: readonly Sound[]
  /** Whether a spreadsheet is to open it. */
  readonly forExcel: boolean
  /** Reads a comment by its position in `idsOf`. Undefined if it was deleted meanwhile. */
  readonly read: (position: number) => Promise<CommentRow | undefined>
}

/** A film whose rate is known. */
export type TimedFilm = Film & { readonly clock: FilmClock }

/** Writes markers, piece by piece. */
export interface MarkerFormat {
  readonly write: (film: TimedFilm) => AsyncGenerator<string>
  /** The comments that it reads, in its order. */
  readonly idsOf: (film: Outline) => number[]
}

/** What is said at a frame. */
export interface Marker {
  readonly frame: number
  /** The longest of its comments, in frames. */
  readonly frames: number
  readonly ids: readonly number[]
}

/** One marker for each frame at which comments begin, with their replies. What lies behind `last` is put on it. */
export function markersOf ({ threads, clock }: Outline, last = Infinity): Marker[] {
  if (clock === null) return []
  const { rate } = clock
  const frameOf = ({ time }: Place) => time === null ? null : Math.min(frameAt(time, rate), last)
  const markers = new Map<number, { frame: number, frames: number, ids: number[] }>()
  for (const { comment, replies } of startingOnes(threads, frameOf)) {
    const frame = frameOf(comment)!
    const marker = markers.get(frame) ?? { frame, frames: 1, ids: [] }
    for (const said of [comment, ...replies]) {
      marker.ids.push(said.id)
      if (frameOf(said) === frame) marker.frames = Math.max(marker.frames, framesOf(said.duration ?? 0, rate))
    }
    markers.set(frame, marker)
  }
  return [...markers.values()].sort((one, other) => one.frame - other.frame)
}

/** Comments with a time, and replies that begin at another frame than what they answer. */
function startingOnes (threads: readonly Thread[], frameOf: (place: Place) => number | null): Thread[] {
  return threads.flatMap(({ comment, replies }) => [
    ...comment.time === null ? [] : [{ comment, replies }],
    ...replies.filter((reply) => reply.time !== null && frameOf(reply) !== frameOf(comment))
      .map((reply) => ({ comment: reply, replies: [] }))
  ]).sort((one, other) => compare(one.comment, other.comment))
}

/** The markers on a clip that is as long as the film. */
export function markersOnClip (film: Outline): Marker[] {
  return markersOf(film, film.frames === null ? undefined : film.frames - 1)
}

/** The length of that clip, in frames: of a film whose length is not known, up to the end of the last marker. */
export function clipLength (film: Outline): number {
  return film.frames ?? markersOf(film).reduce((end, { frame, frames }) => Math.max(end, frame + frames), 1)
}

/** The length of a sound on a clip of this length, in frames. */
export function soundLength ({ seconds }: Sound, { clock: { rate } }: TimedFilm, clip: number): number {
  return seconds === null ? clip : Math.min(framesOf(seconds, rate), clip)
}

/** The comments that markers show, in their order. */
export function idsOfMarkers (markers: readonly Marker[]): number[] {
  return markers.flatMap(({ ids }) => ids)
}

/** The time codes of a part of a film: its first frame, and the one after its last. */
export function codesOf (frame: number, frames: number, { rate, first }: FilmClock): { in: string, out: string } {
  return { in: toTimeCode(first + frame, rate), out: toTimeCode(first + frame + frames, rate) }
}

/** The time codes of a comment; null if it has no time, or the film no rate. */
export function codesOfComment ({ time, duration }: Place, clock: FilmClock | null) {
  if (time === null || clock === null) return null
  const frames = framesOf(duration ?? 0, clock.rate)
  return { ...codesOf(frameAt(time, clock.rate), frames, clock), duration: toTimeCode(frames, clock.rate) }
}

export function onOneLine (text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}
