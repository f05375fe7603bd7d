import { useRoomKeys } from '../film/room-keys.ts'
import { Icon } from '../ui/icon.tsx'
import type { SharedAsset } from './api.ts'

interface StepsProps {
  /** Absent at the ends. */
  readonly before: SharedAsset | undefined
  readonly after: SharedAsset | undefined
  readonly onStep: (id: string) => void
}

/** Leads to the assets before and after, by the keys that the console has for it, too. */
export function Steps ({ before, after, onStep }: StepsProps) {
  useRoomKeys((key) => {
    const to = /^(?:ArrowRight|j)$/.test(key) ? after : /^(?:ArrowLeft|k)$/.test(key) ? before : undefined
    if (to === undefined || isBusy()) return false
    onStep(to.id)
    return true
  }, document)
  return (
    <nav class='steps' aria-label='Assets'>
      <button
        type='button' class='button' aria-keyshortcuts='ArrowLeft' disabled={before === undefined} title={before?.title}
        onClick={() => onStep(before!.id)}
      >
        <Icon name='left' />Previous
      </button>
      <button
        type='button' class='button' aria-keyshortcuts='ArrowRight' disabled={after === undefined} title={after?.title}
        onClick={() => onStep(after!.id)}
      >
        <span>Next{after !== undefined && <>: <bdi>{after.title}</bdi></>}</span><Icon name='right' />
      </button>
    </nav>
  )
}

/** Whether a key belongs to a player of the browser, or would lose what is written or drawn, and not sent yet. */
function isBusy (): boolean {
  const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('textarea, .reason')]
  return fields.some(({ value }) => value !== '') || document.querySelector('.draw-tools') !== null || document.activeElement instanceof HTMLMediaElement
}
