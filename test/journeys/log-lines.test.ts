import t, { type Test } from 'tap'
import { openMigratedDatabase } from '#src/database/migrations.js'
import { migrationNames } from '#src/database/migrate/migrate.js'
import { purgeDue } from '#src/trash/timer.js'
import { createWorld, dialects, type World } from '../helper/app.js'
import { fillProject } from '../helper/fill.js'
import { addAsset, addProject, succeed } from '../helper/items.js'
import { isWarning, keepLog, type KeptLog } from '../helper/log.js'
import { newEmptyDatabase } from '../helper/prisma-project.js'
import { eventually } from '../helper/receiver.js'
import { runImport } from '../helper/transfer.js'

/** More items than one transaction changes. */
const MANY = 600

const jobOf = ({ app }: World, name: string) => {
  const job = app.jobs.find((job) => job.name === name)!
  return () => job.run(new AbortController().signal, () => {})
}

for (const dialect of dialects) {
  const promise = (title: string, check: (t: Test, world: World, log: KeptLog) => Promise<void>) =>
    t.test(`${title} (${dialect})`, async (t) => {
      const log = keepLog()
      await check(t, await createWorld(t, dialect, {}, { logger: log.logger }), log)
    })

  t.test(`Each migration is logged with its duration (${dialect})`, async (t) => {
    const log = keepLog()
    const url = await newEmptyDatabase(t, dialect)
    await (await openMigratedDatabase(url, { log: log.logger })).close()
    const lines = log.about('migration')
    t.strictSame(lines.map(({ migration }) => migration), await migrationNames(dialect))
    t.ok(lines.every(({ durationMs }) => Number.isInteger(durationMs)))
    await (await openMigratedDatabase(url, { log: log.logger })).close()
    t.equal(log.about('migration').length, lines.length, 'none is logged if none is missing')
  })

  promise('A large trash and a purge by the timer have a log line each', async (t, world, log) => {
    const { app, admin } = world
    const [one, other] = [await addProject(admin), await addProject(admin)]
    await fillProject(world, one.id, { assets: MANY })
    await succeed(admin.post(`projects/${one.id}/trash_bin`))
    const { projectId, accountId } = { projectId: one.id, accountId: world.adminCaller.accountId }
    t.match(log.about('cascade'), [{ kind: 'trash', accountId, projectId, items: MANY + 1, durationMs: Number }])

    await succeed(admin.post(`projects/${other.id}/trash_bin`))
    t.equal(log.about('cascade').length, 1, 'a small trash has only the line of its request')
    await purgeDue({
      database: app.database,
      transact: app.transact,
      retentionDays: 0,
      log: app.log,
      clock: () => Date.now() + 1000
    }, new AbortController().signal)
    t.match(log.about('purge'), [{ accountId, cohorts: 2, items: MANY + 2, durationMs: Number }])
    await jobOf(world, 'purge')()
    t.equal(log.about('purge').length, 1, 'a purge of nothing is not logged')
  })

  promise('An import is logged once at its end, as a warning if it failed', async (t, world, log) => {
    const { import: { id } } = await runImport(world, 'external_id,title\na,One\nb,Two\n')
    t.match(log.about('import'), [{ level: 30, importId: id, status: 'done', rows: 2, created: 2, durationMs: Number }])
    await runImport(world, 'external_id,nonsense\na,One\n')
    const [, failed] = log.about('import')
    t.ok(isWarning(failed))
    t.match(failed, { status: 'failed', error: String, rows: 0 })
  })

  promise('Building the search index, or renewing it, is logged at its beginning and at its end', async (t, world, log) => {
    const { app, admin, adminCaller } = world
    await addAsset(admin)
    await jobOf(world, 'search-index')()
    t.strictSame(log.about('search index built'), [])
    await app.transact(adminCaller, (tx) => tx.prisma.$executeRawUnsafe('DELETE FROM search_state') as never)
    await jobOf(world, 'search-index')()
    t.match(log.about('search index is being built'), [{ indexed: 0, total: 1 }])
    t.match(log.about('search index built'), [{ items: 1, durationMs: Number }])
    await app.transact(adminCaller, (tx) => tx.prisma.$executeRawUnsafe("UPDATE search_state SET value = '{\"version\":7,\"built\":true}'") as never)
    await jobOf(world, 'search-index')()
    t.match(log.about('search index is being renewed'), [{ indexed: 0, total: 1 }])
    t.match(log.about('search index renewed'), [{ items: 1, durationMs: Number }])
    t.equal(log.about('search index built').length, 1)
  })

  promise('The log line of a request has the remote address, and the path without query', async (t, { app }, log) => {
    await app.inject({ url: '/media/some-id?expires=1&signature=secret', remoteAddress: '192.0.2.7' })
    const [line] = log.about('request')
    t.match(line, { remoteAddress: '192.0.2.7', path: '/media/some-id', route: '/media/:file_id' })
    t.notMatch(JSON.stringify(line), 'secret')
  })
}

t.test('The log line of an aborted request has the remote address too', async (t) => {
  const log = keepLog()
  const { app, config } = await createWorld(t, 'sqlite', {}, { logger: log.logger })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const leaving = new AbortController()
  const headers = { 'x-api-key': config.ADMIN_API_KEY! }
  const asked = fetch(`${url}/api/v2/changes?since=now&wait=60`, { headers, signal: leaving.signal }).catch(() => {})
  await eventually('the reader', () => app.changes.waiters === 1)
  leaving.abort()
  await asked
  await eventually('the line', () => log.about('request').length === 1)
  t.match(log.about('request'), [{ remoteAddress: '127.0.0.1', path: '/api/v2/changes', aborted: true }])
})
