import { api, done } from '../api/client.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { tell } from '../ui/notes.tsx'
import type { DropFolder } from './draft.ts'

interface RemoveProps {
  readonly folder: DropFolder
  readonly onClose: () => void
  readonly onRemoved: () => void
}

export function RemoveDropFolder ({ folder: { id, title }, onClose, onRemoved }: RemoveProps) {
  return (
    <FormDialog
      title='Remove the drop folder?' verb='Remove' isDanger onClose={onClose}
      work={async () => {
        const path = { drop_folder_id: String(id) }
        await done(api.DELETE('/api/v2/drop_folders/{drop_folder_id}', { params: { path } }))
        tell(`${title} was removed.`)
        onRemoved()
      }}
    >
      <p>
        <strong><bdi>{title}</bdi></strong> does nothing any more. Its links end, and so do uploads to it that are
        under way. Its assets, and the files in its folder, stay.
      </p>
    </FormDialog>
  )
}
