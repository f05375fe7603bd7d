import { useSignal } from '@preact/signals'
import { api, done, type Schemas } from '../api/client.ts'
import { mayWrite } from '../api/session.ts'
import { addressOf, go } from '../shell/place.ts'
import { Empty } from '../ui/empty.tsx'
import { Page } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { useEvery } from '../ui/use-every.ts'
import { useLoaded } from '../ui/use-loaded.ts'
import { ago, number } from '../ui/words.ts'
import { Health } from './health.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'

export type Webhook = Schemas['Webhook']

const LOOK_MS = 3000

/** The page of webhooks. */
export function WebhooksScreen () {
  const path = '/api/v2/admin/webhooks'
  const { data, failure, reload } = useLoaded(async () => (await done(api.GET(path))).webhooks, [])
  const isMaking = useSignal(false)
  useEvery(LOOK_MS, reload)
  return (
    <Page
      title='Webhooks' behind={path} failure={failure.value} isComing={data.value === null}
      actions={mayWrite.value &&
        <button type='button' class='button primary' onClick={() => { isMaking.value = true }}>New webhook</button>}
    >
      {data.value?.length === 0 && (
        <Empty title='Nobody is told of anything yet'>
          A webhook sends what happens to an address of yours, signed and in order, and tries for days.
        </Empty>
      )}
      {data.value !== null && data.value.length > 0 && (
        <Table name='Webhooks' columns={['Name', 'State', 'Address', 'Waiting', 'To be tried again', 'Latest']}>
          {data.value.map((webhook) => (
            <tr key={webhook.id}>
              <th scope='row'><a href={addressOf(`webhooks/${webhook.id}`)}>{webhook.name}</a></th>
              <td><Health webhook={webhook} /></td>
              <td class='cut'>{webhook.http_url}</td>
              <td class='number'>{number(webhook.queue_length)}</td>
              <td class='number'>{number(webhook.retry_queue_length)}</td>
              <td>{webhook.latest_run === null ? 'never' : ago(webhook.latest_run.created_at)}</td>
            </tr>
          ))}
        </Table>
      )}
      {isMaking.value && (
        <WebhookDialog
          webhook={null} onClose={() => { isMaking.value = false }}
          onSaved={async ({ id }) => { go(`webhooks/${id}`) }}
        />
      )}
    </Page>
  )
}
