import { useLayoutEffect } from 'preact/hooks'
import { pageOf } from '../find/result.tsx'
import { isTyping } from '../find/search-field.tsx'
import { findMore, neighbours } from '../find/results.ts'
import { selected } from '../find/selection.ts'
import { addressOf, go, goBack } from '../shell/place.ts'
import { dialogs } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'

/** Arrow keys lead to the next and the previous result, Escape leads back to the results. */
export function ItemKeys ({ id }: { id: string }) {
  const { before, after } = neighbours(id)
  useLayoutEffect(() => {
    if (after === undefined) findMore()
    const onKey = (event: KeyboardEvent) => {
      if (dialogs.value > 0 || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      const { target } = event
      if (event.key === 'Escape') {
        if (isTyping(target)) (target as HTMLElement).blur()
        else goBack('')
      } else if (!isTyping(target) && !(target instanceof HTMLMediaElement)) {
        const next = /^(?:ArrowRight|j)$/.test(event.key) ? after : /^(?:ArrowLeft|k)$/.test(event.key) ? before : undefined
        if (next !== undefined) go(pageOf(next), undefined, { replace: true })
      }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [before, after, selected.value])
  return (
    <nav class='item-walk' aria-label='Results'>
      <button type='button' class='icon-button' onClick={() => goBack('')}><Icon name='left' />Back</button>
      {before !== undefined && <a class='icon-button' href={addressOf(pageOf(before))} aria-keyshortcuts='ArrowLeft'>Previous</a>}
      {after !== undefined && <a class='icon-button' href={addressOf(pageOf(after))} aria-keyshortcuts='ArrowRight'>Next<Icon name='right' /></a>}
    </nav>
  )
}
