import t from 'tap'
import { openDatabase } from '../../src/database/database.js'
import { dialects } from '../helper/app.js'
import { createTestDatabase } from '../helper/databases.js'
import { startService } from '../helper/program.js'

const API_KEY = 'cutroom_test_administrator'
const SENDERS = 8
const ENOUGH = 60

for (const dialect of dialects) {
  t.test(`What was acknowledged survives kill -9, and nothing is there by half (${dialect})`, async (t) => {
    const { url: databaseUrl, drop } = await createTestDatabase(dialect)
    t.teardown(drop)
    const { url, stop } = await startService(t, { DATABASE_URL: databaseUrl, ADMIN_API_KEY: API_KEY })
    const acknowledged: Array<{ path: string, id: string }> = []

    const send = async (sender: number) => {
      const path = sender % 2 === 0 ? 'assets' : 'projects'
      while (true) {
        const answer = await fetch(`${url}/api/v2/${path}`, {
          method: 'POST',
          headers: { 'x-api-key': API_KEY, 'content-type': 'application/json' },
          body: '{"title":"x"}'
        })
        const body = await answer.json() as Record<string, { id: string }>
        acknowledged.push({ path, id: (body.asset ?? body.project)!.id })
        if (acknowledged.length === ENOUGH) stop('SIGKILL')
      }
    }
    const ends = await Promise.allSettled(Array.from({ length: SENDERS }, (_, sender) => send(sender)))
    t.ok(ends.every(({ status }) => status === 'rejected'), 'all were cut off')
    t.ok(acknowledged.length >= ENOUGH)

    const database = await openDatabase(databaseUrl)
    t.teardown(() => database.close())
    const { prisma } = database.reads
    const assets = (await prisma.asset.findMany({ select: { id: true } })).map(({ id }) => id)
    const projects = (await prisma.project.findMany({ select: { id: true } })).map(({ id }) => id)
    for (const { path, id } of acknowledged) t.ok((path === 'assets' ? assets : projects).includes(id))
    const entries = await prisma.historyEntry.findMany({
      where: { OR: [{ assetId: { not: null } }, { projectId: { not: null } }] }
    })
    const targetsOf = (event: string) =>
      entries.filter((entry) => entry.event === event).map((entry) => entry.assetId ?? entry.projectId!)
    t.strictSame(
      targetsOf('ASSET_ADDED').toSorted(),
      assets.toSorted(),
      'no change without its event, no event without its change'
    )
    t.strictSame(targetsOf('PROJECT_ADDED').toSorted(), projects.toSorted())
    t.strictSame(targetsOf('USER_LINKED').toSorted(), projects.toSorted())
    t.equal(await prisma.projectMember.count(), projects.length)
  })
}
