import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import t, { type Test } from 'tap'
import { createTestDatabase } from '../helper/databases.js'
import { makeRelease, nextMinor, type Release } from '../helper/next-release.js'
import { isRefused, runProgram, startService } from '../helper/program.js'
import { eventually } from '../helper/receiver.js'
import { ADMIN_API_KEY } from '../helper/templates.js'

const ASK_AGAIN_MS = 200
const NEWER = /^(?:cutroom|error): The database is newer than this version of Cutroom: it is of 1\.1\.0\n$/

async function send (url: string, method: string, path: string, body?: object) {
  const answer = await fetch(`${url}/api/v2/${path}`, {
    method,
    headers: { 'x-api-key': ADMIN_API_KEY, ...body && { 'content-type': 'application/json' } },
    ...body && { body: JSON.stringify(body) }
  })
  return { status: answer.status, headers: answer.headers, body: await answer.json().catch(() => null) as any }
}

/** A process that has no time, on a busy machine, is asked again, as clients do. */
async function api (...request: Parameters<typeof send>): ReturnType<typeof send> {
  for (;;) {
    const answer = await send(...request)
    if (answer.status !== 503 || answer.body?.error !== 'Service is overloaded') return answer
    await pause(ASK_AGAIN_MS)
  }
}

const add = (url: string, title: string) => api(url, 'POST', 'assets', { title })
const ready = async (url: string) => (await fetch(`${url}/readyz`)).json() as Promise<{ status: string, warnings?: string[] }>

/** One PostgreSQL, and services of several releases on it. */
async function shareDatabase (t: Test) {
  const { url, drop } = await createTestDatabase('postgresql')
  const client = new pg.Client(url)
  await client.connect()
  t.teardown(async () => {
    await client.end()
    await drop()
  })
  const environment = { DATABASE_URL: url, ADMIN_API_KEY, LOG_LEVEL: 'warn', NODE_ENV: 'test', MEDIA_DIR: t.testdir() }
  const run = async (release: Release | null, ...words: string[]) => {
    const { code, stdout, stderr } = await runProgram(t, release?.command ?? 'src/cli/main.js', words, environment)
    return { code, stderr, printed: stdout === '' ? null : JSON.parse(stdout) }
  }
  return {
    environment,
    client,
    run,
    start: (release: Release | null, more: Record<string, string> = {}) =>
      startService(t, { ...environment, ...more }, release?.server),
    refuse: (release: Release | null) =>
      runProgram(t, release?.server ?? 'src/server.js', [], environment),
    /** The time of which the finish waits for the end has passed for those that are not at work any more. */
    pass: async () => {
      await client.query("UPDATE processes SET seen_at = seen_at - INTERVAL '40 seconds' WHERE stopped OR release <> '1.1.0'")
      await client.query("UPDATE database_release SET closed_at = closed_at - INTERVAL '40 seconds'")
    },
    status: async (release: Release) => (await run(release, 'upgrade', 'status')).printed
  }
}

t.test('Two releases work beside one another, the older one is started again, and then the upgrade is finished (postgresql)', async (t) => {
  const next = await makeRelease(t, nextMinor)
  const { start, refuse, pass, status, run, client } = await shareDatabase(t)
  const old = await start(null)
  const { body: { asset: { id } } } = await add(old.url, 'Harbour')
  const later = await start(next)
  for (const { url } of [old, later]) {
    t.equal((await add(url, 'Beside')).status, 200)
    t.match((await api(url, 'GET', `assets/${id}`)).body, { asset: { title: 'Harbour' } })
    t.equal((await api(url, 'GET', 'search?q=beside')).status, 200)
  }
  t.equal((await ready(old.url)).status, 'ready')
  t.match(await ready(later.url), {
    status: 'ready', warnings: ['the upgrade to 1.1.0 is not finished: 1 process of 1.0.0 is at work']
  })
  t.match(await status(next), {
    version: '1.1.0', finished: false, job: null, processes: [{ version: '1.0.0' }, { version: '1.1.0' }]
  })
  t.match(await run(next, 'upgrade', 'finish'), { code: 1, stderr: 'error: 1 process of 1.0.0 is at work: stop them first\n' })

  t.match(await old.stop(), { code: 0 })
  t.match(await ready(later.url), { warnings: ['the upgrade to 1.1.0 is not finished'] })
  const again = await start(null)
  t.equal((await add(again.url, 'Taken back')).status, 200, 'the way back')
  await again.stop()

  const seen = async () => Number((await client.query('SELECT COUNT(*) AS count FROM shades_seen')).rows[0].count)
  t.equal(await seen(), 0, 'a consumer that is new begins at the finish')
  await eventually('the finish', async () => {
    await pass()
    return (await status(next)).finished
  })
  await eventually('the new consumer', async () => {
    t.equal((await add(later.url, 'After')).status, 200)
    return await seen() > 0
  })
  t.equal((await ready(later.url)).warnings, undefined)
  isRefused(t, await refuse(null), NEWER)
  t.match(await run(null, 'user', 'list'), { code: 1, stderr: NEWER })
  await eventually('the renewal of the index', async () => (await status(next)).job === null)
  const { body } = await api(later.url, 'GET', 'search?q=taken')
  t.equal(body.results.length, 1)
  const { rows } = await client.query("SELECT indisvalid FROM pg_index WHERE indexrelid = 'assets_shade_idx'::regclass")
  t.strictSame(rows, [{ indisvalid: true }])
})

