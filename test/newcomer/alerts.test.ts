import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { parse } from 'yaml'
import { projectRoot } from '../../src/basics/paths.js'
import { createWorld, dialects, type World } from '../helper/app.js'
import { addAsset, succeed } from '../helper/items.js'
import { readScrape, seriesOf, skipsRules, tryRules, type Sample, type Trial } from '../helper/promtool.js'
import { eventually, startReceiver } from '../helper/receiver.js'
import { addWebhook, readWebhook } from '../helper/webhooks.js'
import { startFileSender } from '../helper/media/sender.js'

const RULES = join(projectRoot, 'docs/operations/alerts.yaml')
const MINUTES = 2 * 60
/** Quick reads per minute of a healthy service: so many that one delayed by a busy machine does not count. */
const READS = 300

interface Rule {
  readonly alert: string
  readonly annotations: Readonly<Record<string, string>>
}

/** A fault: other values for series of the service, or for copies of them with other labels. */
interface Fault {
  readonly name: string
  readonly where?: Readonly<Record<string, string>>
  readonly other?: Readonly<Record<string, string>>
  readonly values: string | ((sample: Sample) => string)
}

const steady = (value: number) => `${value}x${MINUTES}`
const growing = (each: number) => `0+${each}x${MINUTES}`
/** Everything takes longer than this number of seconds. */
const slowerThan = (seconds: number) => ({ labels: { le } }: Sample) =>
  le === '+Inf' || Number(le) > seconds ? growing(1000) : steady(0)

const requests = 'cutroom_http_request_duration_seconds'
const waiting = 'cutroom_http_waiting_duration_seconds'
const anAsset = { route: '/api/v2/assets/:asset_id', status: '200' }

const faults: Record<string, readonly Fault[]> = {
  CutroomDown: [{ name: 'up', values: steady(0) }],
  CutroomRestarts: [{ name: 'process_start_time_seconds', values: growing(60) }],
  CutroomUpgradeWaits: [{ name: 'cutroom_upgrade_finished', values: steady(0) }],
  CutroomErrors: [{ name: `${requests}_count`, where: anAsset, other: { status: '500' }, values: growing(20) }],
  CutroomSlow: [{ name: `${requests}_bucket`, where: anAsset, values: slowerThan(1) }],
  CutroomEventLoopBusy: [{ name: 'nodejs_eventloop_lag_p99_seconds', values: steady(0.5) }],
  CutroomDatabaseWait: [{ name: 'cutroom_database_wait_seconds_bucket', values: slowerThan(0.5) }],
  CutroomFiguresMissing: [{ name: 'cutroom_source_failed', where: { source: 'webhooks' }, values: steady(1) }],
  CutroomDeliveriesLate: [{ name: 'cutroom_webhook_oldest_delivery_age_seconds', values: growing(60) }],
  CutroomRetriesLate: [{ name: 'cutroom_webhook_retry_overdue_seconds', values: growing(60) }],
  CutroomDeliveriesFail: [{
    name: 'cutroom_webhook_attempts_total', where: { outcome: 'success' }, other: { outcome: 'timeout' }, values: growing(100)
  }],
  CutroomDeliveriesGivenUp: [{ name: 'cutroom_webhook_given_up_total', values: `0x${MINUTES - 30} 1x29` }],
  CutroomIngestsFail: [{ name: 'cutroom_media_ingests_total', where: { outcome: 'failed' }, values: growing(10) }],
  CutroomIngestsLate: [{ name: 'cutroom_media_oldest_file_age_seconds', values: steady(5 * 3600) }],
  CutroomAnalysesFail: [{ name: 'cutroom_media_analyses_total', where: { outcome: 'failed' }, values: growing(10) }],
  CutroomAnalysesLate: [{ name: 'cutroom_media_oldest_analysis_age_seconds', values: steady(2 * 3600) }],
  CutroomProxiesFail: [{ name: 'cutroom_media_proxy_runs_total', where: { outcome: 'failed' }, values: growing(10) }],
  CutroomProxiesLate: [{ name: 'cutroom_media_oldest_proxy_age_seconds', values: steady(13 * 3600) }],
  CutroomRemovalsStuck: [{ name: 'cutroom_media_removals', values: steady(3) }],
  CutroomAccountFull: [
    { name: 'cutroom_media_account_bytes', where: { account: '1' }, values: steady(95) },
    { name: 'cutroom_media_account_limit_bytes', values: steady(100) }
  ],
  CutroomMailFails: [{ name: 'cutroom_mail_attempts_total', where: { outcome: 'given_up' }, values: growing(1) }],
  CutroomMailLate: [{ name: 'cutroom_mail_oldest_message_age_seconds', values: steady(3600) }],
  CutroomPurgeLate: [{ name: 'cutroom_purge_lag_seconds', values: steady(2 * 3600) }],
  CutroomIndexIncomplete: [{ name: 'cutroom_search_index_built_percent', values: steady(50) }],
  CutroomIndexLate: [{ name: 'cutroom_search_index_lag_seconds', values: growing(60) }],
  CutroomChangesUnnumbered: [{ name: 'cutroom_changes_unnumbered_age_seconds', values: growing(60) }],
  CutroomJobFails: [{ name: 'cutroom_job_failures_in_a_row', where: { name: 'webhooks' }, values: growing(1) }],
  CutroomDiskFills: [{ name: 'cutroom_disk_free_bytes', where: { folder: 'media' }, values: steady(1) }],
  CutroomLogLost: [{ name: 'cutroom_log_lines_dropped_total', values: growing(1) }],
  CutroomMemory: [{ name: 'process_resident_memory_bytes', values: steady(2e9) }]
}

