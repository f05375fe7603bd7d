import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ask, nextPage, type Asset, type Item, type ItemType, type Project } from '../api/client.ts'
import { mayWrite } from '../api/session.ts'
import { DeleteDialog } from '../items/delete-dialog.tsx'
import { restore, trash as trashItem } from '../items/item.ts'
import { emailOf, loadUsers } from '../items/people.ts'
import { useChanges } from '../live/follow.ts'
import { addressOf } from '../shell/place.ts'
import { Empty } from '../ui/empty.tsx'
import { Icon } from '../ui/icon.tsx'
import { tell, tellFailure } from '../ui/notes.tsx'
import { Page } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { ago, count, date } from '../ui/words.ts'

interface Trashed {
  readonly type: ItemType
  readonly asset?: Asset
  readonly project?: Project
  readonly trashed_at: string
  readonly purge_at: string
  readonly user_id: number
  /** How many items were trashed with it, itself included. */
  readonly count: number
}

interface Bin { readonly entries: readonly Trashed[], readonly next: string | null }

const FIRST = '/api/v2/trash?limit=100'

/** The page of the trash: items, since when, and when they are deleted. */
export function TrashScreen () {
  const { data, failure, reload, put } = useLoaded(async () => read(FIRST), [])
  const asked = useSignal<{ type: ItemType, item: Item } | null>(null)
  useEffect(() => { loadUsers() }, [])
  useChanges((change) => { if (change === null || /_(?:REMOVED|RESTORED|PURGED)$/.test(change.event)) reload() })

  async function putBack (type: ItemType, item: Item): Promise<void> {
    try {
      await restore(type, item.id)
      await reload()
      tell(`${item.title} was restored.`, async () => {
        await trashItem(type, item.id)
        await reload()
      })
    } catch (error) {
      tellFailure(error)
    }
  }

  async function more (bin: Bin): Promise<void> {
    const page = await read(bin.next!)
    put({ ...page, entries: [...bin.entries, ...page.entries] })
  }

  const bin = data.value
  return (
    <Page title='Trash' behind={FIRST} failure={failure.value}>
      {bin !== null && bin.entries.length === 0 && (
        <Empty title='The trash is empty'>What you move to the trash stays here for a while, and can be restored.</Empty>
      )}
      {bin !== null && bin.entries.length > 0 && (
        <Table name='Trash' columns={['Title', 'With it', 'In the trash', 'Goes', 'By', '']}>
          {bin.entries.map((entry) => {
            const { type, trashed_at: since, purge_at: until, user_id: user, count: many } = entry
            const item = (entry.asset ?? entry.project)!
            return (
              <tr key={item.id}>
                <th scope='row'>
                  <a href={addressOf(`${type}s/${item.id}`)}>
                    <Icon name={type === 'asset' ? 'file' : 'folder'} /> {item.title}
                  </a>
                </th>
                <td>{many > 1 ? `${count(many - 1, 'item')} more` : 'nothing else'}</td>
                <td title={date(since)}>{ago(since)}</td>
                <td title={date(until)}>{ago(until)}</td>
                <td>{emailOf(user)}</td>
                <td class='end'>
                  {mayWrite.value && (
                    <span class='actions'>
                      <button type='button' class='button' onClick={() => { putBack(type, item) }}>Restore</button>
                      <button type='button' class='button danger' onClick={() => { asked.value = { type, item } }}>
                        Delete
                      </button>
                    </span>
                  )}
                </td>
              </tr>
            )
          })}
        </Table>
      )}
      {bin !== null && bin.next !== null && (
        <button type='button' class='button' onClick={() => { more(bin).catch(tellFailure) }}>Show more</button>
      )}
      {asked.value !== null && (
        <DeleteDialog
          {...asked.value} onClose={() => { asked.value = null }}
          onDeleted={() => {
            asked.value = null
            reload()
          }}
        />
      )}
    </Page>
  )
}

async function read (path: string): Promise<Bin> {
  const answer = await ask('GET', path)
  const { trash } = await answer.json() as { trash: Trashed[] }
  return { entries: trash, next: nextPage(answer) }
}
