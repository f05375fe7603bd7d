import type { ServerResponse } from 'node:http'
import { httpDialects, inOneApp } from '#test/helper/app.js'
import { addAsset, NOBODYS_ID, succeed } from '#test/helper/items.js'
import { eventually, startReceiver } from '#test/helper/receiver.js'
import { addHeader, addWebhook, logOf, readWebhook } from '#test/helper/webhooks.js'

const onBothDatabases = inOneApp()

const jobs = { JOBS: 'on', WEBHOOK_RETRY_DELAYS: '0.02' }
const A_DAY_LATER = { ...jobs, WEBHOOK_RETRY_DELAYS: '86400' }
const LONG_AGO = '2020-01-01'

onBothDatabases('A test delivery is sent once, even if it fails, and even by a disabled webhook', async (t, { admin, adminCaller }) => {
  const receiver = await startReceiver(t, (_request, response) => response.writeHead(500).end())
  const { id } = await addWebhook(admin, { http_url: receiver.url, disabled: true, trigger_events: ['ASSET_ADDED'] })
  await succeed(admin.post(`admin/webhooks/${id}`, { disabled: true }))
  await addHeader(admin, id, { header_key: 'X-Signature', header_value: 'secret', is_hmac: true })
  await addAsset(admin)
  t.strictSame((await succeed(admin.post(`admin/webhooks/${id}/test`))), { ok: 'Test queued' })
  const [entry] = await eventually('the log', async () => {
    const log = await logOf(admin, id, 'failed')
    return log.length > 0 && log
  })
  t.match(entry, {
    trigger: 'test',
    event: 'NOTIFICATION_ADDED',
    attempt: 1,
    final: true,
    error: 'http_status',
    response_status: 500,
    next_attempt_at: null
  })
  t.equal(receiver.received.length, 1, 'queued deliveries keep waiting')
  t.match(receiver.received[0]!.body, {
    event: 'NOTIFICATION_ADDED',
    test: true,
    sequence: 0,
    user_id: adminCaller.userId,
    targets: { webhook_id: id }
  })
  t.match(receiver.received[0]!.headers['x-signature'], /^[\da-f]{64}$/)
  t.match(await readWebhook(admin, id), {
    disabled: true,
    queue_length: 1,
    retry_queue_length: 0,
    latest_run: { id: entry.id }
  })
}, A_DAY_LATER)

onBothDatabases('A successful delivery can be sent again, with the same bytes and the same webhook-id', async (t, { admin }) => {
  const receiver = await startReceiver(t)
  const { id } = await addWebhook(admin, { http_url: receiver.url })
  const other = await addWebhook(admin, { trigger_events: [] })
  await addAsset(admin)
  const first = await eventually('the first', async () => (await logOf(admin, id, 'success'))[0])
  const path = `admin/webhooks/${id}/deliveries`
  t.strictSame(await succeed(admin.post(`${path}/${first.id}/redeliver`)), { ok: 'Delivery queued again' })
  const again = await eventually('the second', async () => {
    const log = await logOf(admin, id, 'success')
    return log.length === 2 && log[0]
  })
  t.match(again, {
    trigger: 'manual',
    attempt: 1,
    event_id: first.event_id,
    request_body: first.request_body,
    final: true
  })
  t.equal(receiver.received[1]!.text, receiver.received[0]!.text)
  t.equal(receiver.received[1]!.headers['webhook-id'], receiver.received[0]!.headers['webhook-id'])
  t.match(await readWebhook(admin, id), { queue_length: 0, retry_queue_length: 0 })

  for (const [webhook, attempt] of [[id, NOBODYS_ID], [id, 'abc'], [id, '%00'], [other.id, first.id]]) {
    const answer = await admin.post(`admin/webhooks/${webhook}/deliveries/${attempt}/redeliver`)
    const shown = decodeURIComponent(attempt)
    t.strictSame([answer.status, answer.body], [404, {
      error: `Couldn't find WebhookAttempt with 'id'=${shown} [WHERE "webhook_attempts"."webhook_id" = $1]`
    }])
  }
}, jobs)

onBothDatabases('A requested redelivery brings a waiting retry forward', async (t, { admin }) => {
  let status = 500
  const receiver = await startReceiver(t, (_request, response) => response.writeHead(status).end())
  const { id } = await addWebhook(admin, { http_url: receiver.url })
  await addAsset(admin)
  const failed = await eventually('the failure', async () => (await logOf(admin, id, 'failed'))[0])
  t.match(await readWebhook(admin, id), { queue_length: 0, retry_queue_length: 1 })
  status = 200
  for (let time = 0; time < 2; time++) {
    await succeed(admin.post(`admin/webhooks/${id}/deliveries/${failed.id}/redeliver`))
  }
  const success = await eventually('the success', async () => (await logOf(admin, id, 'success'))[0])
  t.match(success, { event_id: failed.event_id, attempt: 2, trigger: 'manual' })
  await eventually('nothing waits', async () => (await readWebhook(admin, id)).retry_queue_length === 0)
}, A_DAY_LATER)

