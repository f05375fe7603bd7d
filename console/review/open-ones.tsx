import type { Listed } from '../room/discussion.tsx'
import { useRoomKeys } from '../film/room-keys.ts'

/** How many comments are open, and a way from one to the next: by N, or by its button. */
export function OpenOnes ({ threads, chosen, show }: Listed) {
  const open = threads.filter(({ done }) => !done).length

  /** Returns whether there is one. After the last one comes the first. */
  function goOn (): boolean {
    const at = threads.findIndex(({ id }) => id === chosen)
    const next = [...threads.slice(at + 1), ...threads.slice(0, at + 1)].find(({ done }) => !done)
    if (next === undefined) return false
    show(next)
    // A space then ticks it. It may be on the page only from now on.
    requestAnimationFrame(() => {
      const found = document.getElementById(`comment-${next.id}`)
      const focused = found?.querySelector<HTMLElement>('.tick input') ?? found
      focused?.focus({ preventScroll: true })
    })
    return true
  }
  useRoomKeys((key) => key === 'n' && goOn())
  return (
    <>
      <span>{open} of {threads.length} open</span>
      {open > 0 && (
        <button type='button' class='link' title='N' aria-keyshortcuts='n' onClick={goOn}>Next open</button>
      )}
    </>
  )
}
