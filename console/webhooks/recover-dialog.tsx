import { useSignal } from '@preact/signals'
import { toLocal } from '../items/local-time.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { TextInput } from '../ui/inputs.tsx'

interface RecoverProps {
  readonly onClose: () => void
  readonly onRecover: (since: string) => Promise<void>
}

/** Sends again the events that were given up since a chosen time. */
export function RecoverDialog ({ onClose, onRecover }: RecoverProps) {
  const since = useSignal(toLocal(new Date(Date.now() - 86_400_000)).slice(0, 16))
  return (
    <FormDialog
      title='Recover' verb='Recover' onClose={onClose}
      work={async () => onRecover(new Date(since.value).toISOString())}
    >
      <p>Everything that was given up since then is queued again.</p>
      <TextInput label='Since' type='datetime-local' value={since} required />
    </FormDialog>
  )
}
