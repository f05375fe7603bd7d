import { cpSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { projectRoot } from '#src/basics/paths.js'
import { Sqlite } from '#src/database/driver.mjs'
import { migrate } from '#src/database/migrate/migrate.js'
import { differencesOf } from '#src/doctor/checks/backup.js'
import { backUp } from '#src/operations/backup.js'
import { examine, filesOf, install, type Installation } from '../../helper/installation.js'
import { runProgram } from '../../helper/program.js'

const progress = { report: () => {}, end: () => {} }

async function makeBackup (t: Test) {
  const installation = await install(t)
  const { file } = await backUp({
    databaseUrl: `file:${installation.path}`, to: join(installation.folder, 'backups/one.db'), force: false, progress
  })
  // backup only reads the database, and leaves these beside it.
  for (const suffix of ['-wal', '-shm']) rmSync(installation.path + suffix, { force: true })
  return { installation, file }
}

async function examineBackup (installation: Installation, backup: string) {
  const { ok, checks } = await examine(installation, { backup })
  return { ok, ...checks.at(-1)! }
}

t.test('doctor --backup brings a backup to this release beside it, and leaves nothing', async (t) => {
  const { installation: { environment, folder }, file } = await makeBackup(t)
  const before = filesOf(folder)
  const { code, stdout, stderr } = await runProgram(t, 'src/cli/main.js', ['doctor', '--backup', file], environment)
  t.strictSame([code, stderr], [0, ''])
  t.match(JSON.parse(stdout).checks.at(-1), { name: 'backup', status: 'ok', text: /keeps its \d+ rows in \d{2} tables/, mend: null })
  t.strictSame(filesOf(folder), before)
})

t.test('A backup of an earlier release, and one that has a log beside it, are taken', async (t) => {
  const { installation, file } = await makeBackup(t)
  const migrations = join(installation.folder, 'migrations')
  cpSync(join(projectRoot, 'prisma/migrations/sqlite'), migrations, { recursive: true })
  const folders = readdirSync(migrations, { withFileTypes: true }).filter((each) => each.isDirectory())
  rmSync(join(migrations, folders.map(({ name }) => name).sort().at(-1)!), { recursive: true })
  const older = join(installation.folder, 'older.db')
  await migrate(`file:${older}`, { folder: migrations })
  t.match(await examineBackup(installation, older), { name: 'backup', status: 'ok' })

  const open = new Sqlite(file)
  open.pragma('journal_mode = WAL')
  open.exec("UPDATE users SET email = 'logged@example.com'")
  t.match(await examineBackup(installation, file), { status: 'ok' })
  open.close()
})

t.test('A backup that is damaged, newer, of something else or not there is a failure, and nothing is left', async (t) => {
  const { installation, file } = await makeBackup(t)
  const { folder } = installation
  const copyOf = (name: string, change: (path: string) => void) => {
    const path = join(folder, 'backups', name)
    cpSync(file, path)
    change(path)
    return path
  }
  const run = (script: string) => (path: string) => {
    const driver = new Sqlite(path)
    driver.exec(script)
    driver.close()
  }
  const wrong: Array<[path: string, text: RegExp]> = [
    [join(folder, 'nowhere.db'), /^There is no file/],
    [copyOf('half.db', (path) => truncateSync(path, 100 * 4096)), /half\.db is (damaged|no SQLite database): /],
    [copyOf('text.db', (path) => writeFileSync(path, 'no database '.repeat(900))), /text\.db is no SQLite database/],
    [copyOf('songs.db', run('DROP TABLE _prisma_migrations')), /songs\.db is no database of Cutroom$/],
    [copyOf('newer.db', run("UPDATE database_release SET release = '99.0.0', works_with = '99.0.0', finished = '99.0.0'")), /comes from a newer version/]
  ]
  const before = filesOf(folder)
  for (const [path, text] of wrong) {
    t.match(await examineBackup(installation, path), { ok: false, name: 'backup', status: 'failure', text, mend: /^\S/ })
  }
  t.strictSame(filesOf(folder), before)
})

t.test('A table that has another number of rows afterwards is named', async (t) => {
  const before = new Map([['assets', 3], ['users', 1], ['gone', 5]])
  t.strictSame(differencesOf(before, new Map([['assets', 2], ['users', 1], ['made', 9]])), ['assets has 2 rows, and had 3'])
})
