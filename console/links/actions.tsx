import { useSignal } from '@preact/signals'
import type { Item, ItemType } from '../api/client.ts'
import { mayWrite } from '../api/session.ts'
import { rightsOf } from '../items/rights.ts'
import { Lazy } from '../ui/lazy.tsx'

const loadShare = async () => (await import('./share-dialog.tsx')).ShareDialog
const loadAdd = async () => (await import('../collections/add-dialog.tsx')).AddDialog

/** Sharing an item by a link, and putting an asset into a collection. */
export function ShareActions ({ type, item }: { type: ItemType, item: Item }) {
  const asked = useSignal<'share' | 'add' | null>(null)
  const onClose = () => { asked.value = null }
  return (
    <>
      {mayWrite.value && type === 'asset' && (
        <button type='button' class='button' onClick={() => { asked.value = 'add' }}>Add to collection</button>
      )}
      {rightsOf(type, item).change && (
        <button type='button' class='button' onClick={() => { asked.value = 'share' }}>Share</button>
      )}
      {asked.value === 'share' && <Lazy load={loadShare} props={{ type, id: item.id, title: item.title, onClose }} />}
      {asked.value === 'add' && <Lazy load={loadAdd} props={{ assetIds: [item.id], onClose }} />}
    </>
  )
}
