import { useSignal } from '@preact/signals'
import { api, done, type ItemType } from '../api/client.ts'
import { assign } from '../items/item.ts'
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
    const body = { title: title.value }
    const id = type === 'asset'
      ? (await done(api.POST('/api/v2/assets', { body }))).asset.id
      : (await done(api.POST('/api/v2/projects', { body }))).project.id
    if (within !== undefined) await assign(type, id, within)
    go(`${type}s/${id}`)
  }
  return (
    <FormDialog title={type === 'asset' ? 'New asset' : within === undefined ? 'New project' : 'New subproject'} verb='Save' work={create} onClose={onClose}>
      <TextInput label='Title' value={title} required autoFocus />
    </FormDialog>
  )
}
