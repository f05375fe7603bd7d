import t from 'tap'
import { createTestDatabase } from '#test/helper/databases.js'
import { startService } from '#test/helper/program.js'
import { eventually, startReceiver } from '#test/helper/receiver.js'

const KEY = 'cutroom_test_administrator'
const INFO = 30
/** The level of final failures. */
const WARN = 40

t.test('The log has one line with the outcome of each request, each delivery attempt and each ingest', async (t) => {
  const { url: databaseUrl, drop } = await createTestDatabase('sqlite')
  t.teardown(drop)
  const service = await startService(t, {
    DATABASE_URL: databaseUrl,
    ADMIN_API_KEY: KEY,
    WEBHOOK_RETRY_DELAYS: '0.05',
    MEDIA_RETRY_DELAYS: '0.05',
    LOG_LEVEL: 'info'
  })
  const receiver = await startReceiver(t, ({ path }, response) => {
    response.writeHead(path === '/failing' ? 500 : path === '/gone' ? 410 : 200).end('bytes')
  })
  const expected: object[] = []
  const ask = async (method: string, path: string, route: string, body?: object, key = KEY) => {
    const reqId = `request-${expected.length}`
    const headers = {
      'x-request-id': reqId,
      'x-api-key': key,
      ...(body !== undefined && { 'content-type': 'application/json' })
    }
    const answer = await fetch(`${service.url}${path}`, { method, headers, body: JSON.stringify(body) })
    expected.push({
      reqId,
      method,
      route,
      path: path.replace(/\?.*/, '').slice(0, 200),
      remoteAddress: '127.0.0.1',
      status: answer.status,
      durationMs: Number,
      ...(key === KEY && { userId: 1 })
    })
    return await answer.json().catch(() => null) as any
  }
  const attach = async (assetId: string, fileUrl: string) =>
    ask('POST', `/api/v2/assets/${assetId}/media`, '/api/v2/assets/:asset_id/media', {
      file_url: fileUrl,
      filename: 'a.mov'
    })

  for (const path of ['/fine', '/failing', '/gone']) {
    await ask('POST', '/api/v2/admin/webhooks', '/api/v2/admin/webhooks', {
      name: path,
      http_url: receiver.url + path,
      http_method: 'POST',
      trigger_events: ['ASSET_ADDED']
    })
  }
  const { asset } = await ask('POST', '/api/v2/assets', '/api/v2/assets', { title: 'Interview' })
  await attach(asset.id, `${receiver.url}/file`)
  await eventually(
    'the file',
    async () =>
      (await ask('GET', `/api/v2/assets/${asset.id}/media`, '/api/v2/assets/:asset_id/media')).media[0].status ===
        'ready'
  )
  await attach(asset.id, `${receiver.url}/failing`)
  await eventually(
    'its failure',
    async () => {
      const { media } = await ask('GET', `/api/v2/assets/${asset.id}/media`, '/api/v2/assets/:asset_id/media')
      return media.some(({ status }: any) => status === 'failed')
    }
  )
  await eventually('all deliveries', async () => {
    const { webhooks } = await ask('GET', '/api/v2/admin/webhooks', '/api/v2/admin/webhooks')
    return webhooks.every((webhook: any) =>
      webhook.disabled || webhook.queue_length + webhook.retry_queue_length === 0
    )
  })
  await ask('GET', '/api/v2/projects', '/api/v2/projects', undefined, 'wrong')

  for (
    const path of ['/nowhere/at-all?token=secret', '/%zz', `/${'x'.repeat(5000)}`]
  ) {
    await ask('GET', path, path)
    Object.assign(expected.at(-1)!, { route: path === '/%zz' ? undefined : null, userId: undefined })
  }

  const { stdout } = await service.stop()
  const lines = stdout.split('\n').filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
  const about = (message: string) => lines.filter(({ msg }) => msg === message)
  t.ok(lines.every(({ level, time, msg }) =>
    typeof level === 'number' && typeof time === 'number' && typeof msg === 'string'
  ))

  t.match(about('request'), expected)
  t.equal(about('request').length, expected.length)

  const attempts = about('webhook attempt').sort((a, b) => a.webhookId - b.webhookId || a.attempt - b.attempt)
  t.match(attempts, [
    {
      webhookId: 1,
      event: 'ASSET_ADDED',
      sequence: 1,
      attempt: 1,
      trigger: 'auto',
      status: 200,
      error: null,
      durationMs: Number,
      final: true
    },
    { level: INFO, webhookId: 2, attempt: 1, status: 500, error: 'http_status', final: false },
    { level: WARN, webhookId: 2, attempt: 2, status: 500, error: 'http_status', final: true },
    { webhookId: 3, attempt: 1, status: 410 }
  ])
  t.equal(attempts.length, 4)
  t.match(about('webhook disabled'), [{ level: WARN, webhookId: 3 }])

  // Either of the two files may be finished first.
  const ingests = about('ingest').sort((a, b) => a.level - b.level || a.outcome.localeCompare(b.outcome))
  t.match(ingests, [
    { level: INFO, outcome: 'ready', bytes: 5 },
    { level: INFO, outcome: 'retried', error: 'The sender answered 500 (Internal Server Error)', retryInMs: Number },
    { level: WARN, outcome: 'failed', error: 'The sender answered 500 (Internal Server Error)' }
  ])
  t.equal(ingests.length, 3)
  for (const { mediaFileId, assetId, durationMs } of ingests) {
    t.strictSame([typeof mediaFileId, assetId, typeof durationMs], ['string', asset.id, 'number'])
  }
})
