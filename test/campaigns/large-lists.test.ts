import type { Test } from 'tap'
import { httpDialects, inOneApp, type World } from '#test/helper/app.js'
import { fillProject } from '#test/helper/fill.js'
import { addItemTo, addProject, succeed } from '#test/helper/items.js'

const onBothDatabases = inOneApp()

const MEBIBYTE = 1024 * 1024

/** A read that is longer than this is no look-up, and blocks the event loop for a while. */
const LONG = 10_000

/** Records how much each statement reads, in characters, and whether the loop turned since the last long one. */
function watchReads (t: Test, { app }: World) {
  const { sql } = app.database.reads
  const reads: Array<{ length: number, hadTurn: boolean }> = []
  let hadTurn = true
  const note = (length: number) => {
    reads.push({ length, hadTurn })
    if (length <= LONG) return
    hadTurn = false
    setImmediate(() => { hadTurn = true })
  }
  const { all, first } = sql
  sql.all = async (...parameters) => {
    const rows = await all(...parameters)
    note(JSON.stringify(rows).length)
    return rows as never[]
  }
  sql.first = async (...parameters) => {
    const row = await first(...parameters)
    note(JSON.stringify(row ?? null).length)
    return row as never
  }
  t.teardown(() => { Object.assign(sql, { all, first }) })
  return reads
}

const nextOf = (headers: Record<string, unknown>) => /<([^<>]+)>; rel="next"/.exec(String(headers.link))?.[1]

onBothDatabases('Large items are listed without being read all at once', async (t, world) => {
  const { admin } = world
  const project = await addProject(admin)
  const small = { title: 'small' }
  const large = {
    title: 'large',
    description: 'é'.repeat(100_000),
    tags: Array.from({ length: 500 }, () => 'x'.repeat(1000))
  }
  const added: string[] = []
  for (let count = 0; count < 24; count++) {
    added.push((await addItemTo(admin, 'assets', project.id, count % 3 === 0 ? small : large)).id)
  }
  const path = `projects/${project.id}/assets`

  await t.test('The list is answered whole', async (t) => {
    const reads = watchReads(t, world)
    const { assets } = await succeed(admin.get(path))
    t.strictSame(assets.map(({ id }: { id: string }) => id), added)
    t.strictSame(assets[1].tags, large.tags)
    t.equal(assets[1].description, large.description)
    t.ok(Math.max(...reads.map(({ length }) => length)) < MEBIBYTE, 'no statement reads a mebibyte or more')
  })

  await t.test('The list is answered in pages, each with a link to the next one', async (t) => {
    const reads = watchReads(t, world)
    const seen: string[] = []
    let pages = 0
    for (let next: string | undefined = `/api/v2/${path}?limit=10`; next !== undefined; pages++) {
      const { body, headers } = await admin.get(next) as { body: any, headers: Record<string, unknown> }
      seen.push(...body.assets.map(({ id }: { id: string }) => id))
      next = nextOf(headers)
    }
    t.strictSame([seen, pages], [added, 3])
    t.ok(Math.max(...reads.map(({ length }) => length)) < MEBIBYTE)
  })
})

onBothDatabases('Reading a long list leaves turns of the event loop to other requests', async (t, world) => {
  const { admin } = world
  const project = await addProject(admin)
  await fillProject(world, project.id, { assets: 5000 })
  const all = watchReads(t, world)
  const { assets } = await succeed(admin.get(`projects/${project.id}/assets`))
  t.equal(assets.length, 5000)
  const reads = all.filter(({ length }) => length > LONG)
  t.ok(reads.length >= 10, `${reads.length} reads`)
  t.ok(reads.every(({ hadTurn }) => hadTurn), 'the loop turns between any two')
}, {}, httpDialects)

onBothDatabases('Logs, webhooks, field groups and files with long values are read in portions', async (t, world) => {
  const { admin, app, adminCaller: { accountId } } = world
  const long = 'y'.repeat(400_000)
  for (let count = 0; count < 5; count++) {
    const { field_group: group } = await succeed(admin.post('admin/field_groups', { name: `Group ${count}` }))
    await succeed(admin.post(`admin/field_groups/${group.id}/fields`, {
      name: 'Field',
      field_type: 'textbox',
      dropdown_options: [],
      searchable: true,
      read_only: false
    }))
    await succeed(admin.post('admin/webhooks', {
      name: 'Webhook',
      http_url: 'http://127.0.0.1:9/',
      http_method: 'POST',
      trigger_events: []
    }))
  }
  const { asset } = await succeed(admin.post('assets', { title: 'x' }))
  for (let count = 0; count < 5; count++) {
    await succeed(admin.post(`assets/${asset.id}/media`, { file_url: 'http://127.0.0.1:9/', filename: 'x' }))
  }
  const entries = Array.from({ length: 60 }, (_, index) => ({
    id: `01890000-0000-7000-8000-0000000000${String(index).padStart(2, '0')}`,
    accountId,
    webhookId: 1,
    eventId: 'none',
    event: 'ASSET_ADDED',
    sequence: 1n,
    attempt: 1,
    trigger: 'auto',
    succeeded: true,
    final: true,
    givenUp: false,
    httpUrl: 'http://x/',
    httpMethod: 'POST',
    requestHeaders: '{}',
    responseStatus: 200,
    responseHeaders: index === 0 ? '{"x":***' : '{}',
    responseBody: 'z'.repeat(16_000),
    durationMs: 1,
    createdAt: new Date()
  }))
  await app.transact(world.adminCaller, async ({ prisma }) => {
    await prisma.webhookAttempt.createMany({ data: entries })
    // Earlier versions have accepted names as long as this.
    await prisma.field.updateMany({ data: { name: long } })
    await prisma.webhook.updateMany({ data: { name: long } })
    await prisma.mediaFile.updateMany({ data: { filename: long } })
  })

  for (
    const [path, name, count] of [['field_groups', 'field_groups', 5], ['admin/webhooks', 'webhooks', 5], [
      `assets/${asset.id}/media`,
      'media',
      5
    ], ['admin/webhooks/1/success', 'success_log', 60]] as const
  ) {
    const reads = watchReads(t, world)
    const whole = (await succeed(admin.get(path)))[name]
    t.equal(whole.length, count, path)
    t.ok(Math.max(...reads.map(({ length }) => length)) < MEBIBYTE, path)
    const first = await admin.get(`${path}?limit=4`)
    const second = await admin.get(`${nextOf(first.headers)!.replace('limit=4', 'limit=1000')}`)
    t.strictSame(
      [...first.body[name], ...second.body[name]].map(({ id }) => id),
      whole.map(({ id }: { id: string }) => id),
      path
    )
    t.equal(second.headers.link, undefined)
  }
  const { success_log: log } = await succeed(admin.get('admin/webhooks/1/success'))
  t.equal(
    log.at(-1).response_headers,
    null,
    'headers that an earlier version has broken are left out, and the log is answered'
  )
})
