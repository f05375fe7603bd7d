import pg from 'pg'
import type { Test } from 'tap'
import { addChangeMetrics } from '../../src/changes/metrics.js'
import { Sqlite } from '../../src/database/driver.mjs'
import { locks } from '../../src/database/locks.js'
import { sqlitePath } from '../../src/database/sqlite-path.js'
import { createMetrics } from '../../src/metrics/metrics.js'
import { commit, version } from '../../src/basics/version.js'
import { addWebhookMetrics } from '../../src/webhooks/metrics.js'
import { httpDialects, inOneApp, onBothDatabases as inOwnApp, onOneDatabase } from '../helper/app.js'
import { eventually } from '../helper/receiver.js'

/** The figures are those of the whole service, so a test that shares it looks at those that no other one changes. */
const onBothDatabases = inOneApp()

const DAY_MS = 24 * 60 * 60 * 1000

onBothDatabases('metrics need no key and are in the Prometheus format', async (t, { anonymous }) => {
  const { status, text, headers } = await anonymous.get('/metrics')
  t.equal(status, 200)
  t.match(headers['content-type'], /^text\/plain; version=0\.0\.4/)
  t.match(text, /^cutroom_source_failed\{source="trash"\} 0$/m)
}, {}, httpDialects)

onBothDatabases('the metrics name the running version and its commit', async (t, { anonymous }) => {
  t.match(
    (await anonymous.get('/metrics')).text,
    new RegExp(`^cutroom_build_info\\{version="${version.replaceAll('.', '\\.')}",commit="${commit}"\\} 1$`, 'm')
  )
}, {}, httpDialects)

onBothDatabases('requests are measured by route and not by path', async (t, { admin, anonymous }) => {
  const { body: { asset } } = await admin.post('assets', { title: 'Interview' })
  await admin.get(`assets/${asset.id}`)
  await admin.get(`assets/${asset.id}`)
  await admin.get('assets/missing')
  await admin.get('nowhere/at/all')
  const { text } = await anonymous.get('/metrics')
  const count = (labels: string) =>
    text.split('\n').find((line) =>
      line.startsWith('cutroom_http_request_duration_seconds_count') && line.includes(labels)
    )?.split(' ').at(-1)
  t.equal(count('method="GET",route="/api/v2/assets/:asset_id",status="200"'), '2')
  t.equal(count('method="GET",route="/api/v2/assets/:asset_id",status="404"'), '1')
  t.equal(count('method="POST",route="/api/v2/assets",status="200"'), '1')
  t.equal(count('method="GET",route="none",status="404"'), '1')
  t.notMatch(text, asset.id)
}, {}, httpDialects)

onBothDatabases('the metrics of a write show its wait for a turn and each stage of its transaction', async (t, {
  admin, anonymous, url
}) => {
  await admin.post('assets', { title: 'Interview' })
  const { text } = await anonymous.get('/metrics')
  t.ok(waits(text) > 0, 'its turn')
  const own = url.startsWith('file:') ? ['checkpoint', 'lock', 'loop'] : ['connection']
  for (const stage of ['statements', 'consumers', 'sync', ...own]) t.ok(stageOf(text, stage).times > 0, stage)
  t.ok(stageOf(text, 'sync').seconds > 0, 'a commit is synced to disk')
})

onBothDatabases('the wait of a write for another process or a locked row is measured as the stage lock', async (t, { admin, anonymous, url }) => {
  const { body: { asset } } = await admin.post('assets', { title: 'Interview' })
  const metrics = async () => (await anonymous.get('/metrics')).text
  const begun = await metrics()
  const release = await holdRow(url, asset.id)
  const write = admin.put(`assets/${asset.id}`, { title: 'Interview 2' })
  if (!url.startsWith('file:')) {
    // It takes three turns: with others, alone, and to wait.
    await eventually('it waits for the row', async () => waits(await metrics()) >= waits(begun) + 3)
  } else {
    // It tries to begin as soon as it has looked whether the log is to be copied.
    const { times } = stageOf(begun, 'checkpoint')
    await eventually('it waits for the file', async () => stageOf(await metrics(), 'checkpoint').times > times)
  }
  const held = performance.now()
  const { times, seconds } = stageOf(await metrics(), 'lock')
  const heldMs = performance.now() - held
  await release()
  t.equal((await write).status, 200)
  const ended = stageOf(await metrics(), 'lock')
  t.equal(ended.times, times + 1)
  // On PostgreSQL the last attempt is a part of the statements.
  if (url.startsWith('file:')) t.ok((ended.seconds - seconds) * 1000 >= heldMs)
})

