import { signal, type ReadonlySignal } from '@preact/signals'
import type { Schemas } from '../api/client.ts'

export type Shape = Schemas['Shape']
export type Drawing = readonly Shape[]

/** The drawing that the user makes for a new comment. */
export interface Sketch {
  /** Null without one. */
  readonly drawing: ReadonlySignal<Drawing | null>
  /** The page of a document on which it is made. */
  readonly page: ReadonlySignal<number | null>
  /** Whether the user draws now. */
  readonly isDrawing: ReadonlySignal<boolean>
  /** The drawings before the last changes. */
  readonly before: ReadonlySignal<ReadonlyArray<Drawing | null>>
  readonly begin: (page: number | null) => void
  /** Takes the pencil, or puts it away. */
  readonly take: (isTaken: boolean) => void
  readonly change: (drawing: Drawing) => void
  readonly undo: () => void
  /** It was sent, or is not wanted. */
  readonly end: () => void
}

export function createSketch (): Sketch {
  const drawing = signal<Drawing | null>(null)
  const page = signal<number | null>(null)
  const isDrawing = signal(false)
  const before = signal<ReadonlyArray<Drawing | null>>([])
  const set = (now: Drawing | null, earlier: ReadonlyArray<Drawing | null>) => {
    drawing.value = now
    before.value = earlier
  }
  return {
    drawing,
    page,
    isDrawing,
    before,
    begin: (at) => {
      set([], [])
      page.value = at
    },
    take: (isTaken) => { isDrawing.value = isTaken },
    change: (now) => set(now, [...before.value, drawing.value]),
    undo: () => { if (before.value.length > 0) set(before.value.at(-1) ?? [], before.value.slice(0, -1)) },
    end: () => {
      set(null, [])
      isDrawing.value = false
    }
  }
}
