import t from 'tap'
import { openDatabase } from '../../src/database/database.js'
import { systemCaller } from '../../src/core/caller.js'
import { createTransact } from '../../src/core/transact.js'
import { dialects } from '../helper/app.js'
import { createTestDatabase } from '../helper/databases.js'
import { fillProject } from '../helper/fill.js'
import { startService } from '../helper/program.js'
import { eventually } from '../helper/receiver.js'

const KEY = 'cutroom_test_administrator'
const ASSETS = 3000
const PATIENCE_MS = 240_000

t.jobs = dialects.length
t.setTimeout(2 * PATIENCE_MS)
for (const dialect of dialects) {
  t.test(`A trash or restore of a large tree that is killed in the middle is finished after a restart (${dialect})`, { timeout: 2 * PATIENCE_MS }, async (t) => {
    const { url: databaseUrl, drop } = await createTestDatabase(dialect)
    t.teardown(drop)
    const start = () => startService(t, { DATABASE_URL: databaseUrl, ADMIN_API_KEY: KEY })
    let service = await start()
    const send = async (method: string, path: string, body?: object): Promise<any> => {
      const headers = { 'x-api-key': KEY, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
      return (await fetch(`${service.url}/api/v2/${path}`, { method, headers, body: body && JSON.stringify(body) }))
        .json()
    }
    const root = (await send('POST', 'projects', { title: 'Large' })).project.id as string
    const database = await openDatabase(databaseUrl)
    t.teardown(() => database.close())
    const writer = { app: { transact: createTransact({ database }) }, adminCaller: systemCaller({ id: 1, name: '' }) }
    await fillProject(writer, root, { assets: ASSETS })
    const { prisma } = database.reads

    // The proof kills the service during deletes.
    const steps = [
      { method: 'POST', path: '/trash_bin', event: 'ASSET_REMOVED', left: { cohortId: null } },
      { method: 'POST', path: '/restore', event: 'ASSET_RESTORED', left: { cohortId: { not: null } } }
    ]
    for (const { method, path, event, left } of steps) {
      const cut = send(method, `projects/${root}${path}`).then(() => 'answered', () => 'cut off')
      await eventually(
        'it has begun',
        async () => await prisma.historyEntry.count({ where: { event } }) > 0,
        PATIENCE_MS
      )
      await service.stop('SIGKILL')
      const [end, done] = [await cut, await prisma.historyEntry.count({ where: { event } })]
      t.comment(`${event}: ${done} of ${ASSETS} done, ${end}`)
      if (end === 'answered') t.equal(done, ASSETS, 'an answered request is complete')
      service = await start()
      await eventually('the service finishes it', async () => await prisma.cascade.count() === 0, PATIENCE_MS)
      t.equal(await prisma.asset.count({ where: left }), 0)
      const events = await prisma.historyEntry.findMany({ where: { event }, select: { assetId: true } })
      t.strictSame(
        [events.length, new Set(events.map(({ assetId }) => assetId)).size],
        [ASSETS, ASSETS],
        'each item once'
      )
    }
    t.equal((await service.stop()).code, 0)
  })
}
