import { useSignal } from '@preact/signals'
import { api, done, type Asset, type Item } from '../api/client.ts'
import { ActionsButton } from '../actions/actions-button.tsx'
import { EjectAction } from '../ejects/eject-action.tsx'
import { AddToCollection, ShareAction } from '../links/actions.tsx'
import { goBack } from '../shell/place.ts'
import { tell } from '../ui/notes.tsx'
import { useActing } from '../ui/use-acting.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { restore, trash } from './item.ts'
import { rightsOf } from './rights.ts'
import type { Editing } from './use-item.ts'

interface ActionProps {
  readonly editing: Editing
  readonly item: Item
}

/** What is done with an item most often: sharing it, or taking it out of the trash. */
export function ShareItem ({ editing: { type, id, reload }, item }: ActionProps) {
  const { isBusy, act } = useActing()
  const putBack = () => act(async () => {
    await restore(type, id)
    await reload()
    tell('Restored.')
  })
  return (
    <>
      <ShareAction type={type} item={item} />
      {item.deleted && rightsOf(type, item).place && (
        <button type='button' class='button' disabled={isBusy.value} onClick={putBack}>Restore</button>
      )}
    </>
  )
}

/** A place in collections, the trash, and the end. */
export function MoreActions ({ editing: { type, id, reload }, item }: ActionProps) {
  const isAsking = useSignal(false)
  const { isBusy, act } = useActing()
  const { place: mayPlace, purge: mayPurge } = rightsOf(type, item)
  const moveToTrash = () => act(async () => {
    await trash(type, id)
    await reload()
    tell('Moved to the trash.', async () => { await restore(type, id); await reload() })
  })

  return (
    <div class='actions'>
      {!item.deleted && <ActionsButton chosen={{ items: [{ type, item }], words: item.title || 'this' }} />}
      {type === 'asset' && <AddToCollection id={id} />}
      {type === 'asset' && !item.deleted && <SetThumbnail asset={item as Asset} />}
      {!item.deleted && rightsOf(type, item).change && <EjectAction targets={[{ type, id }]} />}
      {mayPlace && !item.deleted && (
        <button type='button' class='button' disabled={isBusy.value} onClick={moveToTrash}>Move to trash</button>
      )}
      {mayPurge && (
        <button type='button' class='button danger' disabled={isBusy.value} onClick={() => { isAsking.value = true }}>Delete</button>
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

/** Makes the picture of an asset that of the project that it is in. */
function SetThumbnail ({ asset }: { asset: Asset }) {
  const { isBusy, act } = useActing()
  const projectId = asset.project_id
  if (projectId === null || !rightsOf('asset', asset).change) return null
  const params = { path: { project_id: projectId } }
  const set = async (id: string | null) => id === null
    ? done(api.DELETE('/api/v2/projects/{project_id}/thumbnail', { params }))
    : done(api.PUT('/api/v2/projects/{project_id}/thumbnail', { params, body: { asset_id: id } }))
  const change = () => act(async () => {
    const { project } = await done(api.GET('/api/v2/projects/{project_id}', { params }))
    await set(asset.id)
    tell('This is the picture of its project now.', async () => { await set(project.thumbnail_asset_id) })
  })
  return <button type='button' class='button' disabled={isBusy.value} onClick={change}>Set as thumbnail</button>
}
