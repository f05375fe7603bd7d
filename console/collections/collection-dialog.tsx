import { useSignal } from '@preact/signals'
import { FormDialog } from '../ui/form-dialog.tsx'
import { CheckInput, TextInput } from '../ui/inputs.tsx'
import type { Collection } from './api.ts'

interface CollectionDialogProps {
  /** Default: a new one. */
  readonly collection?: Collection
  readonly onClose: () => void
  readonly onDone: (body: { title: string, description: string, public: boolean }) => Promise<void>
}

/** The texts of a collection, and who sees it. */
export function CollectionDialog ({ collection, onClose, onDone }: CollectionDialogProps) {
  const title = useSignal(collection?.title ?? '')
  const description = useSignal(collection?.description ?? '')
  const isPublic = useSignal(collection?.public ?? false)
  return (
    <FormDialog
      title={collection === undefined ? 'New collection' : 'Edit collection'} verb={collection === undefined ? 'Create' : 'Save'}
      onClose={onClose}
      work={async () => onDone({ title: title.value, description: description.value, public: isPublic.value })}
    >
      <TextInput label='Title' value={title} required autoFocus />
      <label class='field'>
        <span>Description</span>
        <textarea value={description.value} onInput={(event) => { description.value = event.currentTarget.value }} />
      </label>
      <CheckInput label='Public' value={isPublic} hint='Seen by all who see the whole account' />
    </FormDialog>
  )
}
