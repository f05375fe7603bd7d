import { useSignal } from '@preact/signals'
import { api, done } from '../api/client.ts'
import type { Group } from '../find/names.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { SelectInput, TextInput } from '../ui/inputs.tsx'

interface GroupDialogProps {
  /** Null for a new one. */
  readonly group: Group | null
  readonly onClose: () => void
  readonly onSaved: () => Promise<void>
}

export function GroupDialog ({ group, onClose, onSaved }: GroupDialogProps) {
  const name = useSignal(group?.name ?? '')
  const type = useSignal('default')

  async function save () {
    if (group === null) {
      const body = { name: name.value, group_type: type.value as 'default' | 'complex' }
      await done(api.POST('/api/v2/admin/field_groups', { body }))
    } else {
      const params = { path: { field_group_id: String(group.id) } }
      await done(api.POST('/api/v2/admin/field_groups/{field_group_id}', { params, body: { name: name.value } }))
    }
    await onSaved()
  }

  return (
    <FormDialog title={group === null ? 'New group' : `Rename ${group.name}`} verb='Save' work={save} onClose={onClose}>
      <TextInput label='Name' value={name} required autoFocus />
      {group === null && (
        <SelectInput label='Each item has' value={type}>
          <option value='default'>one value of each field</option>
          <option value='complex'>several entries, such as credits</option>
        </SelectInput>
      )}
    </FormDialog>
  )
}