onBothDatabases('a write with a large body is committed alone, so that small writes do not wait for it', async (t, {
  admin, anonymous
}) => {
  const description = 'x'.repeat(70_000)
  const commits = async () => stageOf((await anonymous.get('/metrics')).text, 'sync').times
  const create = async (keys: readonly Record<string, string>[]) => {
    const before = await commits()
    const answers = await Promise.all(keys.map((headers) => admin.send('POST', 'assets', { title: 'Interview', description }, headers)))
    t.ok(answers.every(({ status }) => status === 200))
    return await commits() - before
  }
  t.ok(await create(Array(8).fill({})) >= 8)
  t.ok(await create(Array.from({ length: 8 }, (_, key) => ({ 'idempotency-key': `large ${key}` }))) >= 8, 'also with an Idempotency-Key')
})

onOneDatabase('polls that wait for changes are measured apart, as the caller asks for the wait', async (t, { admin, anonymous }) => {
  const { body: { next } } = await admin.get('changes?since=now')
  const waits = [admin.get(`changes?since=${next}&wait=60`), admin.get(`changes?since=${next}&wait=60`)]
  await eventually('two polls wait', async () => /^cutroom_changes_waiting 2$/m.test((await anonymous.get('/metrics')).text))
  await admin.post('assets', { title: 'Interview' })
  await Promise.all(waits)
  await admin.get('changes?since=0&wait=1')
  await admin.get('changes?wait=0')
  const { text } = await anonymous.get('/metrics')
  t.match(text, 'cutroom_http_waiting_duration_seconds_count{kind="poll",route="/api/v2/changes",status="200"} 2\n')
  t.match(text, 'cutroom_http_waiting_duration_seconds_count{kind="poll",route="/api/v2/changes",status="422"} 1\n')
  t.match(
    text,
    'cutroom_http_request_duration_seconds_count{method="GET",route="/api/v2/changes",status="200"} 2\n',
    'the first, and the last'
  )
})

onOneDatabase('streams of changes are measured apart from other requests', async (t, { app, admin, anonymous }) => {
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const { body: { api_key: { key } } } = await admin.post('user/api_keys', { name: 'reader' })
  const leaving = new AbortController()
  const headers = { 'x-api-key': key, accept: 'text/event-stream' }
  await fetch(`${url}/api/v2/changes`, { headers, signal: leaving.signal })
  leaving.abort()
  const { text } = await eventually('the end of the stream', async () => {
    const answer = await anonymous.get('/metrics')
    return answer.text.includes('kind="stream"') ? answer : null
  })
  t.match(text, 'cutroom_http_waiting_duration_seconds_count{kind="stream",route="/api/v2/changes",status="200"} 1\n')
  t.notMatch(text, 'cutroom_http_request_duration_seconds_count{method="GET",route="/api/v2/changes"')
})

onBothDatabases('the wait of transactions for their turn is measured', async (t, { admin, anonymous }) => {
  const before = waits((await anonymous.get('/metrics')).text)
  await admin.post('assets', { title: 'Interview' })
  t.equal(waits((await anonymous.get('/metrics')).text), before + 1)
}, {}, httpDialects)

onBothDatabases('the purge lag is the time by which the oldest item in the trash is overdue', async (t, { app, admin, adminCaller, anonymous }) => {
  const lag = async () => Number(/^cutroom_purge_lag_seconds (.*)$/m.exec((await anonymous.get('/metrics')).text)?.[1])
  const { body: { asset } } = await admin.post('assets', { title: 'Interview' })
  await admin.post(`assets/${asset.id}/trash_bin`)
  t.equal(await lag(), 0, 'its fourteen days have begun')
  await app.transact(adminCaller, async (tx) => {
    await tx.prisma.trashCohort.updateMany({
      where: { rootId: asset.id },
      data: { trashedAt: new Date(Date.now() - 15 * DAY_MS) }
    })
  })
  const seconds = await lag()
  t.ok(seconds >= 86_400 && seconds < 86_460, `a day: ${seconds}`)
})

function waits (text: string): number {
  return Number(/^cutroom_database_wait_seconds_count (\d+)$/m.exec(text)![1])
}

/** How often a stage was measured, and for how long in all. */
function stageOf (text: string, stage: string): { times: number, seconds: number } {
  const figure = (what: string) =>
    Number(new RegExp(`^cutroom_database_stage_seconds_${what}\\{stage="${stage}"\\} (\\S+)$`, 'm').exec(text)?.[1] ?? 0)
  return { times: figure('count'), seconds: figure('sum') }
}

