import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Sqlite } from '#src/database/driver.mjs'
import t, { type Test } from 'tap'
import { sqlitePath } from '#src/database/sqlite-path.js'
import { backUp } from '#src/operations/backup.js'
import { restore } from '#src/operations/restore.js'
import { createWorld, type World } from '../../helper/app.js'
import { createTestDatabase } from '../../helper/databases.js'
import { keepLog } from '../../helper/log.js'

const progress = { report: () => {}, end: () => {} }

async function makeFolder (t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cutroom-backup-'))
  t.teardown(() => rm(folder, { recursive: true }))
  return folder
}

function titles (path: string): string[] {
  const driver = new Sqlite(path, { readonly: true })
  const rows = driver.prepare<[], { title: string }>('SELECT title FROM assets ORDER BY id').all()
  driver.close()
  return rows.map(({ title }) => title)
}

/** A service with one asset, and a backup of it. */
async function openSource (t: Test) {
  const world = await createWorld(t, 'sqlite')
  await world.admin.post('assets', { title: 'First' })
  return { world, ...await makeBackup(t, world) }
}

/** For tests that change nothing in the service. */
const shared = await createWorld(t, 'sqlite')
await shared.admin.post('assets', { title: 'First' })

async function makeBackup (t: Test, world: World = shared) {
  const folder = await makeFolder(t)
  const file = join(folder, 'backup.db')
  await backUp({ databaseUrl: world.url, to: file, force: false, progress })
  return { folder, file }
}

t.test('a backup that is made while the service writes is a snapshot of one moment', async (t) => {
  const { world: { app, adminCaller, url }, folder } = await openSource(t)
  const file = join(folder, 'busy.db')
  const done = new AbortController()
  const writer = (async () => {
    while (!done.signal.aborted) {
      await app.transact(adminCaller, async (tx) => {
        await tx.prisma.account.updateMany({ data: { name: String(Math.random()) } })
        await tx.prisma.user.updateMany({ data: { email: 'someone@example.com' } })
      })
    }
  })()
  const { bytes } = await backUp({ databaseUrl: url, to: file, force: false, progress })
  done.abort()
  await writer
  t.ok(bytes > 0)
  t.strictSame(titles(file), ['First'])
  t.strictSame((await readdir(folder)).sort(), ['backup.db', 'busy.db'], 'it is one file, and nothing else is left')
})

t.test('an existing file is replaced only with --force', async (t) => {
  const { world: { admin, url }, file } = await openSource(t)
  await admin.post('assets', { title: 'Second' })
  await t.rejects(backUp({ databaseUrl: url, to: file, force: false, progress }), {
    message: `${file} exists: choose another name, or add --force to replace it`
  })
  t.strictSame(titles(file), ['First'])
  await backUp({ databaseUrl: url, to: file, force: true, progress })
  t.strictSame(titles(file), ['First', 'Second'])
})

t.test('the database itself is never replaced by its backup', async (t) => {
  const { url } = shared
  await t.rejects(backUp({ databaseUrl: url, to: sqlitePath(url), force: true, progress }), {
    message: /is the database itself$/
  })
})

t.test('for PostgreSQL, a backup refers to pg_dump and a restore to pg_restore', async (t) => {
  await t.rejects(backUp({ databaseUrl: 'postgres://localhost/cutroom', to: 'x', force: false, progress }), {
    message: /pg_dump/
  })
  await t.rejects(restore({ databaseUrl: 'postgres://localhost/cutroom', from: 'x', force: false, progress }), {
    message: /pg_restore/
  })
})

t.test('a backup is restored to a path where there was no file', async (t) => {
  const { file, folder } = await makeBackup(t)
  const target = join(folder, 'new/cutroom.db')
  const log = keepLog()
  const { replaced } = await restore({
    databaseUrl: `file:${target}`,
    from: file,
    force: false,
    progress,
    log: log.logger
  })
  t.equal(replaced, null)
  t.match(log.about('restore'), [{
    from: file,
    file: target,
    replaced: null,
    epoch: /^[\da-f]{16}$/,
    webhooks: 0,
    durationMs: Number
  }], 'it is logged in one line')
  t.strictSame(titles(target), ['First'])
})

t.test('a database with data is replaced only with --force, and its old file is kept', async (t) => {
  const { file, folder } = await makeBackup(t)
  const target = join(folder, 'cutroom.db')
  const databaseUrl = `file:${target}`
  await restore({ databaseUrl, from: file, force: false, progress })
  const driver = new Sqlite(target)
  driver.prepare("UPDATE assets SET title = 'Changed'").run()
  driver.close()
  await t.rejects(restore({ databaseUrl, from: file, force: false, progress }), {
    message: `${target} has data: add --force to replace it`
  })
  t.strictSame(titles(target), ['Changed'])
  const { replaced } = await restore({
    databaseUrl,
    from: file,
    force: true,
    progress,
    clock: () => new Date('2026-01-15T09:30:00Z')
  })
  t.strictSame(titles(target), ['First'])
  t.equal(replaced, `${target}.replaced-20260115T093000Z`)
  t.strictSame(titles(replaced!), ['Changed'])
})

t.test('a database without data is replaced without --force', async (t) => {
  const { file } = await makeBackup(t)
  const { url, drop } = await createTestDatabase('sqlite')
  t.teardown(drop)
  await restore({ databaseUrl: url, from: file, force: false, progress })
  t.strictSame(titles(sqlitePath(url)), ['First'])
})

t.test('a database on which the service runs is not replaced', async (t) => {
  const { world: { url, admin }, file } = await openSource(t)
  await t.rejects(restore({ databaseUrl: url, from: file, force: true, progress }), {
    message: `${sqlitePath(url)} is in use: stop the service first`
  })
  t.equal((await admin.post('assets', { title: 'Second' })).status, 200, 'the service is not affected')
})

t.test('a file that is not a complete backup is not restored, and nothing is changed', async (t) => {
  const { file, folder } = await makeBackup(t)
  const target = join(folder, 'cutroom.db')
  const databaseUrl = `file:${target}`
  await restore({ databaseUrl, from: file, force: false, progress })

  const broken = join(folder, 'broken.db')
  await writeFile(broken, await readFile(file))
  await truncate(broken, 40_000)
  await t.rejects(restore({ databaseUrl, from: broken, force: true, progress }), {
    message: /no SQLite database|damaged/
  })
  await writeFile(broken, 'text')
  await t.rejects(restore({ databaseUrl, from: broken, force: true, progress }), { message: /no SQLite database/ })
  await rm(broken)
  new Sqlite(broken).exec('CREATE TABLE notes (id)').close()
  await t.rejects(restore({ databaseUrl, from: broken, force: true, progress }), {
    message: /is no database of Cutroom/
  })
  await t.rejects(restore({ databaseUrl, from: join(folder, 'missing.db'), force: true, progress }), {
    message: /There is no file/
  })

  t.strictSame(titles(target), ['First'])
  t.notOk(existsSync(`${target}.partial`))
})

t.test('a backup of a newer version is not restored', async (t) => {
  const { file, folder } = await makeBackup(t)
  const driver = new Sqlite(file)
  driver.exec("UPDATE database_release SET release = '99.0.0', works_with = '99.0.0', finished = '99.0.0'")
  driver.close()
  await t.rejects(restore({ databaseUrl: `file:${folder}/cutroom.db`, from: file, force: false, progress }), {
    message: /comes from a newer version of Cutroom: it is of 99\.0\.0$/
  })
})
