import { useSignal } from '@preact/signals'
import { isAdmin, who } from '../api/session.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { TextInput } from '../ui/inputs.tsx'
import { tell } from '../ui/notes.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { count } from '../ui/words.ts'
import { listCollections, makeCollection, putInto } from './api.ts'

interface AddDialogProps {
  readonly assetIds: readonly string[]
  readonly onClose: () => void
}

const NEW = 'new'

/** Puts assets into a collection, or into a new one. */
export function AddDialog ({ assetIds, onClose }: AddDialogProps) {
  const { data, failure } = useLoaded(listCollections, [])
  const chosen = useSignal('')
  const title = useSignal('')
  const mine = (data.value ?? []).filter(({ owner }) => isAdmin.value || owner === who.value?.user.email)
  const into = chosen.value === '' ? String(mine[0]?.id ?? NEW) : chosen.value
  return (
    <FormDialog
      title={`Add ${count(assetIds.length, 'asset')} to a collection`} verb='Add' onClose={onClose}
      isReady={data.value !== null && assetIds.length > 0}
      work={async () => {
        const { id, title: name } = into === NEW
          ? await makeCollection({ title: title.value, public: false })
          : mine.find((collection) => String(collection.id) === into)!
        await putInto(id, assetIds)
        tell(`Added to ${name}.`)
      }}
    >
      {failure.value !== null && <p class='wrong' role='alert'>{failure.value}</p>}
      {data.value !== null && (
        <label class='field'>
          <span>Collection</span>
          <select value={into} onChange={(event) => { chosen.value = event.currentTarget.value }}>
            {mine.map(({ id, title }) => <option key={id} value={String(id)}>{title === '' ? 'Untitled' : title}</option>)}
            <option value={NEW}>A new collection</option>
          </select>
        </label>
      )}
      {data.value !== null && into === NEW && <TextInput label='Title' value={title} required autoFocus />}
    </FormDialog>
  )
}
