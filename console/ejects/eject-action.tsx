import { useSignal } from '@preact/signals'
import { Lazy } from '../ui/lazy.tsx'
import type { Target } from './api.ts'

const loadDialog = async () => (await import('./eject-dialog.tsx')).EjectDialog

/** The button by which files go out. What it needs is loaded when it is pressed. */
export function EjectAction ({ targets }: { targets: readonly Target[] }) {
  const isAsking = useSignal(false)
  return (
    <>
      <button type='button' class='button' onClick={() => { isAsking.value = true }}>Eject</button>
      {isAsking.value && <Lazy load={loadDialog} props={{ targets, onClose: () => { isAsking.value = false } }} />}
    </>
  )
}
