import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { postgresqlAt, sqliteAt } from '#proof/harness/databases.js'
import { createCommand } from '#src/cli/command.js'
import { projectRoot } from '#src/basics/paths.js'
import { LAST_TO_TAKE_OVER } from '#src/database/migrate/mismatch.js'
import { openExistingDatabase, openMigratedDatabase } from '#src/database/migrations.js'
import { sqlitePath } from '#src/database/sqlite-path.js'
import { newEmptyDatabase, onBothDatabases, type Dialect } from '../../helper/prisma-project.js'
import { isRefused, runProgram } from '../../helper/program.js'

const OLDER = `The database is too old for this version of Cutroom: start the version of commit ${LAST_TO_TAKE_OVER} once, which brings it up to date, and then this one`

const run = (url: string, ...words: string[]) =>
  createCommand({ DATABASE_URL: url, LOG_LEVEL: 'silent' }).parseAsync(words, { from: 'user' })

/** A database whose last migrations are those of two commits before `init`. */
async function olderDatabase (t: Test, dialect: Dialect) {
  const url = await newEmptyDatabase(t, dialect)
  await (await openMigratedDatabase(url)).close()
  const { execute, query } = dialect === 'sqlite' ? sqliteAt(sqlitePath(url)) : postgresqlAt(url)
  await execute(`
    DELETE FROM _prisma_migrations;
    INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
    VALUES ('a', 'x', '20261120190000_core', '2026-11-26'), ('b', 'x', '20261126193000_media_versions', '2026-11-26')`)
  return { url, query, notes: () => query('SELECT * FROM _prisma_migrations ORDER BY id') }
}

onBothDatabases('A database from before `init` is refused by the service and its command with the commit to start first, and stays as it is', async (t, dialect) => {
  const { url, notes } = await olderDatabase(t, dialect)
  const before = await notes()
  const environment = { DATABASE_URL: url, LOG_LEVEL: 'silent' }
  isRefused(t, await runProgram(t, 'src/server.js', [], environment), new RegExp(`^cutroom: ${OLDER}\n$`))
  isRefused(t, await runProgram(t, 'src/cli/main.js', ['serve'], environment), new RegExp(`^cutroom: ${OLDER}\n$`))
  const other = await newEmptyDatabase(t, dialect)
  const commands = [['user', 'list'], ['export'], ['search', 'verify'], ['history', 'renew'], ['copy', '--to', other]]
  if (dialect === 'sqlite') commands.push(['backup', '--to', join(t.testdir(), 'backup.db')])
  for (const words of commands) await t.rejects(run(url, ...words), { message: OLDER }, words.join(' '))
  const source = await newEmptyDatabase(t, 'sqlite')
  await (await openMigratedDatabase(source)).close()
  await t.rejects(run(source, 'copy', '--to', url), { message: OLDER }, 'copy into it')
  t.strictSame(await notes(), before)
})

onBothDatabases('A database from before `init` in which prisma migrate deploy has tried `init` in vain is refused in the same way', async (t, dialect) => {
  const { url, query } = await olderDatabase(t, dialect)
  await query("INSERT INTO _prisma_migrations (id, checksum, migration_name, logs) VALUES ('c', 'x', '20261126200000_init', 'exists') RETURNING id")
  await t.rejects(openMigratedDatabase(url), { message: OLDER })
})

t.test('A backup from before `init` is refused, and the database that it would replace stays', async (t) => {
  const backup = await olderDatabase(t, 'sqlite')
  const target = await newEmptyDatabase(t, 'sqlite')
  await (await openMigratedDatabase(target)).close()
  await t.rejects(run(target, 'restore', '--from', sqlitePath(backup.url), '--force'), { message: OLDER })
  await (await openExistingDatabase(target)).close()
  t.equal((await backup.notes()).length, 2)
})

t.test('README, CHANGELOG and docs/operations.md name the commit to start first, which takes such a database over', async (t) => {
  for (const path of ['README.md', 'CHANGELOG.md', 'docs/operations.md']) {
    t.match(await readFile(join(projectRoot, path), 'utf8'), new RegExp(`\`${LAST_TO_TAKE_OVER}\``), path)
  }
  try {
    const listed = execFileSync('git', ['ls-tree', '--name-only', `${LAST_TO_TAKE_OVER}:src/database/migrate`], { cwd: projectRoot, stdio: 'pipe' })
    t.match(listed.toString(), /^before-init$/m)
  } catch {
    t.pass('skipped: this is no checkout with the history of the commit')
  }
})
