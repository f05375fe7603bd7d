import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { openMigratedDatabase } from '#src/database/migrations.js'
import { OperatorMistake } from '#src/errors.js'
import { readConfig } from '#src/process/config.js'
import { requireMediaFolder } from '#src/process/disk.js'
import { createTestDatabase } from '../../helper/databases.js'
import { isRefused, runProgram } from '../../helper/program.js'

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

/** The steps of a start before it listens. */
async function prepare (environment: Record<string, string>): Promise<void> {
  const config = readConfig(environment)
  await requireMediaFolder(config)
  await (await openMigratedDatabase(config.DATABASE_URL)).close()
}

t.test('Settings that a start cannot use are operator mistakes, reported in one line without a password', async (t) => {
  const folder = t.testdir({ file: 'This is no database, but it is long enough to be taken for one. '.repeat(100) })
  const wrong: Array<[environment: Record<string, string>, named: RegExp]> = [
    [{ PORT: '70000' }, /^PORT/],
    [{ DATABASE_URL: 'postgres://user:geheim@nowhere.invalid/x' }, /DATABASE_URL/],
    [{ DATABASE_URL: 'postgres://user:geheim@[::1:5432/x' }, /DATABASE_URL/],
    [{ DATABASE_URL: 'file:/dev/null/cutroom.db' }, /DATABASE_URL/],
    [{ DATABASE_URL: 'file:/tmp' }, /DATABASE_URL/],
    [{ DATABASE_URL: `file:${folder}/file` }, /database/i],
    [{ MEDIA_DIR: '/proc/nowhere' }, /^MEDIA_DIR: .*\/proc\/nowhere/]
  ]
  for (const [environment, named] of wrong) {
    const mistake = await prepare({ MEDIA_DIR: folder, ...environment }).then(() => null, (error) => error)
    t.type(mistake, OperatorMistake, JSON.stringify(environment))
    t.match(mistake.message, named)
    t.notMatch(mistake.message, /\n|geheim/)
  }
})
