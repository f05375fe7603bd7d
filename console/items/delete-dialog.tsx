import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api, done, type Item, type ItemType } from '../api/client.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { tell } from '../ui/notes.tsx'
import { count } from '../ui/words.ts'
import { remove } from './item.ts'

interface DeleteProps {
  readonly type: ItemType
  readonly item: Item
  readonly onClose: () => void
  readonly onDeleted: () => void
}

/** Asks before deleting, and says what will be deleted. */
export function DeleteDialog ({ type, item, onClose, onDeleted }: DeleteProps) {
  /** Empty if it is unknown. */
  const goes = useSignal<string | null>(null)
  useEffect(() => {
    whatGoes(type, item.id).then((words) => { goes.value = words }, () => { goes.value = '' })
  }, [])
  const work = async () => {
    await remove(type, item.id)
    tell(`${item.title} was deleted.`)
    onDeleted()
  }
  const words = goes.value ?? ''
  return (
    <FormDialog title='Delete for good?' verb='Delete' isReady={goes.value !== null} isDanger work={work} onClose={onClose}>
      <p><strong>{item.title}</strong> is deleted, and cannot be brought back{words === '' ? '.' : ':'}</p>
      {words !== '' && <p>With it go {words}.</p>}
    </FormDialog>
  )
}

async function whatGoes (type: ItemType, id: string): Promise<string> {
  if (type === 'asset') {
    const { media } = await done(api.GET('/api/v2/assets/{asset_id}/media', { params: { path: { asset_id: id } } }))
    return media.length === 0 ? 'its values and its history' : `its values, its history and ${count(media.length, 'file')}`
  }
  const query = { within: id, deleted: 'any' as const, total: true, limit: 1, facets: ['type' as const] }
  const { facets, total, complete = true } = await done(api.GET('/api/v2/search', { params: { query } }))
  if (total === 0) return 'its members, its values and its history'
  const parts = (facets?.type ?? []).map(({ value, count: many }) => count(many, String(value)))
  return `${complete ? '' : 'more than '}${parts.join(' and ')} below it, in the trash or not, with their files`
}
