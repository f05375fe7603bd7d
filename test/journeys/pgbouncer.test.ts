import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import t, { type Test } from 'tap'
import { buildApp } from '../../src/app.js'
import { openDatabase } from '../../src/database/database.js'
import { createClient, createWorld, neverOverloaded, type World } from '../helper/app.js'

const PROGRAM = findProgram()
const skip = PROGRAM === null && 'pgbouncer is not installed'

function findProgram (): string | null {
  try {
    return execFileSync('sh', ['-c', 'PATH="$PATH:/usr/sbin:/usr/local/sbin" command -v pgbouncer'], {
      encoding: 'utf8'
    }).trim()
  } catch {
    return null
  }
}

async function freePort (): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

/**
 * A pooler with fewer connections to the server than one process opens. Resolves to the URL of the same database
 * through it.
 */
async function startPooler (t: Test, serverUrl: string, mode: 'session' | 'transaction', size: number): Promise<URL> {
  const server = new URL(serverUrl)
  const folder = mkdtempSync('/tmp/cutroom-pgbouncer-')
  const port = await freePort()
  const name = server.pathname.slice(1)
  writeFileSync(join(folder, 'pgbouncer.ini'), [
    '[databases]',
    `${name} = host=${server.hostname} port=${server.port} dbname=${name} user=${server.username} password=${decodeURIComponent(server.password)}`,
    '[pgbouncer]', 'listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir =', 'auth_type = any',
    `pool_mode = ${mode}`, `default_pool_size = ${size}`, 'max_client_conn = 200'
  ].join('\n'))
  chmodSync(folder, 0o755)
  const pooler = spawn(PROGRAM!, [...process.getuid?.() === 0 ? ['-u', 'nobody'] : [], join(folder, 'pgbouncer.ini')], {
    stdio: 'ignore'
  })
  t.teardown(async () => {
    const ended = once(pooler, 'exit')
    if (pooler.kill('SIGKILL')) await ended
    rmSync(folder, { recursive: true, force: true })
  })
  const url = new URL(serverUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  for (;;) {
    const client = new pg.Client(url.href)
    try {
      await client.connect()
      await client.end()
      return url
    } catch (error) {
      if ((error as { code?: string }).code !== 'ECONNREFUSED' || pooler.exitCode !== null) throw error
      await pause(50)
    }
  }
}

/**
 * What a process does, on whatever connection it is given: statements by hand and Prisma's, in and outside of
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

t.test('A PgBouncer in session mode needs nothing to be set', { skip }, async (t) => {
  const world = await createWorld(t, 'postgresql')
  const url = await startPooler(t, world.url, 'session', 60)
  await useAll(t, world, [url.href, url.href])
})