onBothDatabases('A redelivery that is requested during the last attempt is sent if that attempt fails', async (t, { admin }) => {
  const underway: ServerResponse[] = []
  const receiver = await startReceiver(t, (_request, response) => {
    if (receiver.received.length === 2) underway.push(response)
    else response.writeHead(receiver.received.length === 1 ? 500 : 200).end()
  })
  const { id } = await addWebhook(admin, { http_url: receiver.url })
  await addAsset(admin)
  const last = await eventually('the last attempt', async () => underway[0])
  const [first] = await logOf(admin, id, 'failed')
  await succeed(admin.post(`admin/webhooks/${id}/deliveries/${first!.id}/redeliver`))
  last.writeHead(500).end()

  const success = await eventually('the success', async () => (await logOf(admin, id, 'success'))[0])
  t.match(success, { event_id: first!.event_id, attempt: 3, trigger: 'manual', final: true })
  t.match(await logOf(admin, id, 'failed'), [{ attempt: 2, trigger: 'auto', final: false }, { attempt: 1 }])
  await eventually('nothing waits', async () => (await readWebhook(admin, id)).retry_queue_length === 0)
}, jobs)

onBothDatabases('Recovery queues again, and only once, the deliveries that were given up since a time', async (t, { admin }) => {
  let status = 500
  const receiver = await startReceiver(t, (_request, response) => response.writeHead(status).end())
  const { id } = await addWebhook(admin, { http_url: receiver.url })
  const recover = (since: string) => admin.post(`admin/webhooks/${id}/recover`, { since })
  for (let count = 0; count < 3; count++) await addAsset(admin)
  const givenUp = async () => (await logOf(admin, id, 'failed')).filter(({ final }) => final)
  await eventually('three are given up', async () => (await givenUp()).length === 3)
  await succeed(recover('2999-12-31T23:59:59+01:00'))
  t.equal((await readWebhook(admin, id)).retry_queue_length, 0, 'nothing was given up since then')

  status = 200
  t.strictSame(await succeed(recover(LONG_AGO)), { ok: 'Deliveries queued again' })
  await eventually('three have arrived', async () => (await logOf(admin, id, 'success')).length === 3)
  t.strictSame((await logOf(admin, id, 'success')).map(({ trigger, event_id: event }) => `${trigger} ${event}`).sort(),
    (await givenUp()).map(({ event_id: event }) => `manual ${event}`).sort())
  await eventually('nothing waits', async () => (await readWebhook(admin, id)).retry_queue_length === 0)
  await succeed(recover(LONG_AGO))
  t.equal((await readWebhook(admin, id)).retry_queue_length, 0, 'recovered deliveries are not given up any more')
}, jobs)

onBothDatabases('Recovery needs an ISO 8601 time, and anything else is refused with 422', async (t, { admin }) => {
  const { id } = await addWebhook(admin)
  for (
    const [body, error] of [
      [{}, 'Missing parameter since'],
      [{ since: null }, "Invalid parameter 'since' value nil: Must be a String"],
      [{ since: 5 }, "Invalid parameter 'since' value 5: Must be a String"],
      [{ since: 'yesterday' }, 'Invalid parameter \'since\' value "yesterday": Must be an ISO 8601 time'],
      [{ since: '2026-02-28T25:00:00Z' },
        'Invalid parameter \'since\' value "2026-02-28T25:00:00Z": Must be an ISO 8601 time'],
      [{ since: '2026-02-30T00:00:00Z' },
        'Invalid parameter \'since\' value "2026-02-30T00:00:00Z": Must be an ISO 8601 time']
    ] as const
  ) {
    const answer = await admin.post(`admin/webhooks/${id}/recover`, body)
    t.strictSame([answer.status, answer.body], [422, { error }])
  }
  for (
    const since of ['2026-01-15', '2026-01-15T09:30Z', '2026-01-15T09:30:00.123456', '2026-01-15T09:30:00+02:00',
      '2024-02-29', '0000-01-01T00:00:00Z', '0001-01-01T00:00:00+23:59', '9999-12-31T23:59:59-12:00']
  ) await succeed(admin.post(`admin/webhooks/${id}/recover`, { since }))
}, {}, httpDialects)
