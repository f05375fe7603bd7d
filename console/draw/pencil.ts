import { effect, signal } from '@preact/signals'
import { sketch, type Drawing } from '../room/stage.ts'
import type { Tool } from './layer.tsx'

/** What the user draws with. */
export const tool = signal<Tool>('pen')
export const color = signal('#e69f00')
/** The drawings before the last changes. */
export const history = signal<ReadonlyArray<Drawing | null>>([])

// Not by what shows the drawing: of a document each page does, and pages come and go while it scrolls.
effect(() => { if (sketch.value === null) history.value = [] })

export function change (drawing: Drawing): void {
  history.value = [...history.value, sketch.value]
  sketch.value = drawing
}

export function undo (): void {
  if (history.value.length === 0) return
  sketch.value = history.value.at(-1) ?? []
  history.value = history.value.slice(0, -1)
}
