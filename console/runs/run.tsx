import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api, done } from '../api/client.ts'
import { fits, loadStartable, startable } from '../actions/startable.ts'
import { readItem } from '../items/item.ts'
import { loadUsers, whoIs } from '../items/people.ts'
import { useChanges } from '../live/follow.ts'
import { addressOf, go } from '../shell/place.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { tell } from '../ui/notes.tsx'
import { Page } from '../ui/page.tsx'
import { useActing } from '../ui/use-acting.ts'
import { useEvery } from '../ui/use-every.ts'
import { useLoaded } from '../ui/use-loaded.ts'
import { date } from '../ui/words.ts'
import { ItemLink } from './item-link.tsx'
import { Log, Steps } from './run-parts.tsx'
import { isOfRun, isOpen, mayCancel, Progress, RunState, type Run } from './run-words.tsx'
import { LOOK_MS } from './use-runs.ts'

/** The page of a run: its steps and its log, as they come. */
export function RunScreen ({ id }: { id: string }) {
  const params = { path: { run_id: id } }
  const { data, failure, reload } = useLoaded(async () => done(api.GET('/api/v2/runs/{run_id}', { params })), [id])
  const isCancelling = useSignal(false)
  const { isBusy, act } = useActing()
  const { run = null, steps = [], log = [] } = data.value ?? {}
  const isGoing = run !== null && isOpen(run)
  useEffect(() => { loadUsers() }, [])
  useChanges(({ event, targets }) => isOfRun({ event }) && (targets as { run_id?: string }).run_id === id, reload)
  useEvery(LOOK_MS, () => { if (isGoing) reload() })
  const mayRetry = useMayRetry(run)
  const retry = () => act(async () => {
    const { run: made } = await done(api.POST('/api/v2/runs/{run_id}/retry', { params }))
    tell('Started anew.')
    go(`runs/${made!.id}`)
  })
  return (
    <Page
      title={run?.name ?? 'Run'} behind={`/api/v2/runs/${id}`} failure={failure.value} isComing={run === null}
      actions={run !== null && (
        <>
          {mayCancel(run) && (
            <button type='button' class='button danger' onClick={() => { isCancelling.value = true }}>Cancel</button>
          )}
          {mayRetry && <button type='button' class='button' disabled={isBusy.value} onClick={retry}>Retry</button>}
        </>
      )}
    >
      {run !== null && (
        <>
          <Facts run={run} />
          <Steps steps={steps} isOpen={isGoing} />
          <Log log={log} />
        </>
      )}
      {isCancelling.value && (
        <FormDialog
          title='Cancel this run?' verb='Cancel the run' isDanger onClose={() => { isCancelling.value = false }}
          work={async () => {
            await done(api.DELETE('/api/v2/runs/{run_id}', { params }))
            tell('Run cancelled.')
            await reload()
          }}
        >
          <p>Steps that are over stay as they are. A step that was sent still reaches its program.</p>
        </FormDialog>
      )}
    </Page>
  )
}

/** Whether the user may start it anew: it has not come to its end, and its action is there for the user. */
function useMayRetry (run: Run | null): boolean {
  const { asset_id: asset = null, project_id: project = null } = run ?? {}
  const type = asset === null ? 'project' : 'asset'
  const id = asset ?? project
  const { data: item } = useLoaded(async () => id === null ? null : (await readItem(type, id)).item, [id])
  useEffect(() => { loadStartable() }, [])
  const action = startable.value?.find((action) => action.id === run?.action_id)
  return (run?.status === 'failed' || run?.status === 'cancelled') && action !== undefined && item.value !== null &&
    fits(action, { type, item: item.value })
}

function Facts ({ run }: { run: Run }) {
  const values = Object.entries(run.parameters).filter(([, value]) => value !== null)
  return (
    <dl class='facts hook-facts'>
      <dt>State</dt>
      <dd><span role='status'><RunState status={run.status} /></span> <Progress of={run} name='Progress of the run' /></dd>
      {run.error !== null && <><dt>Error</dt><dd class='wrong'><bdi>{run.error}</bdi></dd></>}
      <dt>{run.asset_id === null ? 'Project' : 'Asset'}</dt><dd><ItemLink run={run} /></dd>
      <dt>Started by</dt>
      <dd>
        <bdi>{whoIs(run.user_id)}</bdi>
        {run.event_id !== null && ', by an event'}
        {run.batch !== null && (
          <>{' '}<a href={addressOf('runs', new URLSearchParams({ batch: run.batch }))}>All of this start</a></>
        )}
        {run.retry_of !== null && <>{' '}<a href={addressOf(`runs/${run.retry_of}`)}>The run before</a></>}
      </dd>
      <dt>Made</dt><dd>{date(run.created_at)}</dd>
      {run.started_at !== null && <><dt>Began</dt><dd>{date(run.started_at)}</dd></>}
      {run.finished_at !== null && <><dt>Ended</dt><dd>{date(run.finished_at)}</dd></>}
      {values.flatMap(([name, value]) => [
        <dt key={name}><bdi>{name}</bdi></dt>,
        <dd key={`${name} value`}><bdi>{value === true ? 'Yes' : value === false ? 'No' : String(value)}</bdi></dd>
      ])}
    </dl>
  )
}