/** Metrics that depend on the machine of the tests, which may be busy, and not on the service. */
const ofTheMachine: readonly Fault[] = [
  { name: 'cutroom_database_wait_seconds_bucket', values: growing(100) },
  { name: 'nodejs_eventloop_lag_p99_seconds', values: steady(0.01) },
  { name: 'process_resident_memory_bytes', values: steady(2e8) },
  { name: 'cutroom_disk_free_bytes', values: steady(8e10) },
  { name: 'cutroom_disk_size_bytes', values: steady(1e11) }
]

t.test('Each alert fires for its fault, and no other alert does', { skip: skipsRules }, async (t) => {
  const healthy = await watchHealthyService(t, 'sqlite')
  const { groups } = parse(await readFile(RULES, 'utf8')) as { groups: Array<{ rules: Rule[] }> }
  const rules = groups.flatMap((group) => group.rules)
  t.strictSame(rules.map(({ alert }) => alert).sort(), Object.keys(faults).sort(), 'each alert has a fault')
  const trials = rules.map(({ alert, annotations }): Trial => ({
    name: alert,
    series: asSeries(change(healthy, faults[alert]!)),
    expectations: [
      firing(alert),
      firing(alert, [...annotations.summary!.matchAll(/\$labels\.(\w+)/g)].map(([, label]) => label!))
    ]
  }))
  trials.push({
    name: 'CutroomErrors for requests that wait for changes',
    series: asSeries(change(healthy, [
      { name: `${waiting}_count`, where: { status: '200' }, other: { status: '503' }, values: growing(20) }
    ])),
    expectations: [firing('CutroomErrors')]
  })
  t.equal(tryRules(RULES, trials, { minutes: MINUTES }), '')
})

for (const dialect of dialects) {
  t.test(`No alert fires for a healthy service, also while clients wait for changes (${dialect})`, { skip: skipsRules }, async (t) => {
    const series = asSeries(await watchHealthyService(t, dialect))
    const none = { expression: 'group by (alertname) (ALERTS)', alerts: [] }
    t.equal(tryRules(RULES, [{ name: 'healthy', series, expectations: [none] }], { minutes: MINUTES }), '')
  })
}

/** Each series with its values. */
type Course = ReadonlyMap<string, { readonly sample: Sample, readonly values: string }>

