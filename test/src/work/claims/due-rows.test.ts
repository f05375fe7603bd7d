import { newId } from '#src/basics/ids.js'
import { systemCaller } from '#src/core/caller.js'
import { dueImports, LONGEST_MS, type ImportClaim } from '#src/transfer/import/claim.js'
import { LeaseLost } from '#src/work/claims/claim.js'
import type { ClaimShares } from '#src/work/claims/turns.js'
import { createWorker } from '#src/work/claims/worker.js'
import { eachAfter, inOneApp, type World } from '../../../helper/app.js'
import { party } from '#test/helper/parties.js'

/** Rows of all accounts are claimed, so each test begins without any. */
const onBothDatabases = eachAfter(({ prisma }) => prisma.import.deleteMany(), inOneApp())

const MINUTE_MS = 60_000
const now = new Date()
const inMs = (ms: number) => new Date(now.getTime() + ms)

async function addRow (
  { app, adminCaller }: World, userId: number, dueAt: Date | null, { accountId } = adminCaller
): Promise<string> {
  const id = newId()
  const row = { status: 'pending', mode: 'upsert', key: 'id', dryRun: false, format: 'csv', createdAt: now }
  await app.transact(adminCaller, async (tx) => {
    await tx.prisma.import.create({ data: { ...row, id, accountId, userId, dueAt } })
  })
  return id
}

function createClaimer ({ app }: World, given: Partial<ClaimShares> = {}) {
  const worker = createWorker(app)
  const shares = { underWay: [], turns: new Map<string, number>(), ...given }
  return (limit: number, at = now) =>
    app.transact(systemCaller(), (tx) =>
      dueImports.claim(tx, worker, { now: at, longestDelayMs: MINUTE_MS, limit, shares }))
}

onBothDatabases('Users take turns, and the rows of each are claimed in order', async (t, world) => {
  for (let count = 30; count > 0; count--) await addRow(world, 1, inMs(-MINUTE_MS - count))
  const late = [await addRow(world, 2, inMs(-2)), await addRow(world, 2, inMs(-1))]
  const last = await addRow(world, 3, now)
  await addRow(world, 4, inMs(1))
  await addRow(world, 4, null)
  const claim = createClaimer(world)
  t.strictSame((await claim(3)).map(({ row }) => row.user_id), [1, 2, 3], 'at once')
  const order = [...await claim(1), ...await claim(1), ...await claim(1), ...await claim(1)]
  t.strictSame(order.map(({ row }) => row.user_id), [1, 2, 1, 1], 'and one after the other')
  t.equal(order[1]!.row.id, late[1])
  const rest = await claim(100)
  t.equal(rest.length, 26)
  t.notOk(rest.some(({ row }) => row.id === last), 'nothing is claimed twice')
})

onBothDatabases('A row is due again when its worker has held it too long, and this worker cannot change it any more', async (t, world) => {
  const { app } = world
  const id = await addRow(world, 1, now)
  const claim = createClaimer(world)
  const [first] = await claim(1)
  t.strictSame(await claim(1, inMs(LONGEST_MS - 1)), [])
  const [second] = await claim(1, inMs(LONGEST_MS))
  t.equal(second!.row.id, id)
  await t.rejects(app.transact(first!.caller, (tx) => dueImports.hold(tx, first!)), LeaseLost)
  await t.rejects(app.transact(first!.caller, (tx) => dueImports.letGo(tx, first!, now)), LeaseLost)
  await app.transact(second!.caller, (tx) => dueImports.letGo(tx, second!, null))
  t.strictSame(await claim(1, inMs(3 * LONGEST_MS)), [], 'nothing is left to do')
})

onBothDatabases('A row that is due later than possible dates from before the clock was set back, and is due now', async (t, world) => {
  const claim = createClaimer(world)
  await addRow(world, 1, inMs(MINUTE_MS))
  t.strictSame(await claim(1), [], 'this is possible')
  const id = await addRow(world, 1, inMs(60 * MINUTE_MS))
  t.match(await claim(5), [{ row: { id } }])
})

onBothDatabases('Another account is next, however many users of one account wait', async (t, world) => {
  const { accountId: first } = world.adminCaller
  const { id } = await world.addStranger()
  const { accountId: second } = await world.app.database.reads.prisma.user.findFirstOrThrow({ where: { id } })
  for (let user = 1; user <= 60; user++) await addRow(world, user, inMs(-MINUTE_MS))
  const stranger = { ...world.adminCaller, accountId: second }
  for (let count = 0; count < 3; count++) await addRow(world, 1000, inMs(-1), stranger)
  const accountsOf = async (claims: Promise<ImportClaim[]>) =>
    (await claims).map(({ row }) => row.account_id)
  t.strictSame(await accountsOf(createClaimer(world)(4)), [first, second, first, second])
  const busy = createClaimer(world, { underWay: [party(first, 1), party(first, 2)] })
  t.strictSame(await accountsOf(busy(1)), [second], 'the one with fewer under way')
  const users = new Set((await createClaimer(world)(10)).map(({ row }) => row.user_id))
  t.equal(users.size, 10, 'and the users of one take turns')
})

onBothDatabases('An account claims only as many rows as it has room for, and other accounts get the other places', async (t, world) => {
  const { accountId: first } = world.adminCaller
  const { id } = await world.addStranger()
  const { accountId: second } = await world.app.database.reads.prisma.user.findFirstOrThrow({ where: { id } })
  for (let user = 1; user <= 5; user++) await addRow(world, user, inMs(-MINUTE_MS))
  await addRow(world, 1000, inMs(-1), { ...world.adminCaller, accountId: second })
  const claims = await createClaimer(world, { roomOf: (accountId) => accountId === first ? 2 : 1 })(10)
  t.strictSame(claims.map(({ row }) => row.account_id).sort(), [first, first, second].sort())
})
