import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { onlyLooks } from '../api/session.ts'
import { isTyping } from '../find/search-field.tsx'
import { dialogs, Dialog } from '../ui/dialog.tsx'
import { keyOf } from '../ui/keys.ts'

/** Keys, what they do, and whether only those need them who write. */
const KEYS: ReadonlyArray<[keys: string, words: string, toWrite?: boolean]> = [
  ['/', 'to the search field; arrow down goes from there into the results'],
  ['↑ ↓ ← → j k', 'through the results; on the page of a result, to the one before or after (by arrows, where there is a film)'],
  ['Enter', 'opens what has the focus, as a double click does'],
  ['F2', 'edits the title in its row of the table; Tab goes on to the next cell', true],
  ['Space x', 'chooses it'],
  ['Shift + ↑ ↓', 'chooses all between'],
  ['Ctrl + A', 'chooses all that are loaded'],
  ['Escape', 'back: clears the selection, leaves a field, goes back to the results'],
  ['Ctrl + S', 'saves', true],
  ['m', 'moves a project', true],
  ['Space', 'of a film: plays and pauses'],
  ['j k l', 'of a film: plays backwards, pauses, plays; again: faster'],
  [', .', 'of a film: a frame back, a frame on'],
  ['i o', 'of a film: the passage that is repeated, and that a new comment is about, begins or ends here'],
  ['Shift + drag', 'on the bar of a film: a passage'],
  ['f', 'of a film: the whole screen'],
  ['p a l r e', 'while one draws: pen, arrow, line, rectangle, ellipse'],
  ['Ctrl + Enter', 'sends a comment'],
  ['n', 'to the next open comment'],
  ['?', 'shows these keys']
]

/** `?` shows the keys. */
export function KeysHelp () {
  const isShown = useSignal(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (keyOf(event) !== '?' || isTyping(event.target) || dialogs.value > 0) return
      event.preventDefault()
      isShown.value = true
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  if (!isShown.value) return null
  return (
    <Dialog title='Keys' onClose={() => { isShown.value = false }}>
      <dl class='facts keys-list'>
        {KEYS.filter(([,, toWrite]) => toWrite !== true || !onlyLooks.value).map(([keys, words]) => [<dt key={keys}><kbd>{keys}</kbd></dt>, <dd key={`${keys}=`}>{words}</dd>])}
      </dl>
    </Dialog>
  )
}
