import type { ComponentChildren } from 'preact'
import { Dialog } from './dialog.tsx'
import { useSending } from './use-acting.ts'

interface FormDialogProps {
  readonly title: string
  readonly verb: string
  /** If it throws, the dialog stays open with everything that was typed. */
  readonly work: () => Promise<void> | void
  readonly onClose: () => void
  readonly wide?: boolean
  readonly isReady?: boolean
  /** The action cannot be undone: the words say what will be lost. */
  readonly isDanger?: boolean
  readonly children: ComponentChildren
}

/** A dialog with a form. */
export function FormDialog (props: FormDialogProps) {
  const { title, verb, work, onClose, wide = false, isReady = true, isDanger = false, children } = props
  const { isBusy, said, send } = useSending()

  function submit (event: Event) {
    event.preventDefault()
    // The dialog may be in the form of an item.
    event.stopPropagation()
    if (!isReady) return
    send(async () => {
      await work()
      onClose()
    })
  }

  return (
    <Dialog title={title} onClose={onClose} wide={wide}>
      <form class='stack' onSubmit={submit}>
        {children}
        <p class='wrong' role='alert'>{said.value}</p>
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
