import { signal } from '@preact/signals'
import { sentenceOf } from '../api/failure.ts'

interface Note {
  readonly id: number
  readonly text: string
  readonly isWrong: boolean
  /** Undoes the action. */
  readonly undo?: () => Promise<unknown>
  /** What the note is about: the next note about it takes its place. */
  readonly about?: string
}

/** In tests notes stay: test/helper/browser.ts knows this figure. */
const SHOWN_MS = 8000

const notes = signal<readonly Note[]>([])
let count = 0

/** Shows a note about a finished action, with an undo if there is one. */
export function tell (text: string, undo?: () => Promise<unknown>, about?: string): void {
  if (about !== undefined) forget(about)
  add({ text, undo, about, isWrong: false })
}

/** Removes the note about something that is no longer true. */
export function forget (about: string): void {
  notes.value = notes.value.filter((note) => note.about !== about)
}

/** Shows a note about a failed action, with the reason. */
export function tellFailure (error: unknown): void {
  if ((error as { name?: string } | null)?.name === 'AbortError') return
  add({ text: sentenceOf(error), isWrong: true })
}

function add (note: Omit<Note, 'id'>): void {
  const id = ++count
  notes.value = [...notes.value.slice(-2), { ...note, id }]
  if (!note.isWrong) setTimeout(() => drop(id), SHOWN_MS)
}

function drop (id: number): void {
  notes.value = notes.value.filter((note) => note.id !== id)
}

export function Notes () {
  return (
    <div class='notes' role='status' aria-live='polite'>
      {notes.value.map(({ id, text, undo, isWrong }) => (
        <div key={id} class={isWrong ? 'note wrong-note' : 'note'}>
          <span>{text}</span>
          {undo !== undefined && (
            <button type='button' class='link' onClick={() => { drop(id); undo().catch(tellFailure) }}>Undo</button>
          )}
          <button type='button' class='link' onClick={() => drop(id)}>Dismiss</button>
        </div>
      ))}
    </div>
  )
}
