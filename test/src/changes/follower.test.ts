import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { createUsers } from '#src/access/users.js'
import { numberChanges } from '#src/changes/numbering.js'
import { consumers } from '#src/consumers.js'
import { systemCaller } from '#src/core/caller.js'
import { createTransact } from '#src/core/transact.js'
import { openDatabase } from '#src/database/database.js'
import type { SqlValue, Statement } from '#src/database/sql.js'
import { createWorld, dialects, onBothDatabases, type World } from '../../helper/app.js'
import { addAsset } from '../../helper/items.js'
import { eventually } from '../../helper/receiver.js'
import type { ChangePage } from '#src/changes/pages.js'

/** Longer than any polling interval. */
const SILENCE_MS = 1500

async function wait ({ app, adminCaller }: World): Promise<ChangePage | null> {
  const reader = { caller: async () => adminCaller, gone: new AbortController().signal }
  return app.changes.readOrWait(reader, await app.changes.end(adminCaller), {
    limit: 100,
    includeItems: false
  }, 60_000)
}

onBothDatabases('A waiting reader gets what another process commits, even if that process is a command of the operator', async (t, world) => {
  const waiting = wait(world)
  await eventually('a waiting reader', () => world.app.changes.waiters === 1)
  const database = await openDatabase(world.url)
  t.teardown(() => database.close())
  const transact = createTransact({ database, consumers })
  await createUsers({ database, transact }).add({ email: 'new@example.com', admin: false })
  // On PostgreSQL the command leaves this to the job of a process, which does not run here.
  await transact(systemCaller(), numberChanges)
  t.strictSame((await waiting)!.changes.map(({ event }) => event), ['USER_ADDED', 'API_KEY_ADDED'])
})

for (const dialect of dialects) {
  t.test(`While nothing is committed, waiting readers send no statements to the database (${dialect})`, async (t) => {
    const world = await createWorld(t, dialect)
    const { app } = world
    const waiting = Array.from({ length: 100 }, () => wait(world))
    await eventually('a hundred waiting readers', () => app.changes.waiters === 100)
    let asked = 0
    const { sql } = app.database.reads
    for (const name of ['all', 'first', 'run'] as const) {
      const ask = sql[name]
      const counted: typeof ask = (statement: Statement, parameters: readonly SqlValue[]) => {
        asked++
        return ask(statement, parameters) as never
      }
      Object.assign(sql, { [name]: counted })
    }
    await eventually('silence', async () => {
      const before = asked
      await delay(SILENCE_MS)
      return asked === before
    })
    asked = 0
    await addAsset(world.admin)
    await Promise.all(waiting)
    t.ok(asked < 100, `one read serves all: ${asked} statements`)
  })
}
