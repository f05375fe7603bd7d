import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { dialects, httpDialects, inOneApp } from '#test/helper/app.js'
import { addAsset, MILLISECONDS, succeed } from '#test/helper/items.js'
import { eventually, startReceiver } from '#test/helper/receiver.js'
import { addHeader, addWebhook, logOf, readWebhook } from '#test/helper/webhooks.js'

const onBothDatabases = inOneApp(dialects, { JOBS: 'on', WEBHOOK_RETRY_DELAYS: '0.05,0.05', WEBHOOK_TIMEOUT: '600' })

const RUN_FIELDS = ['id', 'event_id', 'event', 'status', 'response_status', 'error', 'attempt', 'duration_ms',
  'created_at', 'next_attempt_at']

onBothDatabases('An event is sent, signed and logged', async (t, { admin }) => {
  const receiver = await startReceiver(
    t,
    (_request, response) => response.writeHead(201, { 'X-Answer': 'yes' }).end('th\u0000nks €')
  )
  const webhook = await addWebhook(admin, { http_url: `${receiver.url}/hook?token=1`, http_method: 'put' })
  const secret = `whsec_${Buffer.from('a good secret, long enough').toString('base64')}`
  await addHeader(admin, webhook.id, { header_key: 'X-Signature', header_value: secret, is_hmac: true })
  await addHeader(admin, webhook.id, { header_key: 'X-Signature', header_value: 'the next one', is_hmac: true })
  await addHeader(admin, webhook.id, { header_key: 'Authorization', header_value: 'Bearer of a secret', hidden: true })
  await addHeader(admin, webhook.id, { header_key: 'X-Team', header_value: 'München' })
  const before = Math.floor(Date.now() / 1000)
  const asset = await addAsset(admin, { title: 'Ü' })
  const [request] = await eventually('the request', () => receiver.received.length > 0 && receiver.received)

  t.match(request, { path: '/hook?token=1', method: 'PUT' })
  t.match(request!.body, { event: 'ASSET_ADDED', sequence: 1, webhook_id: webhook.id, data: { asset } })
  t.match(request!.headers, {
    'content-type': 'application/json',
    'user-agent': /^Cutroom\/\d/,
    'webhook-id': request!.body.id,
    authorization: 'Bearer of a secret'
  })
  t.equal(Buffer.from(String(request!.headers['x-team']), 'latin1').toString(), 'München')
  const sentAt = Number(request!.headers['webhook-timestamp'])
  t.ok(sentAt >= before && sentAt <= Date.now() / 1000, `sent at ${sentAt}`)
  const hex = (key: string) => createHmac('sha256', key).update(request!.text).digest('hex')
  t.equal(request!.headers['x-signature'], `${hex(secret)}, ${hex('the next one')}`)
  t.ok(new Webhook(secret).verify(request!.text, request!.headers as Record<string, string>))
  t.ok(new Webhook(new Uint8Array(Buffer.from('the next one')), { format: 'raw' }).verify(
    request!.text,
    request!.headers as Record<string, string>
  ))

  const entry = await eventually('the log', async () => (await logOf(admin, webhook.id, 'success'))[0])
  t.match(entry, {
    event_id: request!.body.id,
    event: 'ASSET_ADDED',
    webhook_id: webhook.id,
    status: 'success',
    trigger: 'auto',
    attempt: 1,
    final: true,
    error: null,
    http_url: webhook.http_url,
    http_method: 'put',
    request_body: request!.text,
    response_status: 201,
    response_body: 'th\ufffdnks €',
    response_headers: { 'x-answer': 'yes' },
    request_headers: { Authorization: '***', 'X-Team': 'München', 'webhook-id': request!.body.id },
    next_attempt_at: null,
    created_at: MILLISECONDS
  })
  t.notMatch(JSON.stringify(entry), /a secret|YSBnb29k|the next one/)
  const { latest_run: latest, queue_length: queued, retry_queue_length: retrying } = await readWebhook(
    admin, webhook.id
  )
  t.strictSame(latest, Object.fromEntries(RUN_FIELDS.map((name) => [name, entry[name]])))
  t.strictSame([queued, retrying], [0, 0])
  t.strictSame(await logOf(admin, webhook.id, 'failed'), [])
})

