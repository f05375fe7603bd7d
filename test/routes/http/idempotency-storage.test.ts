import { pino } from 'pino'
import type { Test } from 'tap'
import { buildApp } from '#src/app.js'
import { openDatabase } from '#src/database/database.js'
import { expireAnswers } from '#src/idempotency/expire.js'
import { createClient, inOneApp, neverOverloaded, onBothDatabases, type Client, type World } from '../../helper/app.js'
import { fillTable } from '#test/helper/fill.js'
import { addProject, historyOf, succeed } from '../../helper/items.js'
import { eventually } from '../../helper/receiver.js'

const inAnAccount = inOneApp()

const DAY_MS = 24 * 60 * 60 * 1000

const post = (client: Client, path: string, body: unknown, key: string) =>
  client.send('POST', path, body, { 'idempotency-key': key })

const countStored = ({ app, adminCaller: { accountId } }: World) =>
  app.database.reads.prisma.idempotencyKey.count({ where: { accountId } })

/** Makes all stored answers older. */
async function age ({ app, adminCaller }: World, byMs: number): Promise<void> {
  const where = { accountId: adminCaller.accountId }
  const data = { createdAt: new Date(Date.now() - byMs) }
  await app.transact(adminCaller, (tx) => tx.prisma.idempotencyKey.updateMany({ where, data }))
}

/** Makes the database refuse to store answers. */
async function refuseAnswers ({ app, adminCaller, url }: World): Promise<void> {
  await app.transact(adminCaller, (tx) => tx.prisma.$executeRawUnsafe(url.startsWith('file:')
    ? "CREATE TRIGGER refuse BEFORE INSERT ON idempotency_keys BEGIN SELECT RAISE(ABORT, 'refused'); END"
    : 'ALTER TABLE idempotency_keys ADD CONSTRAINT refuse CHECK (false) NOT VALID'))
}

/** The service after a restart, or its second process. */
async function startAgain (t: Test, { config, url, adminKey }: World, jobs = false) {
  const app = await buildApp({
    config: { ...config, JOBS: jobs, MEDIA_DIR: t.testdir() },
    database: await openDatabase(url),
    logger: pino({ level: 'silent' }),
    overload: neverOverloaded
  })
  t.teardown(() => app.close())
  await app.ready()
  return { app, client: createClient(app, adminKey) }
}

inAnAccount('A failed request is not stored under its Idempotency-Key and can be retried', async (t, world) => {
  const { admin, adminCaller: { accountId }, addUser, app } = world
  const countAssets = () => app.database.reads.prisma.asset.count({ where: { accountId } })
  const project = await addProject(admin)
  const path = `projects/${project.id}/members`
  const next = (await addUser()).id + 1

  t.strictSame(
    (await post(admin, path, { user_id: next }, 'early')).body,
    { error: `User not found with id ${next}` },
    'a failure that is answered with 200'
  )
  t.strictSame((await post(admin, 'assets/nobody/restore', undefined, 'early')).status, 404)
  t.strictSame((await post(admin, 'assets', { title: 5 }, 'early')).status, 422)
  t.equal(await countStored(world), 0)

  t.equal((await addUser()).id, next)
  t.match((await post(admin, path, { user_id: next }, 'early')).body, { ok: /has been added/ })
  t.match(
    (await post(admin, 'assets', { title: 'right' }, 'early')).body,
    { asset: { title: 'right' } },
    'with another body, too'
  )
  t.equal(await countStored(world), 2)

  await t.test('a failure after a change rolls the change back', async (t) => {
    const { create } = app.assets
    app.assets.create = async (...parameters) => {
      await create(...parameters)
      throw new Error('too late')
    }
    const before = await countAssets()
    t.equal((await post(admin, 'assets', { title: 'undone' }, 'undone')).status, 500)
    app.assets.create = create
    t.strictSame([await countAssets(), await countStored(world)], [before, 2])
    const again = await post(admin, 'assets', { title: 'undone' }, 'undone')
    t.strictSame([again.status, again.headers['idempotency-replayed']], [200, undefined])
  })
})

onBothDatabases('An answer is stored in the transaction of its change: both exist or neither does', async (t, world) => {
  const { admin, app } = world
  const project = await addProject(admin)
  const history = await historyOf(admin, 'projects', project.id)
  await refuseAnswers(world)
  const { status, body } = await post(admin, 'assets', { title: 'Neither' }, 'neither')
  t.strictSame([status, body], [500, { error: 'Internal Server Error' }])
  t.equal((await post(admin, `projects/${project.id}/trash_bin`, undefined, 'neither')).status, 500)
  t.equal(await app.database.reads.prisma.asset.count(), 0)
  t.strictSame(await historyOf(admin, 'projects', project.id), history)
  await succeed(admin.post('assets', { title: 'Without a key' }))
})

inAnAccount('A stored answer survives a restart of the service', async (t, world) => {
  const first = await post(world.admin, 'assets', { title: 'Before' }, 'restart')
  const { app, client } = await startAgain(t, world)
  const again = await post(client, 'assets', { title: 'Before' }, 'restart')
  t.strictSame([again.status, again.text, again.headers['idempotency-replayed']], [200, first.text, 'true'])
  const { accountId } = world.adminCaller
  t.equal(await app.database.reads.prisma.asset.count({ where: { accountId } }), 1)
})

inAnAccount('An Idempotency-Key can be used for another request after 24 hours', async (t, world) => {
  const { admin, app } = world
  const expire = (clock: () => number) =>
    expireAnswers({ database: app.database, transact: app.transact, clock }, new AbortController().signal)
  const first = await post(admin, 'assets', { title: 'Day' }, 'day')

  await age(world, DAY_MS - 3_600_000)
  await expire(Date.now)
  t.equal((await post(admin, 'assets', { title: 'Day' }, 'day')).text, first.text, 'and not before')

  await age(world, DAY_MS + 1000)
  const second = await post(admin, 'assets', { title: 'Another day' }, 'day')
  t.strictSame([second.status, second.headers['idempotency-replayed'], second.body.asset.title], [200, undefined,
    'Another day'], 'also before it is removed')
  t.equal(
    (await post(admin, 'assets', { title: 'Another day' }, 'day')).text,
    second.text,
    'and is kept for the new request'
  )
  t.equal(await countStored(world), 1)

  await t.test('expired answers are removed by a background job, however many there are', async (t) => {
    await app.transact(world.adminCaller, (tx) =>
      fillTable(tx, 'idempotency_keys', Array.from(
        { length: 2500 },
        (_, index) => ({
          accountId: tx.caller.accountId,
          digest: `digest ${index}`,
          requestDigest: '',
          status: 200,
          answer: '{}',
          createdAt: tx.time
        })
      )))
    await age(world, DAY_MS + 1000)
    const fresh = await post(admin, 'assets', { title: 'Fresh' }, 'fresh')
    await startAgain(t, world, true)
    await eventually('the expiry', async () => await countStored(world) === 1)
    t.equal((await post(admin, 'assets', { title: 'Fresh' }, 'fresh')).text, fresh.text)
  })
})
