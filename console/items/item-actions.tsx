import { useSignal } from '@preact/signals'
import type { Item } from '../api/client.ts'
import { mayWrite } from '../api/session.ts'
import { goBack } from '../shell/place.ts'
import { tell, tellFailure } from '../ui/notes.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { restore, trash } from './item.ts'
import type { Editing } from './use-item.ts'

/** Trash, restore, and delete for good. */
export function ItemActions ({ editing: { type, id, reload }, item }: { editing: Editing, item: Item }) {
  const isAsking = useSignal(false)
  const isBusy = useSignal(false)
  if (!mayWrite.value) return null

  async function act (work: () => Promise<void>): Promise<void> {
    isBusy.value = true
    try {
      await work()
    } catch (error) {
      tellFailure(error)
    } finally {
      isBusy.value = false
    }
  }

  const moveToTrash = () => act(async () => {
    await trash(type, id)
    await reload()
    tell('Moved to the trash.', async () => { await restore(type, id); await reload() })
  })
  const putBack = () => act(async () => {
    await restore(type, id)
    await reload()
    tell('Restored.')
  })

  return (
    <div class='actions'>
      {item.deleted
        ? (
          <>
            <button type='button' class='button' disabled={isBusy.value} onClick={putBack}>Restore</button>
            <button type='button' class='button danger' disabled={isBusy.value} onClick={() => { isAsking.value = true }}>Delete</button>
          </>
          )
        : (
          <>
            <button type='button' class='button' disabled={isBusy.value} onClick={moveToTrash}>Move to trash</button>
            <button type='button' class='button danger' disabled={isBusy.value} onClick={() => { isAsking.value = true }}>Delete</button>
          </>
          )}
      {isAsking.value && (
        <DeleteDialog
          type={type} item={item} onClose={() => { isAsking.value = false }}
          onDeleted={() => { isAsking.value = false; goBack('') }}
        />
      )}
    </div>
  )
}
