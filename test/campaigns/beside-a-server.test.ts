import t from 'tap'
import { openDatabase } from '#src/database/database.js'
import { Sqlite } from '#src/database/driver.mjs'
import { sqlitePath } from '#src/database/sqlite-path.js'
import { createTestDatabase } from '#test/helper/databases.js'
import { isRefused, runProgram, startService } from '#test/helper/program.js'

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
