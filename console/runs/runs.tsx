import { useEffect } from 'preact/hooks'
import { useSignal } from '@preact/signals'
import { api, done } from '../api/client.ts'
import { isAdmin } from '../api/session.ts'
import { loadUsers } from '../items/people.ts'
import { addressOf, go, place } from '../shell/place.ts'
import { Empty } from '../ui/empty.tsx'
import { Page } from '../ui/page.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { CancelBatch } from './cancel-batch.tsx'
import { ItemLink } from './item-link.tsx'
import { filterNames, urlOfRuns } from './list.ts'
import { RunTable } from './run-table.tsx'
import { isOpen, runStatuses, wordOf } from './run-words.tsx'
import { useRuns } from './use-runs.ts'

/** The page of runs, newest first. Its filters are part of its address. */
export function RunsScreen () {
  const { params } = place.value
  const { runs, failure, reload, isComing, older } = useRuns(params)
  const isCancelling = useSignal(false)
  useEffect(() => { loadUsers() }, [])
  const isFiltered = filterNames.some((name) => params.has(name))
  const batch = params.get('batch')
  return (
    <Page
      title='Runs' behind={urlOfRuns(params)} failure={failure.value} isComing={isComing}
      actions={batch !== null && runs.some(isOpen) && (
        <button type='button' class='button danger' onClick={() => { isCancelling.value = true }}>Cancel these runs</button>
      )}
    >
      <Filters params={params} />
      {!isComing && runs.length === 0 && (isFiltered
        ? <Empty title='No runs are like this'>Runs are kept for 30 days. <a href={addressOf('runs')}>Show all</a></Empty>
        : <Empty title='No runs yet'>Start an action on the page of an asset or of a project, or for what you have found.</Empty>)}
      {runs.length > 0 && <RunTable runs={runs} />}
      {older !== undefined && <button type='button' class='button' onClick={older}>Earlier</button>}
      {isCancelling.value && batch !== null && (
        <CancelBatch batch={batch} onClose={() => { isCancelling.value = false }} onDone={reload} />
      )}
    </Page>
  )
}

function Filters ({ params }: { params: URLSearchParams }) {
  const { data } = useLoaded(async () => isAdmin.value
    ? (await done(api.GET('/api/v2/admin/actions'))).actions
    : (await done(api.GET('/api/v2/actions'))).actions, [])
  const set = (name: string, value: string | null) => {
    const now = new URLSearchParams(params)
    if (value === null || value === '') now.delete(name)
    else now.set(name, value)
    go('runs', now)
  }
  const chosen = params.get('action_id') ?? ''
  const actions = data.value ?? []
  const [asset, project] = [params.get('asset_id'), params.get('project_id')]
  return (
    <div class='run-filters' role='group' aria-label='Filters'>
      <label class='field'>
        <span>Action</span>
        <select value={chosen} onChange={(event) => set('action_id', event.currentTarget.value)}>
          <option value=''>All</option>
          {chosen !== '' && !actions.some(({ id }) => String(id) === chosen) && <option value={chosen}>Action {chosen}</option>}
          {actions.map(({ id, name }) => <option key={id} value={String(id)}>{name}</option>)}
        </select>
      </label>
      <label class='field'>
        <span>State</span>
        <select value={params.get('status') ?? ''} onChange={(event) => set('status', event.currentTarget.value)}>
          <option value=''>All</option>
          {runStatuses.map((status) => <option key={status} value={status}>{wordOf(status)}</option>)}
        </select>
      </label>
      {params.has('batch') && (
        <p>Of one start <button type='button' class='link' onClick={() => set('batch', null)}>Of all starts</button></p>
      )}
      {(asset !== null || project !== null) && (
        <p>
          Of <ItemLink run={{ asset_id: asset, project_id: project }} />{' '}
          <button type='button' class='link' onClick={() => set(asset === null ? 'project_id' : 'asset_id', null)}>
            Of all items
          </button>
        </p>
      )}
    </div>
  )
}
