import { whoIs } from '../items/people.ts'
import { addressOf } from '../shell/place.ts'
import { Table } from '../ui/table.tsx'
import { ago, date } from '../ui/words.ts'
import { ItemLink } from './item-link.tsx'
import { Progress, RunState, type Run } from './run-words.tsx'

const COLUMNS = ['Action', 'State', 'Item', 'Started by', 'Made'] as const

/** Runs in lines. On the page of an item it goes without saying of which they are. */
export function RunTable ({ runs, ofItem = false }: { runs: readonly Run[], ofItem?: boolean }) {
  return (
    <Table name='Runs' columns={COLUMNS.filter((column) => !ofItem || column !== 'Item')}>
      {runs.map((run) => (
        <tr key={run.id}>
          <th scope='row'><a href={addressOf(`runs/${run.id}`)}><bdi>{run.name}</bdi></a></th>
          <td>
            <RunState status={run.status} /> <Progress of={run} name={`Progress of ${run.name}`} />
            {run.error !== null && <bdi class='quiet run-error'>{run.error}</bdi>}
          </td>
          {!ofItem && <td><ItemLink run={run} /></td>}
          <td><bdi>{whoIs(run.user_id)}</bdi>{run.event_id !== null && <span class='quiet'> by an event</span>}</td>
          <td title={date(run.created_at)}>{ago(run.created_at)}</td>
        </tr>
      ))}
    </Table>
  )
}
