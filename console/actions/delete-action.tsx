import { api, done } from '../api/client.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { tell } from '../ui/notes.tsx'
import type { Action } from './draft.ts'

interface DeleteProps {
  readonly action: Action
  readonly onClose: () => void
  readonly onDeleted: () => void
}

export function DeleteAction ({ action: { id, name }, onClose, onDeleted }: DeleteProps) {
  return (
    <FormDialog
      title='Delete the action?' verb='Delete' isDanger onClose={onClose}
      work={async () => {
        await done(api.DELETE('/api/v2/admin/actions/{action_id}', { params: { path: { action_id: String(id) } } }))
        tell(`${name} was deleted.`)
        onDeleted()
      }}
    >
      <p>The runs of <strong><bdi>{name}</bdi></strong> that wait are cancelled. Those that have begun go on.</p>
    </FormDialog>
  )
}