t.test('While three processes are replaced by three that start at once, no request fails and no write is lost (postgresql)', async (t) => {
  const next = await makeRelease(t, nextMinor)
  const { start, pass, status } = await shareDatabase(t)
  const first = await start(null)
  const old = [first, ...await Promise.all([start(null), start(null)])]
  /** Those to which requests are sent, as by a proxy that heeds /readyz. */
  let serving = old.map(({ url }) => url)
  const written: string[] = []
  const failed: unknown[] = []
  const over = new AbortController()
  const clients = [1, 2].map(async (client) => {
    for (let count = 0; !over.signal.aborted; count++) {
      const url = serving[count % serving.length]!
      const title = `frame${client}x${count}`
      const added = await add(url, title).catch((error: Error) => ({ status: error.message, body: null }))
      if (added.status === 200) written.push(title)
      else failed.push(added)
      const read = await api(url, 'GET', `assets/${added.body?.asset.id}`).catch((error: Error) => ({ status: error.message }))
      if (read.status !== 200) failed.push(read)
    }
  })
  const enough = async () => {
    const { length } = written
    await eventually('more writes', () => written.length > length + 20)
  }
  await enough()
  const later = await Promise.all([start(next), start(next), start(next)])
  serving = [...serving, ...later.map(({ url }) => url)]
  await enough()
  serving = later.map(({ url }) => url)
  await enough()
  for (const { stop } of old) t.match(await stop(), { code: 0 })
  await eventually('the finish', async () => {
    await pass()
    return (await status(next)).finished
  })
  await enough()
  over.abort()
  await Promise.all(clients)
  t.strictSame(failed, [])
  await eventually('the renewal of the index', async () => (await status(next)).job === null)
  for (const { url } of later) {
    const missing = []
    for (const title of written) {
      if ((await api(url, 'GET', `search?q=${title}`)).body.results.length !== 1) missing.push(title)
    }
    t.strictSame(missing, [])
  }
  t.comment(`${written.length} writes`)
})

t.test('A process that was frozen during the finish writes nothing when it wakes (postgresql)', async (t) => {
  const next = await makeRelease(t, nextMinor)
  const { start, pass, status, client } = await shareDatabase(t)
  const old = await start(null)
  const later = await start(next)
  process.kill(old.pid, 'SIGSTOP')
  await eventually('the finish', async () => {
    await pass()
    return (await status(next)).finished
  })
  const sent = Promise.all(['one', 'two', 'three'].map((title) => send(old.url, 'POST', 'assets', { title })))
  process.kill(old.pid, 'SIGCONT')
  for (const { status, headers } of await sent) {
    t.equal(status, 503)
    t.match(headers.get('retry-after'), /^\d+$/)
  }
  t.equal((await api(old.url, 'GET', 'projects')).status, 200, 'it reads')
  t.strictSame((await client.query('SELECT title FROM assets')).rows, [])
  t.equal((await add(later.url, 'New')).status, 200)
})

t.test('A release that was skipped needs a stop (postgresql)', async (t) => {
  const far = await makeRelease(t, { ...nextMinor, version: '1.2.0' })
  const { start, refuse } = await shareDatabase(t)
  const old = await start(null)
  isRefused(t, await refuse(far), /^cutroom: The database is of 1\.0\.0, whose processes cannot stay: stop them first\n$/)
  t.equal((await add(old.url, 'Goes on')).status, 200)
  await old.stop()
  const later = await start(far)
  t.equal((await api(later.url, 'GET', 'assets')).status, 200)
  isRefused(t, await refuse(null), /it is of 1\.2\.0\n$/)
})

t.test('An upgrade by hand waits for the command (postgresql)', async (t) => {
  const next = await makeRelease(t, nextMinor)
  const { start, pass, status, run } = await shareDatabase(t)
  await (await start(null)).stop()
  const later = await start(next, { FINISH_UPGRADE: 'manual' })
  await pass()
  const finishing = run(next, 'upgrade', 'finish')
  await eventually('the finish', async () => {
    await pass()
    return (await status(next)).finished
  })
  t.match(await finishing, { code: 0, printed: { version: '1.1.0', finished: true } })
  t.match(await ready(later.url), { status: 'ready' })
})

t.test('On SQLite the upgrade is finished at once, after a backup, and the backup leads back', async (t) => {
  const next = await makeRelease(t, nextMinor)
  const { url, drop } = await createTestDatabase('sqlite')
  t.teardown(drop)
  const environment = { DATABASE_URL: url, ADMIN_API_KEY, LOG_LEVEL: 'silent', NODE_ENV: 'test' }
  const old = await startService(t, environment)
  const { body: before } = await add(old.url, 'Before')
  await old.stop()
  const later = await startService(t, environment, next.server)
  const { body: after } = await add(later.url, 'After')
  t.match(await (await fetch(`${later.url}/readyz`)).json(), { status: 'ready', warnings: undefined })
  await later.stop()
  isRefused(t, await runProgram(t, 'src/server.js', [], environment), NEWER)
  const from = `${url.slice('file:'.length)}.before-1.1.0`
  t.match(await runProgram(t, 'src/cli/main.js', ['restore', '--from', from, '--force'], environment), { code: 0 })
  const back = await startService(t, environment)
  t.equal((await api(back.url, 'GET', `assets/${before.asset.id}`)).status, 200)
  t.equal((await api(back.url, 'GET', `assets/${after.asset.id}`)).status, 404)
  await back.stop()
})
