import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import t, { type Test } from 'tap'
import { buildApp } from '#src/app.js'
import { openDatabase } from '#src/database/database.js'
import { sqlitePath } from '#src/database/sqlite-path.js'
import { backUp } from '#src/operations/backup.js'
import { copyDatabase } from '#src/operations/copy/command.js'
import { takeOver } from '#src/operations/copy/take-over.js'
import { renewStoredHistory } from '#src/operations/history.js'
import { restore } from '#src/operations/restore.js'
import { createClient, createWorld, inOneApp, neverOverloaded, type Client, type World } from '../../helper/app.js'
import { addAsset, succeed } from '../../helper/items.js'
import { createTestDatabase } from '../../helper/databases.js'
import { eventually } from '../../helper/receiver.js'
import { addWebhook, fanOutAll, readWebhook } from '../../helper/webhooks.js'

const onBothDatabases = inOneApp()
const progress = { report: () => {}, end: () => {} }
const SKIPPED = 1_000_000

const refusal = (cursor: string, name = 'since') => ({
  status: 422,
  body: { error: `Invalid parameter '${name}' value "${cursor}": Must be a cursor of this history: start anew` }
})
const here = async (client: Client): Promise<string> => (await succeed(client.get('changes?since=now'))).next

/** The service on another database, as in another process. */
async function open (t: Test, { config, adminKey }: World, url: string) {
  const app = await buildApp({
    config: { ...config, DATABASE_URL: url },
    database: await openDatabase(url),
    overload: neverOverloaded,
    logger: pino({ level: 'silent' })
  })
  t.teardown(() => app.close())
  await takeOver(app)
  await app.ready()
  return { app, client: createClient(app, adminKey) }
}

const sequenceOf = async ({ app }: Pick<World, 'app'>, webhookId: number) =>
  Number((await app.database.reads.prisma.webhookState.findUniqueOrThrow({ where: { webhookId } })).lastSequence)

onBothDatabases('After another process renews the history, older cursors are refused, also those of waiting readers', async (t, world) => {
  const { admin, adminKey, app, url } = world
  const before = await here(admin)
  t.match(Buffer.from(before, 'base64url').toString(), /^\d+\.\d+$/, 'there is no epoch yet')
  await addAsset(admin)
  t.equal((await succeed(admin.get(`changes?since=${before}`))).changes.length, 1)

  const place = await here(admin)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }
  const stream = await fetch(`http://127.0.0.1:${port}/api/v2/changes?since=${place}`, {
    headers: { 'x-api-key': adminKey, accept: 'text/event-stream' }
  })
  const ended = stream.text()
  const waiting = admin.get(`changes?since=${place}&wait=60`)
  await eventually('two waiting readers', () => app.changes.waiters === 2)
  const { epoch } = await renewStoredHistory(url)
  t.match(epoch, /^[0-9a-f]{16}$/)
  t.match(await waiting, refusal(place))
  t.notMatch(await ended, /^id: /m, 'the stream ends')

  const kinds: Array<Record<string, string>> = [{}, { accept: 'text/event-stream' }]
  for (const headers of kinds) {
    t.match(await admin.send('GET', `changes?since=${before}`, undefined, headers), refusal(before))
    t.match(
      await admin.send('GET', 'changes', undefined, { ...headers, 'last-event-id': before }),
      refusal(before, 'Last-Event-ID')
    )
  }
  const after = await here(admin)
  await addAsset(admin)
  t.equal((await succeed(admin.get(`changes?since=${after}`))).changes.length, 1)
  t.ok((await succeed(admin.get('changes'))).changes.length > 1, 'reading starts again from the beginning')
  const cut = after.slice(0, -2)
  t.match(await admin.get(`changes?since=${cut}`), { status: 422, body: { error: /Must be a cursor/ } })

  await renewStoredHistory(url)
  t.match(await admin.get(`changes?since=${after}`), refusal(after))
})

onBothDatabases('A renewal raises the sequence of each webhook by 1,000,000, and keeps the waiting deliveries', async (t, world) => {
  const { admin, app, url } = world
  const { id } = await addWebhook(admin)
  await addAsset(admin)
  t.equal((await readWebhook(admin, id)).queue_length, 1)
  const known = await sequenceOf(world, id)
  t.strictSame((await renewStoredHistory(url)).webhooks, 1)
  t.equal(await sequenceOf(world, id), known + SKIPPED)
  t.equal((await readWebhook(admin, id)).queue_length, 1, 'as many wait as before')
  await addAsset(admin)
  t.equal((await readWebhook(admin, id)).queue_length, 2)
  if (app.database.reads.sql.dialect.name === 'postgresql') return
  const queued = await app.database.reads.prisma.webhookQueueEntry.findMany({ where: { webhookId: id }, orderBy: { sequence: 'asc' } })
  t.strictSame(queued.map(({ sequence }) => Number(sequence)), [known, known + SKIPPED + 1])
})

t.test('After a restore older cursors are refused, and no sequence is given out a second time', async (t) => {
  const world = await createWorld(t, 'sqlite')
  const { admin, url } = world
  const { id } = await addWebhook(admin)
  await addAsset(admin)
  await fanOutAll(world.app)
  const file = join(t.testdir(), 'backup.db')
  await backUp({ databaseUrl: url, to: file, force: false, progress })
  const cursors = [await here(admin)]
  await addAsset(admin)
  await fanOutAll(world.app)
  cursors.push(await here(admin))
  await world.app.close()

  /** The last sequence that the replaced database has given out. */
  let given = 2
  for (const round of [1, 2, 3]) {
    await restore({ databaseUrl: url, from: file, force: true, progress })
    const { app, client } = await open(t, world, url)
    t.equal(await sequenceOf({ app }, id), given + SKIPPED)
    t.equal((await readWebhook(client, id)).queue_length, 1, 'the deliveries of the backup wait')
    for (const cursor of cursors) t.match(await client.get(`changes?since=${cursor}`), refusal(cursor), `${round}`)
    cursors.push(await here(client))
    await addAsset(client)
    await fanOutAll(app)
    given = await sequenceOf({ app }, id)
    await app.close()
  }

  await rm(sqlitePath(url))
  await restore({ databaseUrl: url, from: file, force: true, progress })
  const { app } = await open(t, world, url)
  t.equal(await sequenceOf({ app }, id), 1 + SKIPPED, 'only the sequence of the backup is known')
})

onBothDatabases('A complete copy keeps the epoch of its source, and a copy that is behind gets another one', async (t, world) => {
  const { admin, url } = world
  const target = async () => {
    const { url: to, drop } = await createTestDatabase(url.startsWith('file:') ? 'postgresql' : 'sqlite')
    t.teardown(drop)
    return to
  }
  const [first, second] = [await target(), await target()]
  await renewStoredHistory(url)
  const cursor = await here(admin)
  t.equal((await copyDatabase({ from: url, to: first, progress })).complete, true)
  t.equal((await (await open(t, world, first)).client.get(`changes?since=${cursor}`)).status, 200)

  let written: Promise<unknown> | null = null
  const busy = { ...progress, report: () => { written ??= addAsset(admin) } }
  t.equal((await copyDatabase({ from: url, to: second, progress: busy })).complete, false)
  await written
  t.match(await (await open(t, world, second)).client.get(`changes?since=${cursor}`), refusal(cursor))
})
