import { useEffect } from 'preact/hooks'
import type { ItemType } from '../api/client.ts'
import { loadUsers } from '../items/people.ts'
import { addressOf } from '../shell/place.ts'
import { RunTable } from './run-table.tsx'
import { useRuns } from './use-runs.ts'

/** The runs of an item, newest first. */
export function RunsOf ({ type, id }: { type: ItemType, id: string }) {
  const filters = new URLSearchParams({ [`${type}_id`]: id })
  const { runs, failure, isComing, older } = useRuns(filters)
  useEffect(() => { loadUsers() }, [])
  return (
    <section class='stack' aria-label='Runs'>
      <h2>Runs</h2>
      {failure.value !== null && <p class='wrong' role='alert'>{failure.value}</p>}
      {!isComing && runs.length === 0 && <p class='quiet'>No action was started here in the last 30 days.</p>}
      {runs.length > 0 && <RunTable runs={runs} ofItem />}
      {older !== undefined && <a href={addressOf('runs', filters)}>All of them</a>}
    </section>
  )
}
