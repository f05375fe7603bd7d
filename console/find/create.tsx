import { useSignal } from '@preact/signals'
import { api, done, type ItemType } from '../api/client.ts'
import { go } from '../shell/place.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { TextInput } from '../ui/inputs.tsx'

/** The form of a new asset or project: its title. Everything else comes later. */
export function Create ({ type, onClose }: { type: ItemType, onClose: () => void }) {
  const title = useSignal('')
  const create = async () => {
    const body = { title: title.value }
    const id = type === 'asset'
      ? (await done(api.POST('/api/v2/assets', { body }))).asset.id
      : (await done(api.POST('/api/v2/projects', { body }))).project.id
    go(`${type}s/${id}`)
  }
  return (
    <FormDialog title={type === 'asset' ? 'New asset' : 'New project'} verb='Save' work={create} onClose={onClose}>
      <TextInput label='Title' value={title} required autoFocus />
    </FormDialog>
  )
}
