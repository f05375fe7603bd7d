import { cp, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { projectRoot } from '#src/basics/paths.js'
import { openDatabase } from '#src/database/database.js'
import { migrate, migrationNames } from '#src/database/migrate/migrate.js'
import { pendingMigrations } from '#src/database/migrations.js'
import { backUpBeforeUpgrade } from '#src/operations/backup-before-upgrade.js'
import { version } from '#src/basics/version.js'
import { isRefused, runProgram, startService } from '../../helper/program.js'

const progress = { report: () => {}, end: () => {} }

/** A database of an earlier release, which lacks the last migration, in a folder of its own. */
async function openOlder (t: Test) {
  const folder = await mkdtemp(join(tmpdir(), 'cutroom-older-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const migrations = join(folder, 'migrations')
  await cp(join(projectRoot, 'prisma/migrations/sqlite'), migrations, { recursive: true })
  const last = (await migrationNames('sqlite')).at(-1)!
  await rm(join(migrations, last), { recursive: true })
  const databaseUrl = `file:${folder}/cutroom.db`
  await migrate(databaseUrl, { folder: migrations })
  const backups = async () => (await readdir(folder)).filter((name) => name.includes('.before-')).sort()
  return { folder, databaseUrl, backups }
}

t.test('A start that migrates makes a backup first; one that does not, makes none', async (t) => {
  const { folder, databaseUrl, backups } = await openOlder(t)
  const environment = { DATABASE_URL: databaseUrl, MEDIA_DIR: `${folder}/media` }
  await (await startService(t, environment)).stop()
  t.strictSame(await backups(), [`cutroom.db.before-${version}`])
  await rm(join(folder, `cutroom.db.before-${version}`))
  await (await startService(t, environment)).stop()
  t.strictSame(await backups(), [])
})

t.test('BACKUP_BEFORE_UPGRADE=off does without, and a new database has nothing to keep', async (t) => {
  const { folder, databaseUrl, backups } = await openOlder(t)
  const environment = { MEDIA_DIR: `${folder}/media`, BACKUP_BEFORE_UPGRADE: 'off' }
  await (await startService(t, { ...environment, DATABASE_URL: databaseUrl })).stop()
  await (await startService(t, { MEDIA_DIR: `${folder}/media`, DATABASE_URL: `file:${folder}/new.db` })).stop()
  t.strictSame(await backups(), [])
})

t.test('A backup that cannot be made ends the start in one line, and nothing is migrated', async (t) => {
  const { folder, databaseUrl } = await openOlder(t)
  // A folder is in its place.
  await cp(join(folder, 'migrations'), join(folder, `cutroom.db.before-${version}`), { recursive: true })
  const outcome = await runProgram(t, 'src/server.js', [], { DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent', MEDIA_DIR: `${folder}/media` })
  isRefused(t, outcome, /^cutroom: The database has to be migrated, and no backup of it can be made: EISDIR.+/)
  const database = await openDatabase(databaseUrl)
  t.equal((await pendingMigrations(database)).length, 1)
  await database.close()
})

t.test('Without room it says how much is needed, and leaves nothing behind', async (t) => {
  const { folder, databaseUrl, backups } = await openOlder(t)
  await t.rejects(backUpBeforeUpgrade({ databaseUrl, version: '1.1.0', progress, freeBytes: async () => 4096 }), {
    message: /^The database has to be migrated, and there is no room for a backup of it, [1-9]\d* MiB: BACKUP_BEFORE_UPGRADE=off does without$/
  })
  t.strictSame(await backups(), [])
  t.strictSame((await readdir(folder)).sort(), ['cutroom.db', 'migrations'])
})

t.test('The newest two stay, one of the same version is replaced, and other files are left alone', async (t) => {
  const { folder, databaseUrl, backups } = await openOlder(t)
  for (const [index, name] of ['1.0.0', '1.1.0', '1.2.0'].entries()) {
    await writeFile(join(folder, `cutroom.db.before-${name}`), '')
    await utimes(join(folder, `cutroom.db.before-${name}`), 1000 + index, 1000 + index)
  }
  await writeFile(join(folder, 'other.db.before-1.0.0'), '')
  await backUpBeforeUpgrade({ databaseUrl, version: '1.2.0', progress })
  t.strictSame(await backups(), ['cutroom.db.before-1.1.0', 'cutroom.db.before-1.2.0', 'other.db.before-1.0.0'])
})
