import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { api, done, urlOf } from '../api/client.ts'
import { isAdmin, mayWrite, who } from '../api/session.ts'
import { EjectAction } from '../ejects/eject-action.tsx'
import { loadUsers, whoHas } from '../items/people.ts'
import { ShareDialog } from '../links/share-dialog.tsx'
import { useChanges } from '../live/follow.ts'
import { go } from '../shell/place.ts'
import { Empty } from '../ui/empty.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { tell } from '../ui/notes.tsx'
import { Page } from '../ui/page.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { count } from '../ui/words.ts'
import { listAssets, type Collection } from './api.ts'
import { CollectionDialog } from './collection-dialog.tsx'
import { InOrder } from './in-order.tsx'
import { Star } from './star.tsx'

type Asked = 'edit' | 'delete' | 'share' | null

/** The page of a collection: its assets, in its order. */
export function CollectionScreen ({ id }: { id: string }) {
  const path = { collection_id: id }
  const asked = useSignal<Asked>(null)
  const collection = useLoaded<Collection>(
    async () => (await done(api.GET('/api/v2/collections/{collection_id}', { params: { path } }))).collection, [id])
  const assets = useLoaded(async () => listAssets(id), [id])
  const isDeleted = useRef(false)
  useEffect(() => { loadUsers() }, [])
  const reload = async (): Promise<void> => { await Promise.all([collection.reload(), assets.reload()]) }
  useChanges(
    ({ event }) => /COLLECTION|^ASSET_(?:REMOVED|RESTORED|PURGED)$/.test(event),
    async () => { if (!isDeleted.current) await reload() }
  )

  const shown = collection.data.value
  if (shown === null && collection.failure.value !== null) {
    return <Empty title='This is not here'><p role='alert'>{collection.failure.value}</p> It may have been deleted, or is private.</Empty>
  }
  const mayChange = mayWrite.value && shown !== null && (shown.owner === who.value?.user.email || isAdmin.value)
  const close = () => { asked.value = null }
  return (
    <Page
      title={shown === null || shown.title === '' ? 'Collection' : shown.title} behind={urlOf('/api/v2/collections/{collection_id}/assets', { path })}
      failure={assets.failure.value} isComing={shown === null || assets.data.value === null}
      actions={mayWrite.value && (
        <>
          <Star id={id} />
          {mayChange && <button type='button' class='button' onClick={() => { asked.value = 'share' }}>Share</button>}
          <EjectAction targets={[{ type: 'collection', id }]} />
          {mayChange && <button type='button' class='button' onClick={() => { asked.value = 'edit' }}>Edit</button>}
          {mayChange && <button type='button' class='button danger' onClick={() => { asked.value = 'delete' }}>Delete</button>}
        </>
      )}
    >
      {shown !== null && (
        <p class='quiet'>
          {[count(shown.count, 'asset'), `of ${whoHas(shown.owner)}`, shown.public ? 'seen by everybody' : 'seen by its owner'].join(' · ')}
        </p>
      )}
      {shown !== null && shown.description !== '' && <p>{shown.description}</p>}
      {assets.data.value?.length === 0 && (
        <Empty title='Nothing is in here'>Choose assets with Find, and press Add to collection.</Empty>
      )}
      {assets.data.value !== null && (
        <InOrder id={id} assets={assets.data.value} mayChange={mayChange} put={assets.put} reload={reload} />
      )}
      {asked.value === 'share' && <ShareDialog type='collection' id={id} title={shown!.title} onClose={close} />}
      {asked.value === 'edit' && (
        <CollectionDialog
          collection={shown!} onClose={close}
          onDone={async (body) => {
            await done(api.POST('/api/v2/collections/{collection_id}', { params: { path }, body }))
            await reload()
          }}
        />
      )}
      {asked.value === 'delete' && (
        <FormDialog
          title='Delete this collection?' verb='Delete' isDanger onClose={close}
          work={async () => {
            isDeleted.current = true
            await done(api.DELETE('/api/v2/collections/{collection_id}', { params: { path } })).catch((error: unknown) => {
              isDeleted.current = false
              throw error
            })
            tell('The collection was deleted.')
            go('collections')
          }}
        >
          <p>Its assets stay where they are. Links of it end.</p>
        </FormDialog>
      )}
    </Page>
  )
}
