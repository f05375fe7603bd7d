import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { createTestDatabase } from '../../helper/databases.js'
import { isRefused, runProgram } from '../../helper/program.js'

async function databaseUrl (t: Test): Promise<string> {
  const { url, drop } = await createTestDatabase('sqlite')
  t.teardown(drop)
  return url
}

t.test('A start that cannot be is one line and exit code 1', { jobs: 2 }, async (t) => {
  for (
    const [title, environment, named] of [
      ['a wrong port', { PORT: '70000' }, /PORT/],
      ['a PostgreSQL that does not answer', { DATABASE_URL: 'postgres://user:geheim@127.0.0.1:1/x' }, /DATABASE_URL/],
      ['a PostgreSQL host that does not exist', { DATABASE_URL: 'postgres://user:geheim@nowhere.invalid/x' },
        /DATABASE_URL/],
      ['a malformed PostgreSQL URL', { DATABASE_URL: 'postgres://user:geheim@[::1:5432/x' }, /DATABASE_URL/],
      ['a SQLite file where no folder can be', { DATABASE_URL: 'file:/dev/null/cutroom.db' }, /DATABASE_URL/],
      ['a folder in the place of the SQLite file', { DATABASE_URL: 'file:/tmp' }, /DATABASE_URL/],
      ['a file in the place of the media folder', { MEDIA_DIR: '/dev/null' },
        /^cutroom: MEDIA_DIR: .*\/dev\/null.*: ENOTDIR/],
      ['a media folder that nobody can make', { MEDIA_DIR: '/proc/nowhere' }, /^cutroom: MEDIA_DIR: .*\/proc\/nowhere/]
    ] as const
  ) {
    t.test(title, async (t) => {
      const outcome = await runProgram(t, 'src/server.js', [], { LOG_LEVEL: 'silent', ...environment })
      isRefused(t, outcome, named)
      t.notMatch(outcome.stdout + outcome.stderr, 'geheim')
    })
  }

  t.test('a file that is no database', async (t) => {
    const file = `${t.testdir()}/cutroom.db`
    await writeFile(file, 'This is no database, but it is long enough to be taken for one. '.repeat(100))
    isRefused(
      t,
      await runProgram(t, 'src/server.js', [], { DATABASE_URL: `file:${file}`, LOG_LEVEL: 'silent' }),
      /database/i
    )
  })

  t.test('a port that is in use', async (t) => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    t.teardown(() => other.close())
    const { port } = other.address() as AddressInfo
    isRefused(
      t,
      await runProgram(t, 'src/server.js', [], {
        DATABASE_URL: await databaseUrl(t),
        PORT: String(port),
        LOG_LEVEL: 'silent'
      }),
      new RegExp(`${port}`)
    )
  })

  t.test('an address that this machine does not have', async (t) => {
    isRefused(
      t,
      await runProgram(t, 'src/server.js', [], {
        DATABASE_URL: await databaseUrl(t),
        HOST: '192.0.2.1',
        LOG_LEVEL: 'silent'
      }),
      /192\.0\.2\.1/
    )
  })
})
