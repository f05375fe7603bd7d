import type { ComponentChildren } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { pageOf } from '../find/result.tsx'
import { isTyping } from '../find/search-field.tsx'
import { neighbours, walkOn, type Step } from '../find/walk.ts'
import type { Stage } from '../room/stage.ts'
import { addressOf, go, goBack } from '../shell/place.ts'
import { dialogs } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { isSaveKey, keyOf } from '../ui/keys.ts'
import { tell, tellFailure } from '../ui/notes.tsx'

/** Arrow keys lead to the next and the previous result, Escape leads back to the results, Ctrl+S saves. */
export function ItemKeys ({ id, stage, save }: { id: string, stage: Stage, save: () => Promise<void> }) {
  const { before, after } = neighbours(id)
  useLayoutEffect(() => { walkOn(id).catch(tellFailure) }, [id])
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (dialogs.value > 0 || event.defaultPrevented) return
      if (isSaveKey(event)) {
        event.preventDefault()
        save()
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const { target } = event
      const key = keyOf(event)
      if (key === 'Escape') {
        if (isTyping(target)) (target as HTMLElement).blur()
        else if (!isCommenting(stage)) goBack('')
      } else if (!isTyping(target) && !(target instanceof HTMLMediaElement)) {
        const next = /^(?:ArrowRight|j)$/.test(key) ? after : /^(?:ArrowLeft|k)$/.test(key) ? before : undefined
        if (next !== undefined && !isCommenting(stage)) walkTo(next)
      }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [before, after, save])
  return (
    <nav class='item-walk' aria-label='Results'>
      <button type='button' class='icon-button' onClick={() => goBack('')}><Icon name='left' />Back</button>
      {before !== undefined && <WalkLink to={before} shortcut='ArrowLeft'>Previous</WalkLink>}
      {after !== undefined && <WalkLink to={after} shortcut='ArrowRight'>Next<Icon name='right' /></WalkLink>}
    </nav>
  )
}

/** Whether a key would lose a comment that is not sent yet. Then it says so. */
function isCommenting ({ sketch }: Stage): boolean {
  const fields = [...document.querySelectorAll<HTMLTextAreaElement>('.composer textarea')]
  const isBegun = (sketch.drawing.value ?? []).length > 0 || fields.some(({ value }) => value !== '')
  if (isBegun) tell('Your comment is not sent yet.', undefined, 'comment')
  return isBegun
}

function WalkLink ({ to, shortcut, children }: { to: Step, shortcut: string, children: ComponentChildren }) {
  return (
    <a
      class='icon-button' href={addressOf(pageOf(to))} aria-keyshortcuts={shortcut}
      onClick={(event) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        walkTo(to)
      }}
    >
      {children}
    </a>
  )
}

/** Replaces this page in the history of the browser, so that Back leads to the results. */
function walkTo (to: Step): void {
  go(pageOf(to), undefined, { replace: true })
}
