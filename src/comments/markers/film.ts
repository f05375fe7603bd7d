import { frameAt, framesOf, toTimeCode, type FilmClock } from '../../basics/time-code.js'
import type { CommentRow } from '../rows.js'
import { compare, type Place, type Thread } from './outline.js'

/** What a writer of markers gets. */
export interface Film {
  readonly title: string
  /** Null if the rate of the film is not known. */
  readonly clock: FilmClock | null
  readonly threads: readonly Thread[]
  /** Reads the next comments, in the order of `idsOf`. */
  readonly read: (count: number) => Promise<CommentRow[]>
}

/** Writes markers, piece by piece. */
export interface MarkerFormat {
  readonly write: (film: Film) => AsyncGenerator<string>
  /** The comments that it reads, in its order. */
  readonly idsOf: (film: Pick<Film, 'clock' | 'threads'>) => number[]
  readonly contentType: string
  /** Whether it needs the film's rate. */
  readonly needsRate: boolean
}

/** What is said at a frame. */
export interface Marker {
  readonly frame: number
  /** The longest of its comments, in frames. */
  readonly frames: number
  readonly ids: readonly number[]
}

/** One marker for each frame at which comments begin, with their replies. */
export function markersOf ({ threads, clock }: Pick<Film, 'threads' | 'clock'>): Marker[] {
  if (clock === null) return []
  const markers = new Map<number, { frame: number, frames: number, ids: Set<number> }>()
  for (const { comment, replies } of startingOnes(threads)) {
    const frame = frameAt(comment.time!, clock.rate)
    const marker = markers.get(frame) ?? { frame, frames: 1, ids: new Set<number>() }
    marker.frames = Math.max(marker.frames, framesOf(comment.duration ?? 0, clock.rate))
    for (const { id } of [comment, ...replies]) marker.ids.add(id)
    markers.set(frame, marker)
  }
  return [...markers.values()].sort((one, other) => one.frame - other.frame)
    .map((marker) => ({ ...marker, ids: [...marker.ids] }))
}

/** Comments with a time, and replies that have one of their own. */
function startingOnes (threads: readonly Thread[]): Thread[] {
  return threads.flatMap(({ comment, replies }) => [
    ...comment.time === null ? [] : [{ comment, replies }],
    ...replies.filter(({ time }) => time !== null).map((reply) => ({ comment: reply, replies: [] }))
  ]).sort((one, other) => compare(one.comment, other.comment))
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
