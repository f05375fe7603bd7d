import { once } from 'node:events'
import { chmod, readdir, stat } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { createTestDatabase } from '#test/helper/databases.js'
import { isRefused, runProgram, startService } from '#test/helper/program.js'

async function databaseUrl (t: Test): Promise<string> {
  const { url, drop } = await createTestDatabase('sqlite')
  t.teardown(drop)
  return url
}

t.test('A start that fails prints one line and exits with code 1', { jobs: 2 }, async (t) => {
  const start = (t: Test, environment: Record<string, string>) =>
    runProgram(t, 'src/server.js', [], { LOG_LEVEL: 'silent', ...environment })

  t.test('a PostgreSQL that does not answer', async (t) => {
    const outcome = await start(t, { DATABASE_URL: 'postgres://user:geheim@127.0.0.1:1/x' })
    isRefused(t, outcome, /DATABASE_URL/)
    t.notMatch(outcome.stdout + outcome.stderr, 'geheim')
  })

  t.test('a file in place of the media folder', async (t) => {
    isRefused(t, await start(t, { MEDIA_DIR: '/dev/null' }), /^cutroom: MEDIA_DIR: .*\/dev\/null.*: ENOTDIR/)
  })

  t.test('a port that is in use', async (t) => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    t.teardown(() => other.close())
    const { port } = other.address() as AddressInfo
    isRefused(t, await start(t, { DATABASE_URL: await databaseUrl(t), PORT: String(port) }), new RegExp(`${port}`))
  })

  t.test('an address that this machine does not have', async (t) => {
    isRefused(t, await start(t, { DATABASE_URL: await databaseUrl(t), HOST: '192.0.2.1' }), /192\.0\.2\.1/)
  })
})

t.test('A start logs a warning about an unknown ADMIN_API_KEY, and about a database that other users of the machine may read', async (t) => {
  const { url, drop } = await createTestDatabase('sqlite')
  t.teardown(drop)
  const start = async (key: string) =>
    (await (await startService(t, { DATABASE_URL: url, ADMIN_API_KEY: key, LOG_LEVEL: 'info' })).stop()).stdout
  await chmod(url.slice('file:'.length), 0o644)
  const first = await start('sixteen_letters!')
  t.match(first, /"level":40.*"msg":"Other users of this machine may read \/.*cutroom\.db/)
  t.notMatch(first, 'ADMIN_API_KEY')
  await chmod(url.slice('file:'.length), 0o640)
  const second = await start('sixteen_others_!')
  t.match(second, /"level":40.*"msg":"ADMIN_API_KEY is no valid key/)
  t.notMatch(second, 'Other users')
})

t.test('Files of the service and its command are readable only by their user, and a stop removes the -server file', async (t) => {
  const folder = t.testdir()
  const environment = { DATABASE_URL: `file:${folder}/data/new.db`, MEDIA_DIR: `${folder}/data/media` }
  const service = await startService(t, environment)
  t.ok((await readdir(`${folder}/data`)).includes('new.db-server'))
  const kept = await runProgram(t, 'src/cli/main.js', ['backup', '--to', `${folder}/backup.db`], environment)
  t.equal(kept.code, 0)
  t.equal((await service.stop()).code, 0)
  const names = await readdir(folder, { recursive: true })
  t.ok(names.includes('backup.db') && names.includes('data/new.db'))
  t.strictSame(names.filter((name) => name.includes('-server')), [])
  for (const name of names) {
    t.equal((await stat(join(folder, name))).mode & 0o077, 0, name)
  }
})
