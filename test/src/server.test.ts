import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { writeFile } from 'node:fs/promises'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { dialects } from '../helper/app.js'
import { createTestDatabase } from '../helper/databases.js'
import { runProgram, startService, type Outcome } from '../helper/program.js'

async function databaseUrl (t: Test, dialect: typeof dialects[number]): Promise<string> {
  const { url, drop } = await createTestDatabase(dialect)
  t.teardown(drop)
  return url
}

/** Refused with exit code 1 and one line that names what is wrong. */
function isRefused (t: Test, { code, stderr }: Outcome, named: RegExp): void {
  t.equal(code, 1)
  t.match(stderr, /^[^\n]+\n$/)
  t.match(stderr, named)
}

t.test('A start that cannot be is one line and exit code 1', { jobs: 2 }, async (t) => {
  for (const [title, environment, named] of [
    ['a wrong port', { PORT: '70000' }, /PORT/],
    ['a wrong database', { DATABASE_URL: 'mysql://localhost/x' }, /DATABASE_URL/],
    ['a wrong retention', { TRASH_RETENTION_DAYS: 'soon' }, /TRASH_RETENTION_DAYS/],
    ['a PostgreSQL that does not answer', { DATABASE_URL: 'postgres://user:geheim@127.0.0.1:1/x' }, /DATABASE_URL/],
    ['a PostgreSQL host that does not exist', { DATABASE_URL: 'postgres://user:geheim@nowhere.invalid/x' }, /DATABASE_URL/],
    ['a malformed PostgreSQL URL', { DATABASE_URL: 'postgres://user:geheim@[::1:5432/x' }, /DATABASE_URL/],
    ['a SQLite file where no folder can be', { DATABASE_URL: 'file:/dev/null/cutroom.db' }, /DATABASE_URL/],
    ['a folder in the place of the SQLite file', { DATABASE_URL: 'file:/tmp' }, /DATABASE_URL/]
  ] as const) {
    t.test(title, async (t) => {
      const outcome = await runProgram(t, 'src/server.js', [], { LOG_LEVEL: 'silent', ...environment })
      isRefused(t, outcome, named)
      t.notMatch(outcome.stdout + outcome.stderr, 'geheim')
    })
  }

  t.test('a file that is no database', async (t) => {
    const file = `${t.testdir()}/cutroom.db`
    await writeFile(file, 'This is no database, but it is long enough to be taken for one. '.repeat(100))
    isRefused(t, await runProgram(t, 'src/server.js', [], { DATABASE_URL: `file:${file}`, LOG_LEVEL: 'silent' }), /database/i)
  })

  t.test('a port that is in use', async (t) => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    t.teardown(() => other.close())
    const { port } = other.address() as AddressInfo
    isRefused(t, await runProgram(t, 'src/server.js', [], { DATABASE_URL: await databaseUrl(t, 'sqlite'), PORT: String(port), LOG_LEVEL: 'silent' }), new RegExp(`${port}`))
  })

  t.test('an address that this machine does not have', async (t) => {
    isRefused(t, await runProgram(t, 'src/server.js', [], { DATABASE_URL: await databaseUrl(t, 'sqlite'), HOST: '192.0.2.1', LOG_LEVEL: 'silent' }), /192\.0\.2\.1/)
  })
})

for (const dialect of dialects) {
  t.test(`The first start says where the service is, with a key and a line that works; the second keeps silent about it (${dialect})`, async (t) => {
    const environment = { DATABASE_URL: await databaseUrl(t, dialect) }
    const first = await startService(t, environment)
    const curl = first.greeting.split('\n').find((line) => line.trim().startsWith('curl '))!
    const key = /X-API-KEY: ([^']+)'/.exec(curl)![1]!
    t.match(first.greeting, first.url)
    t.equal(first.greeting.split(key).length - 1, 2, 'the key is there by itself and in the line to paste')
    const { stdout } = await promisify(execFile)('sh', ['-c', `${curl.trim().replace(/^curl/, 'curl -sS')}`])
    t.match(JSON.parse(stdout), { asset: { title: 'My first asset', owner: 'admin@example.com' } })

    const command = (...words: string[]) => runProgram(t, 'src/cli/main.js', words, environment)
    const added = await command('user', 'add', '--email', 'o\'neil "x"@example.com')
    isRefused(t, added, /e-mail/)
    const user = await command('user', 'add', '--email', "o'neil@example.com")
    t.strictSame([user.code, user.stderr, user.stdout.split('\n').length], [0, '', 2], 'one JSON value on one line, while the service runs')
    const { api_key: userKey } = JSON.parse(user.stdout)
    t.equal((await fetch(`${first.url}/api/v2/projects`, { headers: { 'x-api-key': userKey } })).status, 200)
    const nothing = await command('user')
    isRefused(t, nothing, /user/)
    t.equal(nothing.stdout, '')
    t.strictSame((await command('--help')).code, 0)

    t.match(await first.stop(), { code: 0, stderr: '' })
    const second = await startService(t, environment)
    t.notMatch(second.greeting, /cutroom_|curl/)
    t.equal((await fetch(`${second.url}/api/v2/projects`, { headers: { 'x-api-key': key } })).status, 200)
    t.match(await second.stop('SIGINT'), { code: 0, stderr: '' })
  })
}

t.test('The operator\'s command says what is wrong with its database in one line', { jobs: 2 }, async (t) => {
  for (const url of ['postgres://user:geheim@127.0.0.1:1/x', 'file:/dev/null/x.db', 'mysql://x', 'file:./empty.db']) {
    t.test(url, async (t) => {
      const outcome = await runProgram(t, 'src/cli/main.js', ['user', 'list'], { DATABASE_URL: url })
      isRefused(t, outcome, /database/i)
      t.notMatch(outcome.stderr, 'geheim')
      t.equal(outcome.stdout, '')
    })
  }
})
