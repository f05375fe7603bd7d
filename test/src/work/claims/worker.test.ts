import { newId } from '#src/basics/ids.js'
import { HOUR_MS } from '#src/basics/units.js'
import { systemCaller } from '#src/core/caller.js'
import { dueImports } from '#src/transfer/import/claim.js'
import { createWorker, freeAll, type Worker } from '#src/work/claims/worker.js'
import { eachAfter, inOneApp, type World } from '../../../helper/app.js'

/**
 * The app runs no jobs: otherwise its worker would free the rows of dead workers. Rows of all accounts are claimed, so
 * each test begins without any.
 */
const onBothDatabases = eachAfter(({ prisma }) => prisma.import.deleteMany(), inOneApp())

async function addRow ({ app, adminCaller: { accountId, userId } }: World): Promise<string> {
  const id = newId()
  await app.transact(systemCaller(), async (tx) => {
    await tx.prisma.import.create({
      data: {
        id,
        accountId,
        userId,
        status: 'pending',
        mode: 'upsert',
        key: 'id',
        dryRun: false,
        format: 'csv',
        createdAt: tx.time,
        dueAt: tx.time
      }
    })
  })
  return id
}

async function claim ({ app }: World, worker: Worker) {
  const claims = await app.transact(systemCaller(), (tx) =>
    dueImports.claim(tx, worker, { now: new Date(), longestDelayMs: 0, limit: 5 }))
  if (claims.length > 0) worker.entered(claims[0]!.owner)
  return claims
}

/** Sets the end of a worker's lease. */
const setEnd = ({ app }: World, id: string, ms: number) =>
  app.transact(systemCaller(), (tx) =>
    tx.prisma.worker.update({ where: { id }, data: { aliveUntil: new Date(Date.now() + ms) } }))

onBothDatabases('The rows of a dead worker are free as soon as another one checks, and it continues with a new id', async (t, world) => {
  const { app } = world
  const id = await addRow(world)
  const [dead, other] = [createWorker(app), createWorker(app)]
  const { signal } = dead
  let isHolding = true
  dead.holds(() => isHolding)
  t.match(await claim(world, dead), [{ row: { id } }])
  await other.freeDead()
  t.strictSame(await claim(world, other), [], 'it is alive')

  const before = dead.id
  await setEnd(world, before, -1)
  await dead.keepAlive()
  await other.freeDead()
  t.strictSame(await claim(world, other), [], 'a heartbeat that came late counts')

  await setEnd(world, before, -1)
  await other.freeDead()
  t.match(await claim(world, other), [{ row: { id } }])
  const second = await addRow(world)
  t.match(await claim(world, dead), [{ row: { id: second } }])
  t.ok(signal.aborted, 'its work is aborted')
  t.not(dead.id, before)

  await setEnd(world, dead.id, -1)
  await other.freeDead()
  const last = dead.signal
  await dead.keepAlive()
  t.ok(last.aborted, 'a heartbeat notices it too')
  isHolding = false
  await dead.keepAlive()
  t.strictSame(await app.database.reads.prisma.worker.findMany({ where: { id: dead.id } }), [], 'no heartbeat without work')
})

onBothDatabases('A worker whose lease dates from before the clock was set back counts as dead', async (t, world) => {
  const [dead, other] = [createWorker(world.app), createWorker(world.app)]
  const id = await addRow(world)
  await claim(world, dead)
  await setEnd(world, dead.id, HOUR_MS)
  await other.freeDead()
  t.match(await claim(world, other), [{ row: { id } }])
})

onBothDatabases('A worker frees its rows when it leaves, and the start of the only process frees all rows', async (t, world) => {
  const { app } = world
  const id = await addRow(world)
  const [first, second, third] = [createWorker(app), createWorker(app), createWorker(app)]
  await claim(world, first)
  await first.leave()
  t.match(await claim(world, second), [{ row: { id } }])
  await freeAll(app.database.reads.sql, app.transact)
  t.match(await claim(world, third), [{ row: { id } }])
})
