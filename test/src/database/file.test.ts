import { chmod, copyFile, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { openDatabase } from '#src/database/database.js'
import { Sqlite } from '#src/database/driver.mjs'
import { watchFile } from '#src/database/file-watch.js'
import { sqlitePath } from '#src/database/sqlite-path.js'
import { Overloaded } from '#src/errors.js'
import { createWorld } from '../../helper/app.js'
import { createTestDatabase } from '../../helper/databases.js'
import { isRefused, runProgram, startService } from '../../helper/program.js'

const damages: Array<{ what: string, damage: (file: string) => Promise<void>, problem: string }> = [
  { what: 'deleted', damage: (file) => rm(file), problem: 'the database file is gone' },
  {
    what: 'replaced',
    damage: async (file) => {
      await copyFile(file, `${file}.new`)
      await rename(`${file}.new`, file)
    },
    problem: 'the database file was replaced below the running service: start it again'
  }
]

for (const { what, damage, problem } of damages) {
  t.test(`When the database file is ${what} under the service, writes are answered with 503 and /readyz says why`, async (t) => {
    const { app, url, admin, anonymous } = await createWorld(t, 'sqlite')
    t.equal((await admin.post('assets', { title: 'Before' })).status, 200)
    await damage(sqlitePath(url))
    const refused = await admin.post('assets', { title: 'After' })
    t.match(refused, { status: 503, headers: { 'retry-after': String } })
    const ready = await anonymous.get('/readyz')
    t.match(ready, { status: 503, body: { problems: [problem] } })
    t.equal(await app.database.reads.prisma.asset.count(), 1)
  })
}

t.test('A commit is not acknowledged if the database file is deleted during it', async (t) => {
  const { app, url, adminCaller } = await createWorld(t, 'sqlite')
  await t.rejects(app.transact(adminCaller, async () => { await rm(sqlitePath(url)) }), Overloaded)
})

const skip = process.getuid?.() === 0 ? 'root may write to a file that is read-only' : false

t.test('While the database file is read-only, writes are answered with 503 and /readyz says why', { skip }, async (t) => {
  const { url, admin, anonymous } = await createWorld(t, 'sqlite')
  await chmod(sqlitePath(url), 0o444)
  t.equal((await admin.post('assets', { title: 'After' })).status, 503)
  t.match(await anonymous.get('/readyz'), { status: 503, body: { problems: ['the database file is read-only'] } })
  await chmod(sqlitePath(url), 0o644)
  t.equal((await admin.post('assets', { title: 'Later' })).status, 200)
})

t.test('A file that was read-only when it was opened stays a problem until the next start', { skip }, async (t) => {
  const file = join(await mkdtemp(join(tmpdir(), 'cutroom-file-')), 'file')
  t.teardown(() => rm(join(file, '..'), { recursive: true }))
  await writeFile(file, '')
  await chmod(file, 0o444)
  const problem = watchFile(file)
  t.equal(problem(), 'the database file is read-only')
  await chmod(file, 0o644)
  t.match(problem(), /start it again/)
})

t.test('A second server on one SQLite file warns at its start; a command, or a start after a kill, causes no warning', async (t) => {
  const { url, drop } = await createTestDatabase('sqlite')
  t.teardown(drop)
  const environment = { DATABASE_URL: url, LOG_LEVEL: 'warn', JOBS: 'off' }
  const first = await startService(t, environment)
  const command = await openDatabase(url)
  const second = await startService(t, environment)
  t.match((await second.stop()).stdout, /another server has this SQLite database open/)
  t.notMatch((await first.stop('SIGKILL')).stdout, /another server/)
  const third = await startService(t, environment)
  t.notMatch((await third.stop()).stdout, /another server/)
  await command.close()
})

t.test('A start that has to migrate is refused at once while another process has the file open', async (t) => {
  const { url, drop } = await createTestDatabase('sqlite')
  t.teardown(drop)
  const environment = { DATABASE_URL: url, LOG_LEVEL: 'silent', JOBS: 'off' }
  const first = await startService(t, environment)
  const other = new Sqlite(sqlitePath(url))
  other.exec("DELETE FROM _prisma_migrations WHERE migration_name LIKE '%_init'")
  const open = /the file is open in another process, which has to end first: .*cutroom\.db\n$/
  isRefused(t, await runProgram(t, 'src/server.js', [], environment), open)
  t.match(await first.stop(), { code: 0 })
  isRefused(t, await runProgram(t, 'src/server.js', [], environment), open)
  other.close()
})

t.test('A start and a command are refused while another process holds an exclusive lock on the file', async (t) => {
  const { url, drop } = await createTestDatabase('sqlite')
  t.teardown(drop)
  const other = new Sqlite(sqlitePath(url))
  t.teardown(() => other.close())
  other.pragma('locking_mode = EXCLUSIVE')
  other.exec('BEGIN EXCLUSIVE')
  const environment = { DATABASE_URL: url, LOG_LEVEL: 'silent' }
  const kept = /DATABASE_URL: .* cannot be opened: the file is open in another process, which keeps it to itself\n$/
  isRefused(t, await runProgram(t, 'src/server.js', [], environment), kept)
  isRefused(t, await runProgram(t, 'src/cli/main.js', ['user', 'list'], environment), kept)
})
