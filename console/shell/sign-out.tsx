import { useSignal } from '@preact/signals'
import { signOut } from '../api/session.ts'
import { unsaved } from '../items/edits.ts'
import { filesComing } from '../items/sendings.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { count } from '../ui/words.ts'
import { addressOf } from './place.ts'

/** Asks first if something would be lost. */
export function SignOut () {
  const isAsking = useSignal(false)
  const leave = () => {
    // Otherwise the browser would ask again.
    unsaved.value = []
    signOut()
  }
  return (
    <>
      <button
        type='button' class='side-link'
        onClick={() => { unsaved.value.length + filesComing.value > 0 ? isAsking.value = true : signOut() }}
      >
        <Icon name='out' />Sign out
      </button>
      {isAsking.value && (
        <Dialog title='Not everything is saved' onClose={() => { isAsking.value = false }}>
          {unsaved.value.length > 0 && <p>Signing out loses what was typed here:</p>}
          <UnsavedList onFollow={() => { isAsking.value = false }} />
          {filesComing.value > 0 && <p>It ends {count(filesComing.value, 'upload')}.</p>}
          <div class='actions'>
            <button type='button' class='button danger solid' onClick={leave}>Sign out</button>
            <button type='button' class='button' onClick={() => { isAsking.value = false }}>Cancel</button>
          </div>
        </Dialog>
      )}
    </>
  )
}

/** The items that have unsaved edits in this tab. */
export function Unsaved () {
  if (unsaved.value.length === 0) return null
  return (
    <section class='side-unsaved' aria-label='Not saved'>
      <p class='side-heading'>Not saved</p>
      <UnsavedList onFollow={() => {}} />
    </section>
  )
}

function UnsavedList ({ onFollow }: { onFollow: () => void }) {
  return (
    <ul>
      {unsaved.value.map(({ type, id, title }) => (
        <li key={id}><a class='side-link' href={addressOf(`${type}s/${id}`)} onClick={onFollow}>{title || 'Untitled'}</a></li>
      ))}
    </ul>
  )
}

window.addEventListener('beforeunload', (event) => {
  if (unsaved.value.length > 0) event.preventDefault()
})
