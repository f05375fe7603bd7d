import pg from 'pg'
import { pino } from 'pino'
import { reasonOf } from '#proof/harness/packages.js'
import t, { type Test } from 'tap'
import { buildApp } from '../../src/app.js'
import { openDatabase } from '../../src/database/database.js'
import { findPgbouncer, startPgbouncer } from '#proof/harness/pgbouncer.js'
import { eventually } from '#proof/harness/waiting.js'
import { migrate, migrationNames } from '../../src/database/migrate/migrate.js'
import { createClient, createWorld, neverOverloaded, type World } from '../helper/app.js'
import { noted, toMigrate } from '../helper/migrations.js'

const skip = findPgbouncer() === null && reasonOf(['pgbouncer'])

/**
 * A pooler with fewer connections to the server than one process opens. Resolves to the URL of the same database
 * through it.
 */
async function startPooler (t: Test, serverUrl: string, mode: 'session' | 'transaction', size: number): Promise<URL> {
  const pooler = await startPgbouncer(serverUrl, mode, size)
  t.teardown(pooler.close)
  return pooler.url
}

/**
 * Runs everything that a process does on any connection: statements by hand and Prisma's, in and outside of
 * transactions.
 */
async function useAll (t: Test, { config }: World, urls: string[]): Promise<void> {
  const clients = await Promise.all(urls.map(async (url) => {
    const app = await buildApp({
      config,
      database: await openDatabase(url),
      overload: neverOverloaded,
      logger: pino({ level: 'silent' })
    })
    t.teardown(() => app.close())
    await app.ready()
    return createClient(app, config.ADMIN_API_KEY!)
  }))
  await Promise.all(Array.from({ length: 60 }, async (_, index) => {
    const client = clients[index % clients.length]!
    const { status, body } = await client.post('assets', { title: 'x' })
    t.equal(status, 200)
    const path = `assets/${body.asset.id}`
    t.equal((await client.put(path, { title: 'y', external_id: `e${index}` })).status, 200)
    t.equal((await client.get(path)).body.asset.title, 'y')
    t.equal((await client.get('admin/webhooks')).status, 200)
    t.equal((await client.post('projects', { title: 'p' })).status, 200)
  }))
  for (const client of clients) t.equal((await client.get('/readyz')).status, 200)
}

t.test('Several processes share the connections of a PgBouncer in transaction mode', { skip }, async (t) => {
  const world = await createWorld(t, 'postgresql')
  const url = await startPooler(t, world.url, 'transaction', 3)
  url.searchParams.set('pgbouncer', 'true')
  await useAll(t, world, [url.href, url.href])
})

t.test('A PgBouncer in session mode needs no settings', { skip }, async (t) => {
  const world = await createWorld(t, 'postgresql')
  const url = await startPooler(t, world.url, 'session', 60)
  await useAll(t, world, [url.href, url.href])
})

t.test('Processes migrate through a PgBouncer in transaction mode, also what takes longer than a statement may', { skip }, async (t) => {
  const { url, folder, connect, rows } = await toMigrate(t, {
    '20990101000000_more': 'ALTER TABLE "assets" ADD COLUMN "more" TEXT;',
    '20990102000000_index': 'CREATE INDEX CONCURRENTLY "assets_more_idx" ON "assets"("more");'
  })
  await rows(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET statement_timeout = '100ms'`)
  const pooled = await startPooler(t, url, 'transaction', 3)
  const holder = await connect()
  await holder.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1')
  const migrating = Promise.all([1, 2].map(() => migrate(pooled.href, { folder, limits: { turnMs: 5 } })))
  await Promise.race([migrating, eventually('an index that has waited longer', async () => (await rows(`
    SELECT 1 FROM pg_stat_activity WHERE query LIKE 'CREATE INDEX CONCURRENTLY%' AND datname = current_database()
      AND query_start < now() - interval '300 ms'`)).length > 0)])
  await holder.query('COMMIT')
  await migrating
  t.strictSame(await noted(url), await migrationNames('postgresql', folder))
  const settings = new pg.Client(pooled.href)
  await settings.connect()
  t.match(await settings.query('SHOW statement_timeout'), { rows: [{ statement_timeout: '100ms' }] })
  await settings.end()
})
