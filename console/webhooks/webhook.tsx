import { useSignal } from '@preact/signals'
import { api, done, read, urlOf } from '../api/client.ts'
import { mayWrite } from '../api/session.ts'
import { addressOf, go } from '../shell/place.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { tell, tellFailure } from '../ui/notes.tsx'
import { Page } from '../ui/page.tsx'
import { useEvery } from '../ui/use-every.ts'
import { useLoaded } from '../ui/use-loaded.ts'
import { count, number } from '../ui/words.ts'
import { useChanges } from '../live/follow.ts'
import { Attempts } from './attempts.tsx'
import { Headers } from './headers.tsx'
import { Health } from './health.tsx'
import { OnlyUsers } from './only-users.tsx'
import { recover } from './recover.ts'
import { RecoverDialog } from './recover-dialog.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import type { Webhook } from './webhooks.tsx'

/** Deliveries follow changes, but are not changes themselves, so they are polled. */
const LOOK_MS = 2000

/** The page of a webhook: its state and its attempts. */
export function WebhookScreen ({ id }: { id: string }) {
  const path = { webhook_id: id }
  const url = urlOf('/api/v2/admin/webhooks/{webhook_id}', { path })
  const { data, failure, reload } = useLoaded(async () => (await read(url)).data.webhook, [id])
  const asked = useSignal<'change' | 'recover' | 'delete' | null>(null)
  /** Counts tests and redeliveries, so that the attempts are read again. */
  const sent = useSignal(0)
  useChanges(() => true, reload)
  useEvery(LOOK_MS, reload)
  const close = () => { asked.value = null }
  const webhook = data.value

  async function act (work: () => Promise<unknown>, words: string, undo?: () => Promise<unknown>) {
    try {
      await work()
      tell(words, undo === undefined
        ? undefined
        : async () => {
          await undo()
          await reload()
        })
      sent.value++
      await reload()
    } catch (error) {
      tellFailure(error)
    }
  }
  const enable = async (disabled: boolean) =>
    done(api.POST('/api/v2/admin/webhooks/{webhook_id}', { params: { path }, body: { disabled } }))
  const test = async () => done(api.POST('/api/v2/admin/webhooks/{webhook_id}/test', { params: { path } }))

  return (
    <Page
      title={webhook?.name ?? 'Webhook'} behind={url} failure={failure.value} isComing={webhook === null}
      actions={webhook !== null && mayWrite.value && (
        <>
          <button type='button' class='button' onClick={() => { act(test, 'A test was queued.') }}>
            Send a test
          </button>
          <button type='button' class='button' onClick={() => { asked.value = 'recover' }}>Recover</button>
          <button type='button' class='button' onClick={() => { asked.value = 'change' }}>Change</button>
          <button
            type='button' class='button'
            onClick={() => {
              act(async () => enable(!webhook.disabled), webhook.disabled ? 'Enabled.' : 'Disabled.', async () => enable(webhook.disabled))
            }}
          >
            {webhook.disabled ? 'Enable' : 'Disable'}
          </button>
          <button type='button' class='button danger' onClick={() => { asked.value = 'delete' }}>Delete</button>
        </>
      )}
    >
      {webhook !== null && (
        <>
          <Facts webhook={webhook} />
          <Headers webhook={webhook} onChanged={reload} />
          <OnlyUsers webhook={webhook} onChanged={reload} />
          <Attempts id={id} sent={sent} latest={webhook.latest_run?.id ?? ''} />
          {asked.value === 'change' && <WebhookDialog webhook={webhook} onClose={close} onSaved={reload} />}
          {asked.value === 'recover' && (
            <RecoverDialog
              onClose={close}
              onRecover={async (since) => {
                const isQueued = await recover(id, since)
                tell(isQueued ? 'What was given up is queued again.' : 'Nothing was given up since then.')
                sent.value++
                await reload()
              }}
            />
          )}
          {asked.value === 'delete' && (
            <FormDialog
              title='Delete for good?' verb='Delete' isDanger onClose={close}
              work={async () => {
                await done(api.DELETE('/api/v2/admin/webhooks/{webhook_id}', { params: { path } }))
                tell(`${webhook.name} was deleted.`)
                go('webhooks')
              }}
            >
              <p>
                With <strong>{webhook.name}</strong> go its headers, its log
                and {count(webhook.queue_length + webhook.retry_queue_length, 'waiting delivery').replace(/ys$/, 'ies')}.
              </p>
            </FormDialog>
          )}
        </>
      )}
    </Page>
  )
}

function Facts ({ webhook }: { webhook: Webhook }) {
  return (
    <dl class='facts hook-facts'>
      <dt>State</dt><dd><Health webhook={webhook} /></dd>
      <dt>Sends</dt>
      <dd><span class='mono'>{webhook.http_method.toUpperCase()} {webhook.http_url}</span></dd>
      <dt>Waiting</dt>
      <dd>{number(webhook.queue_length)} for the first time, {number(webhook.retry_queue_length)} again</dd>
      <dt>Only in</dt>
      <dd>
        {webhook.project_id === null
          ? 'any project'
          : <a href={addressOf(`projects/${webhook.project_id}`)}>one project</a>}
      </dd>
      <dt>Events</dt><dd><span class='mono'>{webhook.trigger_events.join(', ')}</span></dd>
    </dl>
  )
}
