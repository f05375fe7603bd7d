import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { projectRoot } from '../../src/basics/paths.js'

const { editedMigrations, listMigrations, newMigrations } =
  await import(pathToFileURL(join(projectRoot, 'scripts/released-migrations.js')).href)

t.test('No released migration has been edited or removed', async (t) => {
  t.strictSame(editedMigrations(projectRoot), [])
})

t.test('One that was edited, and one that was removed, is named, and new ones are free', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'cutroom-released-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  for (const part of ['prisma/migrations', 'released']) {
    cpSync(join(projectRoot, part), join(folder, part), { recursive: true })
  }
  listMigrations(folder)
  t.strictSame(newMigrations(folder), [])
  appendFileSync(join(folder, 'prisma/migrations/sqlite/20261127020000_attachments/migration.sql'), '-- Mended\n')
  rmSync(join(folder, 'prisma/migrations/postgresql/20261127030000_notifications'), { recursive: true })
  const added = join(folder, 'prisma/migrations/sqlite/20990101000000_remark')
  mkdirSync(added)
  writeFileSync(join(added, 'migration.sql'), 'ALTER TABLE "accounts" ADD COLUMN "remark" TEXT;\n')

  t.strictSame(editedMigrations(folder), [
    'postgresql/20261127030000_notifications is released and is gone: bring it back, and write another migration',
    'sqlite/20261127020000_attachments is released and has been edited: undo that, and write another migration'
  ])
  t.strictSame(newMigrations(folder), ['sqlite/20990101000000_remark'])
})
