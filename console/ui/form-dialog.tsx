import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { sentenceOf } from '../api/failure.ts'
import { Dialog } from './dialog.tsx'

interface FormDialogProps {
  readonly title: string
  readonly verb: string
  /** Stays open, with all that was typed, where it throws. */
  readonly work: () => Promise<void> | void
  readonly onClose: () => void
  readonly wide?: boolean
  readonly isReady?: boolean
  /** What is done cannot be undone: the words say what goes. */
  readonly isDanger?: boolean
  readonly children: ComponentChildren
}

/** Asks for what is needed before something is done. */
export function FormDialog (props: FormDialogProps) {
  const { title, verb, work, onClose, wide = false, isReady = true, isDanger = false, children } = props
  const failure = useSignal<string | null>(null)
  const isBusy = useSignal(false)

  async function submit (event: Event) {
    event.preventDefault()
    if (!isReady) return
    isBusy.value = true
    failure.value = null
    try {
      await work()
      onClose()
    } catch (error) {
      failure.value = sentenceOf(error)
      isBusy.value = false
    }
  }

  return (
    <Dialog title={title} onClose={onClose} wide={wide}>
      <form class='stack' onSubmit={submit}>
        {children}
        <p class='wrong' role='alert'>{failure.value}</p>
        <div class='actions'>
          <button
            type='submit' class={isDanger ? 'button danger solid' : 'button primary'} disabled={isBusy.value || !isReady}
          >
            {verb}
          </button>
          <button type='button' class='button' onClick={onClose}>Cancel</button>
        </div>
      </form>
    </Dialog>
  )
}