/** The metrics that the rules use, of a service with some work each minute, as if it was watched for hours. */
async function watchHealthyService (t: Test, dialect: typeof dialects[number]): Promise<Course> {
  const world = await createWorld(t, dialect, { JOBS: 'on', MEDIA_MAX_BYTES_PER_ACCOUNT: '1000000' })
  const { url } = await startReceiver(t)
  const sender = await startFileSender(t, { bytes: Buffer.from('film') })
  const webhook = await addWebhook(world.admin, { http_url: url })
  const scrape = async () => readScrape((await world.anonymous.get('/metrics')).text)
  await workForAMinute(world, webhook.id, sender.url)
  const before = new Map((await scrape()).map((sample) => [seriesOf(sample), sample.value]))
  await workForAMinute(world, webhook.id, sender.url)
  const after = (await scrape()).filter(({ value }) => !Number.isNaN(value))
  t.notOk(after.some(({ labels }) => 'exported_job' in labels), 'no label collides with the labels of the target')
  const slowWaits = after.find(({ name, labels }) => name === `${waiting}_bucket` && labels.le === '1')!
  t.equal(slowWaits.value, 0, 'those who wait for changes wait for more than a second')
  const rules = await readFile(RULES, 'utf8')
  const course = new Map(after.filter(({ name }) => rules.includes(name)).map((sample) => {
    const first = before.get(seriesOf(sample)) ?? 0
    const counts = /_(?:total|bucket|count|sum)$/.test(sample.name)
    const values = counts ? `${first}+${decimal(sample.value - first)}x${MINUTES}` : steady(sample.value)
    return [seriesOf(sample), { sample, values }]
  }))
  return change(course, ofTheMachine)
}

async function workForAMinute ({ admin }: World, webhookId: number, files: string): Promise<void> {
  // Waits for an event that never happens.
  const wait = () => succeed(admin.get('changes?since=now&event=ASSET_APPROVED&wait=2'))
  await Promise.all([wait(), wait(), wait(), wait(), wait()])
  const { id } = await addAsset(admin)
  for (let read = 0; read < READS; read++) await succeed(admin.get(`assets/${id}`))
  await succeed(admin.post(`assets/${id}/media`, { file_url: `${files}/a`, filename: 'a' }))
  await eventually('the file', async () => (await admin.get(`assets/${id}/media`)).body.media[0].status === 'ready')
  await eventually('what is in it', async () =>
    (await admin.get(`assets/${id}/media`)).body.media[0].analysis === 'unsupported')
  await eventually('the delivery', async () => (await readWebhook(admin, webhookId)).queue_length === 0)
  await eventually('the index', async () => (await admin.get('search?q=untitled')).status === 200)
  await succeed(admin.get('export'))
}

/** Small numbers are written like `1e-7`, which promtool does not read. */
function decimal (value: number): string {
  return Math.max(0, value).toFixed(6)
}

/** Replaces the values of series, or adds series. Throws if there is no series of that name. */
function change (course: Course, faults: readonly Fault[]): Course {
  const changed = new Map(course)
  for (const { name, where = {}, other = {}, values } of faults) {
    const matching = [...course.values()].map(({ sample }) => sample).filter((sample) =>
      sample.name === name && Object.entries(where).every(([label, value]) => sample.labels[label] === value)
    )
    if (matching.length === 0) throw new Error(`The service does not tell ${seriesOf({ name, labels: where })}`)
    for (const { labels, ...rest } of matching) {
      for (const label of Object.keys(other)) if (!(label in labels)) throw new Error(`${name} has no label ${label}`)
      const sample = { ...rest, labels: { ...labels, ...other } }
      changed.set(seriesOf(sample), { sample, values: typeof values === 'string' ? values : values(sample) })
    }
  }
  return changed
}

function asSeries (course: Course): Map<string, string> {
  return new Map([...course].map(([series, { values }]) => [series, values]))
}

/** Expects this alert and no other, with labels that must be present. */
function firing (alert: string, labels: readonly string[] = []): Trial['expectations'][number] {
  const matchers = ['alertstate="firing"', ...labels.map((label) => `${label}!=""`)]
  return { expression: `group by (alertname) (ALERTS{${matchers.join()}})`, alerts: [alert] }
}
