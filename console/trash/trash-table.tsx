import { whoIs } from '../items/people.ts'
import { rightsOf } from '../items/rights.ts'
import { Thumbnail } from '../items/thumbnail.tsx'
import { addressOf } from '../shell/place.ts'
import { Icon } from '../ui/icon.tsx'
import { Table } from '../ui/table.tsx'
import { ago, count, date } from '../ui/words.ts'
import { itemOf, type Trashed } from './trashed.ts'

interface TrashTableProps {
  readonly entries: readonly Trashed[]
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (ids: ReadonlySet<string>) => void
  readonly onRestore: (entry: Trashed) => void
  readonly onDelete: (entry: Trashed) => void
}

/** What is in the trash, with its pictures. */
export function TrashTable ({ entries, chosen, onChoose, onRestore, onDelete }: TrashTableProps) {
  const areAll = entries.every((entry) => chosen.has(itemOf(entry).id))
  const mayPlace = entries.some((entry) => rightsOf(entry.type, itemOf(entry)).place)
  const columns = ['Title', 'With it', 'In the trash', 'Goes', 'By', '']
  return (
    <>
      {mayPlace && (
        <label class='check'>
          <input
            type='checkbox' checked={areAll}
            onChange={() => onChoose(areAll ? new Set() : new Set(entries.map((entry) => itemOf(entry).id)))}
          />
          Choose all that are shown
        </label>
      )}
      <Table name='Trash' columns={mayPlace ? ['', ...columns] : columns}>
        {entries.map((entry) => {
          const { type, asset, trashed_at: since, purge_at: until, user_id: user, count: many } = entry
          const item = itemOf(entry)
          const { place, purge } = rightsOf(type, item)
          return (
            <tr key={item.id}>
              {mayPlace && (
                <td>
                  <input
                    type='checkbox' checked={chosen.has(item.id)} aria-label={`Choose ${item.title}`}
                    onChange={() => onChoose(toggled(chosen, item.id))}
                  />
                </td>
              )}
              <th scope='row'>
                <a href={addressOf(`${type}s/${item.id}`)}>
                  {asset === undefined ? <span class='thumbnail'><Icon name='folder' /></span> : <Thumbnail asset={asset} />}
                  <bdi>{item.title === '' ? 'Untitled' : item.title}</bdi>
                </a>
              </th>
              <td>{many > 1 ? `${count(many - 1, 'item')} more` : 'nothing else'}</td>
              <td title={date(since)}>{ago(since)}</td>
              <td title={date(until)}>{ago(until)}</td>
              <td>{whoIs(user)}</td>
              <td class='end'>
                <span class='actions'>
                  {place && <button type='button' class='button' onClick={() => onRestore(entry)}>Restore</button>}
                  {purge && <button type='button' class='button danger' onClick={() => onDelete(entry)}>Delete</button>}
                </span>
              </td>
            </tr>
          )
        })}
      </Table>
    </>
  )
}

function toggled (ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const now = new Set(ids)
  if (!now.delete(id)) now.add(id)
  return now
}