/** Locks the row of an asset, or the whole file of SQLite, from outside of the service. */
async function holdRow (url: string, id: string): Promise<() => Promise<unknown>> {
  if (url.startsWith('file:')) {
    const driver = new Sqlite(sqlitePath(url))
    driver.exec('BEGIN IMMEDIATE')
    return async () => { driver.close() }
  }
  const client = new pg.Client(url)
  await client.connect()
  await client.query('BEGIN')
  await client.query('SELECT 1 FROM assets WHERE id = $1 FOR UPDATE', [id])
  return () => client.end()
}

onBothDatabases('webhooks and waiting deliveries are counted, and the age of the oldest delivery is shown', async (t, { app, admin, anonymous }) => {
  const { body: { webhook } } = await admin.post('admin/webhooks', {
    name: 'All',
    http_url: 'http://127.0.0.1:9/',
    http_method: 'POST',
    trigger_events: ['ASSET_ADDED']
  })
  const quiet = (await anonymous.get('/metrics')).text
  t.match(quiet, /^cutroom_webhooks\{disabled="false"\} 1$/m)
  t.match(quiet, /^cutroom_webhook_deliveries\{state="queued",disabled="false"\} 0$/m)
  t.match(quiet, /^cutroom_webhook_oldest_delivery_age_seconds 0$/m)
  await admin.post('assets', { title: 'Interview' })
  const waiting = (await anonymous.get('/metrics')).text
  t.match(waiting, /^cutroom_webhook_deliveries\{state="queued",disabled="false"\} 1$/m, 'before the fan-out')
  const inAMinute = createMetrics(app)
  addWebhookMetrics({ metrics: inAMinute, database: app.database, clock: () => Date.now() + 60_000 })
  const text = await inAMinute.render()
  t.match(text, /^cutroom_webhook_oldest_delivery_age_seconds [6-9]\d/m)
  t.match(text, /^cutroom_source_failed\{source="webhooks"\} 0$/m)
  await admin.post(`admin/webhooks/${webhook.id}`, { disabled: true })
  const disabled = (await anonymous.get('/metrics')).text
  t.match(disabled, /^cutroom_webhooks\{disabled="true"\} 1$/m)
  t.match(disabled, /^cutroom_webhook_deliveries\{state="queued",disabled="true"\} 1$/m, 'and after it')
  await admin.post('assets', { title: 'Interview' })
  t.match((await anonymous.get('/metrics')).text, /^cutroom_webhook_oldest_delivery_age_seconds 0$/m, 'it is meant to wait')
})

onBothDatabases('files that wait to be ingested are counted', async (t, { admin, anonymous }) => {
  const { body: { asset } } = await admin.post('assets', { title: 'Interview' })
  t.match((await anonymous.get('/metrics')).text, /^cutroom_media_files\{status="pending"\} 0$/m)
  await admin.post(`assets/${asset.id}/media`, { file_url: 'http://127.0.0.1:9/a.mov', filename: 'a.mov' })
  const { text } = await anonymous.get('/metrics')
  t.match(text, /^cutroom_media_files\{status="pending"\} 1$/m)
  t.match(text, /^cutroom_media_removals 0$/m)
  t.match(text, /^cutroom_source_failed\{source="media"\} 0$/m)
})

inOwnApp('changes without a number are counted, and the age of the oldest is shown', async (t, { app, url, admin, anonymous }) => {
  const figures = (text: string) => [...text.matchAll(/^cutroom_changes_unnumbered(?:_age_seconds)? (\S+)$/gm)].map(([, value]) => Number(value))
  await admin.get('changes')
  t.strictSame(figures((await anonymous.get('/metrics')).text), [0, 0])
  const isSqlite = app.database.reads.sql.dialect.name === 'sqlite'
  const release = isSqlite ? () => {} : await holdNumbers(t, url)
  await admin.post('assets', { title: 'Interview' })
  const inAMinute = createMetrics(app)
  addChangeMetrics({ ...app, metrics: inAMinute, clock: () => Date.now() + 60_000 })
  const [entries, age] = figures(await inAMinute.render())
  if (isSqlite) t.strictSame([entries, age], [0, 0], 'it has its number since its commit')
  else {
    t.equal(entries, 1)
    t.ok(age! >= 60 && age! < 120, `a minute: ${age}`)
  }
  await release()
  await admin.get('changes')
  t.strictSame(figures((await anonymous.get('/metrics')).text), [0, 0], 'a read numbers them')
})

/** Locks the numbers of changes until the returned function is called. */
async function holdNumbers (t: Test, url: string): Promise<() => Promise<unknown>> {
  const client = new pg.Client(url)
  await client.connect()
  t.teardown(() => client.end())
  await client.query('BEGIN')
  await client.query('SELECT pg_advisory_xact_lock($1)', [locks.changeNumbers])
  return () => client.query('COMMIT')
}
