import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { scriptBeforeInit } from '#proof/harness/before-init.js'
import { projectRoot } from '#src/basics/paths.js'
import { createCommand } from '#src/cli/command.js'
import { LAST_COMMIT } from '#src/database/migrate/before-init/names.js'
import { openMigratedDatabase } from '#src/database/migrations.js'
import { catalogueOf } from '../../../helper/catalogue.js'
import { newEmptyDatabase, onBothDatabases } from '../../../helper/prisma-project.js'
import { isRefused, runProgram } from '../../../helper/program.js'
import { checkTakenOver, earlierDatabase, notesOf } from './earlier.js'

const OLDER = `The database is too old for this version of Cutroom: start the version of commit ${LAST_COMMIT} once, which brings it up to date, and then this one`
const LAST = "migration_name LIKE '%_media_versions'"
const cli = (url: string, ...words: string[]) => createCommand({ DATABASE_URL: url, LOG_LEVEL: 'silent' }).parseAsync(words, { from: 'user' })

onBothDatabases('A database that is older than the last version before `init` is refused with the commit to start first, and stays as it is', async (t, dialect) => {
  const earlier = await earlierDatabase(t, dialect)
  const { url } = earlier
  await earlier.execute(`DELETE FROM _prisma_migrations WHERE ${LAST}`)
  const before = [await notesOf(earlier), await catalogueOf(earlier)]
  isRefused(t, await runProgram(t, 'src/server.js', [], { DATABASE_URL: url, LOG_LEVEL: 'silent' }), new RegExp(`^cutroom: ${OLDER}\n$`))
  const other = await newEmptyDatabase(t, 'sqlite')
  for (const words of [['user', 'list'], ['export'], ['copy', '--to', other]]) {
    await t.rejects(cli(url, ...words), { message: OLDER }, words.join(' '))
  }
  const source = await earlierDatabase(t, 'sqlite')
  await t.rejects(cli(source.url, 'copy', '--to', url), { message: OLDER })
  t.strictSame([await notesOf(earlier), await catalogueOf(earlier)], before)
})

onBothDatabases('A database in which a migration of an earlier version has failed is refused in the same way', async (t, dialect) => {
  const earlier = await earlierDatabase(t, dialect)
  await earlier.execute(`UPDATE _prisma_migrations SET finished_at = NULL WHERE ${LAST}`)
  const before = await notesOf(earlier)
  await t.rejects(openMigratedDatabase(earlier.url), { message: OLDER })
  t.strictSame(await notesOf(earlier), before)
})

onBothDatabases('A migration of an earlier version that was rolled back and then applied does not count twice', async (t, dialect) => {
  const earlier = await earlierDatabase(t, dialect)
  await earlier.execute(`INSERT INTO _prisma_migrations (id, checksum, migration_name, rolled_back_at)
    SELECT 'x', 'y', migration_name, finished_at FROM _prisma_migrations WHERE ${LAST}`)
  await (await openMigratedDatabase(earlier.url)).close()
  await checkTakenOver(t, earlier)
})

onBothDatabases('An earlier database with a migration that nobody knows is refused as newer', async (t, dialect) => {
  const earlier = await earlierDatabase(t, dialect)
  await earlier.execute("INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', 'y', '20261126193500_own', '2026-11-26')")
  await t.rejects(openMigratedDatabase(earlier.url), { message: /does not know its migration 20261126193500_own:/ })
})

onBothDatabases('A command asks for a start of the service on a database that has still to be taken over', async (t, dialect) => {
  const { url } = await earlierDatabase(t, dialect)
  await t.rejects(cli(url, 'user', 'list'), { message: 'The database is not up to date: start the service once' })
})

t.test('README, CHANGELOG and docs/operations.md name the commit to start first', async (t) => {
  for (const path of ['README.md', 'CHANGELOG.md', 'docs/operations.md']) {
    t.match(await readFile(join(projectRoot, path), 'utf8'), new RegExp(`\`${LAST_COMMIT}\``), path)
  }
})

t.test('The last migrations of that commit are those that a database is recognised by', async (t) => {
  for (const dialect of ['sqlite', 'postgresql'] as const) {
    let listed: string
    try {
      listed = execFileSync('git', ['ls-tree', '--name-only', `${LAST_COMMIT}:prisma/migrations/${dialect}`], { cwd: projectRoot, stdio: 'pipe' }).toString()
    } catch {
      return t.pass('skipped: this is no checkout with the history of the commit')
    }
    t.strictSame(listed.match(/^\d+_\w+/gm), scriptBeforeInit(dialect).match(/(?<=')\d{14}_\w+(?=')/g))
  }
})
