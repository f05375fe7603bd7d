import { signal } from '@preact/signals'
import type { Schemas } from '../api/client.ts'
import { placeOf, written } from '../film/clock.ts'

/** What the player or the picture of the page shows beside itself: comments choose it, the stage draws it. */

/** A part of the picture, in fractions of it. */
export type Area = Readonly<Record<'x' | 'y' | 'width' | 'height', number>>

export type Shape = Schemas['Shape']
export type Drawing = readonly Shape[]

/** A comment on the bar of the player. */
export interface Mark {
  readonly id: number
  readonly time: number
  readonly duration: number | null
  readonly name: string
  readonly done: boolean
  readonly show: () => void
}

/** The player of the page. */
export const player = signal<HTMLMediaElement | null>(null)
/** The page of the document that is shown, counted from 1; null where there is none. */
export const page = signal<number | null>(null)
/** Shows a page of the document. */
export const showPage = signal<((page: number) => void) | null>(null)
/** The comments with a moment. */
export const marks = signal<readonly Mark[]>([])
/** The parts of the picture that are marked now. */
export const areas = signal<readonly Area[]>([])
/** Takes the part of the picture that the user marks next; null while no part is asked for. */
export const takeArea = signal<((area: Area) => void) | null>(null)

/** A drawing, and where it belongs: to a moment of a film, or to a page of a document. */
export interface Drawn {
  readonly drawing: Drawing
  readonly time: number | null
  readonly page: number | null
  /** The version that it was made on, if that is an earlier one. */
  readonly version: string | null
}

/** Whether there is a film or a picture. */
export const hasPicture = signal(false)
/** The drawing of the chosen comment. */
export const shown = signal<Drawn | null>(null)
/** The drawing that the user makes for a new comment; null without one. */
export const sketch = signal<Drawing | null>(null)
/** The page of a document on which it is made. */
export const sketchPage = signal<number | null>(null)
/** Whether the user draws now. */
export const isDrawing = signal(false)
/** Begins a drawing for the new comment, or puts the pencil away; null where no comments are made. */
export const draw = signal<(() => void) | null>(null)
/** Whether the player fills the whole screen. */
export const isLarge = signal(false)

/** Pauses the player at the picture that it shows. Returns its moment, as it is written down; null without a player. */
export function hold (): number | null {
  const film = player.peek()
  if (film === null || film.readyState === 0) return null
  film.pause()
  return written(film.currentTime)
}

/** Shows the picture of a moment that was written down. */
export function seek (seconds: number): void {
  const film = player.peek()
  if (film === null) return
  film.pause()
  film.currentTime = placeOf(seconds)
}

/** The smallest side of an area: a click marks one of this size. */
const SMALLEST = 0.05

export interface Point { readonly x: number, readonly y: number }

/** The area between two corners, in fractions of the picture. */
export function between (one: Point, other: Point): Area {
  const side = (a: number, b: number) => {
    const length = Math.max(Math.abs(a - b), SMALLEST)
    const start = Math.min(Math.max(0, Math.abs(a - b) < SMALLEST ? a - SMALLEST / 2 : Math.min(a, b)), 1 - length)
    return [rounded(start), rounded(Math.min(length, 1 - start))] as const
  }
  const [x, width] = side(one.x, other.x)
  const [y, height] = side(one.y, other.y)
  return { x, y, width, height }
}

/** Rounds down, so that a sum stays within 1. */
function rounded (part: number): number {
  return Math.floor(part * 10_000) / 10_000
}
