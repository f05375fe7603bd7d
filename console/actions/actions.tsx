import { useSignal } from '@preact/signals'
import { api, done } from '../api/client.ts'
import { mayWrite } from '../api/session.ts'
import { addressOf } from '../shell/place.ts'
import { Empty } from '../ui/empty.tsx'
import { tell, tellFailure } from '../ui/notes.tsx'
import { Page } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { useEvery } from '../ui/use-every.ts'
import { useLoaded } from '../ui/use-loaded.ts'
import { count, number } from '../ui/words.ts'
import { DeleteAction } from './delete-action.tsx'
import type { Action } from './draft.ts'

/** Nothing tells of their changes, nor of starts that were left out. */
const LOOK_MS = 5000

/** The page of all actions. */
export function ActionsScreen () {
  const path = '/api/v2/admin/actions'
  const { data, failure, reload } = useLoaded(async () => (await done(api.GET(path))).actions, [])
  const deleting = useSignal<Action | null>(null)
  useEvery(LOOK_MS, reload)

  async function enable ({ id, disabled }: Action) {
    const set = async (value: boolean) => {
      await done(api.POST('/api/v2/admin/actions/{action_id}', {
        params: { path: { action_id: String(id) } }, body: { disabled: value }
      }))
      await reload()
    }
    await set(!disabled)
    tell(disabled ? 'Enabled.' : 'Disabled.', async () => set(disabled))
  }

  return (
    <Page
      title='Actions' behind={path} failure={failure.value} isComing={data.value === null}
      actions={mayWrite.value && <a class='button primary' href={addressOf('actions/new')}>Add action</a>}
    >
      {data.value?.length === 0 && (
        <Empty title='No actions yet'>
          An action has programs of yours do something for an asset or a project: transcribe it, send it to playout,
          publish it.
        </Empty>
      )}
      {data.value !== null && data.value.length > 0 && (
        <Table name='Actions' columns={['Name', 'State', 'For', 'Steps', 'Started by', 'Starts left out', '']}>
          {data.value.map((action) => (
            <tr key={action.id}>
              <th scope='row'><a href={addressOf(`actions/${action.id}`)}><bdi>{action.name}</bdi></a></th>
              <td><State action={action} /></td>
              <td>{action.type === 'asset' ? 'Assets' : 'Projects'}</td>
              <td class='number'>{number(action.steps.length)}</td>
              <td>
                {action.role}s{action.trigger_events.length > 0 && `, ${count(action.trigger_events.length, 'event')}`}
              </td>
              <td class='number'>{number(action.starts_skipped)}</td>
              <td class='end'>
                {mayWrite.value && (
                  <span class='actions'>
                    <button type='button' class='button' onClick={() => { enable(action).catch(tellFailure) }}>
                      {action.disabled ? 'Enable' : 'Disable'}<span class='hidden-text'> {action.name}</span>
                    </button>
                    <button type='button' class='button danger' onClick={() => { deleting.value = action }}>
                      Delete<span class='hidden-text'> {action.name}</span>
                    </button>
                  </span>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {deleting.value !== null && (
        <DeleteAction action={deleting.value} onClose={() => { deleting.value = null }} onDeleted={reload} />
      )}
    </Page>
  )
}

function State ({ action: { disabled, error } }: { action: Action }) {
  if (error !== null) return <span class='state bad'>{error}</span>
  return disabled ? <span class='state off'>Disabled</span> : <span class='state good'>Enabled</span>
}
