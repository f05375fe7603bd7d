import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { sentenceOf } from '../api/failure.ts'
import { Dialog } from './dialog.tsx'

interface ConfirmProps {
  readonly title: string
  readonly verb: string
  readonly work: () => Promise<void>
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** Asks before what the API cannot undo, with what goes. */
export function Confirm ({ title, verb, work, onClose, children }: ConfirmProps) {
  const failure = useSignal<string | null>(null)
  const isBusy = useSignal(false)

  async function confirm () {
    isBusy.value = true
    try {
      await work()
      onClose()
    } catch (error) {
      failure.value = sentenceOf(error)
      isBusy.value = false
    }
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <div>{children}</div>
      <p class='wrong' role='alert'>{failure.value}</p>
      <div class='actions'>
        <button type='button' class='button danger solid' disabled={isBusy.value} onClick={confirm}>{verb}</button>
        <button type='button' class='button' onClick={onClose}>Cancel</button>
      </div>
    </Dialog>
  )
}
