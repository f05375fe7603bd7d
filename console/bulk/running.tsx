import { signal } from '@preact/signals'
import { count, number } from '../ui/words.ts'

/** A bulk change. It continues while other pages are shown, until it is done or cancelled. */
export interface Run {
  readonly words: string
  readonly done: number
  readonly total: number
  readonly isEnding: boolean
  /** Why it waits. */
  readonly why: string | null
  readonly cancel: () => void
}

export const running = signal<Run | null>(null)

// Leaving the page would end it halfway.
window.addEventListener('beforeunload', (event) => {
  if (running.value !== null) event.preventDefault()
})

/** The progress of a bulk change, below the page. */
export function Running () {
  if (running.value === null) return null
  const { words, done, total, isEnding, why, cancel } = running.value
  return (
    <section class='uploads running' aria-label='Work under way'>
      <strong role='status'>{words}: {number(done)} of {count(total, 'item')}</strong>
      {why !== null && <span class='wrong' role='alert'>Waiting: {why}</span>}
      <progress max={Math.max(1, total)} value={done} aria-label={words} />
      <button type='button' class='button' disabled={isEnding} onClick={cancel}>{isEnding ? 'Stopping' : 'Cancel'}</button>
    </section>
  )
}
