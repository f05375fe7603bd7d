import { useSignal } from '@preact/signals'
import type { ItemType } from '../api/client.ts'
import { makeItem } from '../items/make.ts'
import { go } from '../shell/place.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { TextInput } from '../ui/inputs.tsx'

interface CreateProps {
  readonly type: ItemType
  /** The project that it is put into. */
  readonly within?: string
  readonly onClose: () => void
}

/** The form of a new asset or project: its title. Everything else comes later. */
export function Create ({ type, within, onClose }: CreateProps) {
  const title = useSignal('')
  const create = async () => {
    go(`${type}s/${await makeItem(type, title.value, within ?? null)}`)
  }
  return (
    <FormDialog title={type === 'asset' ? 'New asset' : within === undefined ? 'New project' : 'New subproject'} verb='Save' work={create} onClose={onClose}>
      <TextInput label='Title' value={title} required autoFocus />
    </FormDialog>
  )
}