onBothDatabases('Secrets that a receiver echoes are masked in the log', async (t, { admin }) => {
  const receiver = await startReceiver(
    t,
    (request, response) =>
      response.writeHead(500, { 'X-Echo': request.headers['x-key'] }).end(JSON.stringify(request.headers))
  )
  const { id } = await addWebhook(admin, { http_url: receiver.url.replace('//', '//someone:p%40ssword@') })
  await addHeader(admin, id, { header_key: 'X-Key', header_value: 'a "hidden" key', hidden: true })
  await addHeader(admin, id, { header_key: 'X-Plain', header_value: 'nothing special' })
  await addAsset(admin)
  const entry = await eventually('the log', async () => (await logOf(admin, id, 'failed'))[0])
  t.equal(entry.response_headers['x-echo'], '***')
  t.match(JSON.parse(entry.response_body), { 'x-key': '***', 'x-plain': 'nothing special', authorization: 'Basic ***' })
  t.match(receiver.received[0]!.headers, {
    'x-key': 'a "hidden" key',
    authorization: `Basic ${Buffer.from('someone:p@ssword').toString('base64')}`
  })
}, {}, httpDialects)

onBothDatabases('The log is in the order in which attempts ended, newest first', async (t, { admin }) => {
  const receiver = await startReceiver(t, (request, response) => {
    if (request.body.sequence % 2 === 0) response.end()
    else setImmediate(() => setImmediate(() => response.end()))
  })
  const { id } = await addWebhook(admin, { http_url: receiver.url })
  await Promise.all(Array.from({ length: 40 }, () => addAsset(admin)))
  const log = await eventually('all', async () => {
    const log = await logOf(admin, id, 'success')
    return log.length === 40 && log
  })
  const dates = log.map(({ created_at: date }) => date)
  t.strictSame(dates, dates.toSorted().reverse())
  t.equal((await readWebhook(admin, id)).latest_run.id, log[0].id)
})

onBothDatabases('A header may have any name, even one that is special in JavaScript', async (t, { admin }) => {
  let received = ''
  const receiver = await startReceiver(t, (_request, response, { rawHeaders }) => {
    received = rawHeaders.join('\n')
    response.end()
  })
  const { id } = await addWebhook(admin, { http_url: receiver.url })
  for (const name of ['__proto__', 'constructor']) {
    await addHeader(admin, id, { header_key: name, header_value: `of ${name}` })
  }
  await addAsset(admin)
  const entry = await eventually('the log', async () => (await logOf(admin, id, 'success'))[0])
  for (const name of ['__proto__', 'constructor']) {
    t.match(received, `${name}\nof ${name}`)
    t.match(JSON.stringify(entry.request_headers), `"${name}":"of ${name}"`)
  }
}, {}, httpDialects)

onBothDatabases('Concurrent changes of one item are numbered in the order in which they are made', async (t, { admin }) => {
  const receiver = await startReceiver(t)
  await addWebhook(admin, { http_url: receiver.url, trigger_events: ['ASSET_EDITED_METADATA'] })
  const changes = [{ title: 'T' }, { description: 'D' }, { category: 'C' }, { tags: ['t'] }, { external_id: 'x' }]
  const rounds = 10
  for (let round = 0; round < rounds; round++) {
    const { id } = await addAsset(admin, { title: '' })
    await Promise.all(changes.map((change) =>
      succeed(admin.put(`assets/${id}`, 'external_id' in change ? { external_id: id } : change))
    ))
  }
  await eventually('all', () => receiver.received.length === rounds * changes.length)
  const bodies = receiver.received.map(({ body }) => body).sort((a, b) => a.sequence - b.sequence)
  const changed = ({ title, description, category, tags, external_id: external }: any) =>
    [title, description, category, tags.length, external].filter(Boolean).length
  t.strictSame(bodies.map(({ data }) => changed(data.asset)), bodies.map((_, index) => 1 + index % changes.length))
})

onBothDatabases('GET and DELETE are sent without a body, but with a signature', async (t, { admin }) => {
  const receiver = await startReceiver(t)
  for (const method of ['get', 'DELETE']) {
    const { id } = await addWebhook(admin, { http_url: `${receiver.url}/${method}`, http_method: method })
    await addHeader(admin, id, { header_key: 'X-Signature', header_value: 's', is_hmac: true })
  }
  await addAsset(admin)
  await eventually('both requests', () => receiver.received.length === 2)
  for (const { text, headers, method } of receiver.received) {
    t.equal(text, '', method)
    t.notOk('content-type' in headers)
    t.equal(headers['x-signature'], createHmac('sha256', 's').update('').digest('hex'))
  }
}, {}, httpDialects)

