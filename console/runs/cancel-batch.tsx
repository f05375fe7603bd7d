import { api, done } from '../api/client.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { tell } from '../ui/notes.tsx'

interface CancelProps {
  readonly batch: string
  readonly onClose: () => void
  readonly onDone: () => Promise<unknown>
}

/** Cancels all runs of a start. */
export function CancelBatch ({ batch, onClose, onDone }: CancelProps) {
  return (
    <FormDialog
      title='Cancel the runs of this start?' verb='Cancel the runs' isDanger onClose={onClose}
      work={async () => {
        tell(await cancelBatch(batch))
        await onDone()
      }}
    >
      <p>Those that are over stay as they are. Steps that were sent still reach their programs.</p>
    </FormDialog>
  )
}

/** Returns what was done, in words. */
export async function cancelBatch (batch: string): Promise<string> {
  const { ok } = await done(api.DELETE('/api/v2/runs', { params: { query: { batch } } }))
  return `${ok.replace(/^1 runs/, '1 run')}.`
}
