import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { mayWrite } from '../api/session.ts'
import { loadUsers, whoHas } from '../items/people.ts'
import { useChanges } from '../live/follow.ts'
import { addressOf, go } from '../shell/place.ts'
import { Empty } from '../ui/empty.tsx'
import { Page } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { ago, date, number } from '../ui/words.ts'
import { listCollections, makeCollection } from './api.ts'
import { CollectionDialog } from './collection-dialog.tsx'

/** The page of all collections. */
export function CollectionsScreen () {
  const { data, failure, reload } = useLoaded(listCollections, [])
  const isMaking = useSignal(false)
  useEffect(() => { loadUsers() }, [])
  useChanges(({ event }) => event.includes('COLLECTION'), reload)
  return (
    <Page
      title='Collections' behind='/api/v2/collections' failure={failure.value} isComing={data.value === null}
      actions={mayWrite.value &&
        <button type='button' class='button primary' onClick={() => { isMaking.value = true }}>New collection</button>}
    >
      {data.value?.length === 0 && (
        <Empty title='No collections yet'>
          Assets from any projects, in an order of your own. Choose some with Find, and press Add to collection.
        </Empty>
      )}
      {data.value !== null && data.value.length > 0 && (
        <Table name='Collections' columns={['Title', 'Assets', 'Owner', 'Seen by', 'Changed']}>
          {data.value.map((collection) => (
            <tr key={collection.id}>
              <th scope='row'>
                <a href={addressOf(`collections/${collection.id}`)}><bdi>{collection.title === '' ? 'Untitled' : collection.title}</bdi></a>
              </th>
              <td>{number(collection.count)}</td>
              <td title={collection.owner}><bdi>{whoHas(collection.owner)}</bdi></td>
              <td>{collection.public ? 'Everybody' : 'Its owner'}</td>
              <td title={date(collection.updated_at)}>{ago(collection.updated_at)}</td>
            </tr>
          ))}
        </Table>
      )}
      {isMaking.value && (
        <CollectionDialog
          onClose={() => { isMaking.value = false }}
          onDone={async (body) => go(`collections/${(await makeCollection(body)).id}`)}
        />
      )}
    </Page>
  )
}