onBothDatabases('A failed delivery is retried on schedule with the same bytes, and then given up', async (t, { admin }) => {
  const receiver = await startReceiver(t, (_request, response) => response.writeHead(500).end())
  const { id } = await addWebhook(admin, { http_url: receiver.url })
  const asset = await addAsset(admin)
  await eventually('all is given up', async () => (await logOf(admin, id, 'failed')).length === 3)
  t.equal(receiver.received.length, 3)
  t.equal(new Set(receiver.received.map(({ text }) => text)).size, 1)
  t.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1)
  t.equal(receiver.received[0]!.body.data.asset.id, asset.id)
  const log = await logOf(admin, id, 'failed')
  t.match(
    log,
    [3, 2, 1].map((attempt) => ({
      attempt,
      final: attempt === 3,
      error: 'http_status',
      response_status: 500,
      next_attempt_at: attempt === 3 ? null : MILLISECONDS
    }))
  )
  t.match(await readWebhook(admin, id), {
    queue_length: 0,
    retry_queue_length: 0,
    disabled: false,
    latest_run: { status: 'failed', attempt: 3 }
  })
})

onBothDatabases('A failed event does not block the events behind it, and is delivered later', async (t, { admin }) => {
  const receiver = await startReceiver(t, ({ body }, response) => {
    const isFirstOfTwo = body.sequence === 2 &&
      receiver.received.filter((request) => request.body.sequence === 2).length === 1
    response.writeHead(isFirstOfTwo ? 503 : 200).end()
  })
  const { id } = await addWebhook(admin, { http_url: receiver.url })
  for (let count = 0; count < 4; count++) await addAsset(admin)
  await eventually('all are delivered', async () => (await logOf(admin, id, 'success')).length === 4)
  t.equal(receiver.received.filter(({ body }) => body.sequence === 2).length, 2)
})

onBothDatabases('A delivery that hangs delays neither the next event nor another webhook of the same receiver', async (t, { admin }) => {
  const receiver = await startReceiver(t, ({ path, body }, response) => {
    if (path !== '/hangs' || body.sequence > 1) response.end()
  })
  const hanging = await addWebhook(admin, { http_url: `${receiver.url}/hangs` })
  const healthy = await addWebhook(admin, { http_url: `${receiver.url}/healthy` })
  for (let count = 0; count < 20; count++) await addAsset(admin)
  await eventually('the healthy one has all', () => receiver.at('/healthy').length === 20)
  await eventually(
    'the hanging one has all but the first',
    async () => (await logOf(admin, hanging.id, 'success')).length === 19
  )
  t.equal((await readWebhook(admin, hanging.id)).queue_length, 1, 'a delivery that is under way counts as queued')
  await eventually('the healthy one is settled', async () => (await readWebhook(admin, healthy.id)).queue_length === 0)
}, {}, httpDialects)

onBothDatabases('Ninety webhooks that hang do not delay another webhook of the same receiver', async (t, { admin }) => {
  const receiver = await startReceiver(t, ({ path }, response) => { if (path === '/healthy') response.end() })
  for (let number = 0; number < 90; number++) await addWebhook(admin, { http_url: `${receiver.url}/${number}` })
  for (let count = 0; count < 3; count++) await addAsset(admin)
  await eventually('all of them hang', () => new Set(receiver.received.map(({ path }) => path)).size === 90)
  await addWebhook(admin, { http_url: `${receiver.url}/healthy` })
  for (let count = 0; count < 5; count++) await addAsset(admin)
  await eventually('the healthy one has all', () => receiver.at('/healthy').length === 5)
}, {}, httpDialects)

onBothDatabases('A change of a webhook applies to the events after it', async (t, { admin }) => {
  const receiver = await startReceiver(t)
  const { id } = await addWebhook(admin, { http_url: `${receiver.url}/0` })
  for (let turn = 0; turn < 5; turn++) {
    await succeed(admin.post(`admin/webhooks/${id}`, { http_url: `${receiver.url}/${turn}` }))
    await addAsset(admin)
  }
  await eventually('five requests', () => receiver.received.length === 5)
  for (const { path, body } of receiver.received) {
    t.ok(Number(path.slice(1)) >= body.sequence - 1, `event ${body.sequence} went to ${path}`)
  }
})
