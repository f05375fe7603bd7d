import { useSignal } from '@preact/signals'
import { api, done } from '../api/client.ts'
import { hearOfFiles } from '../items/previews.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { tell } from '../ui/notes.tsx'

const kept = [
  ['previews', 'Keep previews and proxies', 'It can still be looked at and listened to, and is found by what is in it.'],
  ['nothing', 'Keep nothing', 'Its previews go, too.']
] as const

interface RemoveMediaProps {
  readonly id: string
  readonly onClose: () => void
  readonly onRemoved: () => Promise<void>
}

/** Asks what stays of the file of an asset before it is removed. */
export function RemoveMedia ({ id, onClose, onRemoved }: RemoveMediaProps) {
  const keep = useSignal<typeof kept[number][0]>('previews')
  const work = async () => {
    const params = { path: { asset_id: id } }
    await done(api.DELETE('/api/v2/assets/{asset_id}/media', { params, body: { keep: keep.value } }))
    tell('The file was removed.')
    hearOfFiles(id)
    await onRemoved()
  }
  return (
    <FormDialog title='Remove media?' verb='Remove media' isDanger work={work} onClose={onClose}>
      <p>The file and its versions are removed. The asset stays, with its comments, values and collections.</p>
      {kept.map(([value, label, words]) => (
        <label key={value} class='check'>
          <input
            type='radio' name='keep' value={value} checked={keep.value === value}
            onChange={() => { keep.value = value }}
          />
          <span>{label} <span class='quiet'>{words}</span></span>
        </label>
      ))}
    </FormDialog>
  )
}
