import { useSignal } from '@preact/signals'
import type { Item, ItemType } from '../api/client.ts'
import { mayWrite } from '../api/session.ts'
import { rightsOf } from '../items/rights.ts'
import { Lazy } from '../ui/lazy.tsx'

const loadShare = async () => (await import('./share-dialog.tsx')).ShareDialog
const loadAdd = async () => (await import('../collections/add-dialog.tsx')).AddDialog

/** Sharing an item by a link. */
export function ShareAction ({ type, item }: { type: ItemType, item: Item }) {
  const isAsked = useSignal(false)
  if (!rightsOf(type, item).change) return null
  const onClose = () => { isAsked.value = false }
  return (
    <>
      <button type='button' class='button' onClick={() => { isAsked.value = true }}>Share</button>
      {isAsked.value && <Lazy load={loadShare} props={{ type, id: item.id, title: item.title, onClose }} />}
    </>
  )
}

/** Putting an asset into a collection. */
export function AddToCollection ({ id }: { id: string }) {
  const isAsked = useSignal(false)
  if (!mayWrite.value) return null
  const onClose = () => { isAsked.value = false }
  return (
    <>
      <button type='button' class='button' onClick={() => { isAsked.value = true }}>Add to collection</button>
      {isAsked.value && <Lazy load={loadAdd} props={{ assetIds: [id], onClose }} />}
    </>
  )
}
