import { useSignal } from '@preact/signals'
import type { Item } from '../api/client.ts'
import { ShareActions } from '../links/actions.tsx'
import { goBack } from '../shell/place.ts'
import { tell, tellFailure } from '../ui/notes.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { restore, trash } from './item.ts'
import { rightsOf } from './rights.ts'
import type { Editing } from './use-item.ts'

/** Trash, restore, and delete for good. */
export function ItemActions ({ editing: { type, id, reload }, item }: { editing: Editing, item: Item }) {
  const isAsking = useSignal(false)
  const isBusy = useSignal(false)
  /** On a phone, where only what is needed often is shown. */
  const isWhole = useSignal(false)
  const { place: mayPlace, purge: mayPurge } = rightsOf(type, item)

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
    <div class={isWhole.value ? 'actions whole' : 'actions'}>
      <ShareActions type={type} item={item} />
      {mayPlace && (
        <button
          type='button' class={item.deleted ? 'button' : 'button rare'} disabled={isBusy.value}
          onClick={item.deleted ? putBack : moveToTrash}
        >
          {item.deleted ? 'Restore' : 'Move to trash'}
        </button>
      )}
      {mayPurge && (
        <button type='button' class='button danger rare' disabled={isBusy.value} onClick={() => { isAsking.value = true }}>Delete</button>
      )}
      {(mayPurge || (mayPlace && !item.deleted)) && (
        <button
          type='button' class='icon-button actions-more' aria-label='More actions' title='More actions' aria-expanded={isWhole.value}
          onClick={() => { isWhole.value = !isWhole.value }}
        >
          ⋯
        </button>
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
