import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t, { type Test } from 'tap'
import { projectRoot } from '../../src/basics/paths.js'

const { findDangers } = await import(pathToFileURL(join(projectRoot, 'scripts/migration-rules.js')).href)

/** A checkout with the released migrations, and new ones of PostgreSQL. */
function checkout (t: Test, scripts: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'cutroom-rules-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(projectRoot, 'released'), join(folder, 'released'), { recursive: true })
  mkdirSync(join(folder, 'prisma/migrations/sqlite'), { recursive: true })
  for (const [name, script] of Object.entries(scripts)) {
    const place = join(folder, 'prisma/migrations/postgresql', name)
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, 'migration.sql'), script)
  }
  return folder
}

const REFUSED = {
  'CREATE INDEX "assets_shade_idx" ON "assets"("shade");': 'require-concurrent-index-creation',
  'DROP INDEX "assets_account_id_idx";': 'require-concurrent-index-deletion',
  'BEGIN; CREATE INDEX CONCURRENTLY "assets_shade_idx" ON "assets"("shade"); COMMIT;':
    'ban-concurrent-index-creation-in-transaction',
  'ALTER TABLE "assets" ADD COLUMN "shade" TEXT NOT NULL;': 'adding-required-field',
  'ALTER TABLE "assets" ALTER COLUMN "category" SET NOT NULL;': 'adding-not-nullable-field',
  'ALTER TABLE "assets" ALTER COLUMN "media_type" TYPE VARCHAR(10);': 'changing-column-type',
  'ALTER TABLE "assets" DROP COLUMN "category";': 'ban-drop-column',
  'ALTER TABLE "assets" RENAME COLUMN "category" TO "sort";': 'renaming-column',
  'ALTER TABLE "assets" RENAME TO "films";': 'renaming-table',
  'DROP TABLE "favorites";': 'ban-drop-table',
  'ALTER TABLE "assets" ADD CONSTRAINT "assets_user_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id");':
    'adding-foreign-key-constraint',
  'ALTER TABLE "assets" ADD CONSTRAINT "assets_title_check" CHECK ("title" <> \'\');': 'constraint-missing-not-valid'
}

t.test('The new migrations of this checkout keep to the rules', async (t) => {
  t.strictSame(await findDangers(projectRoot), [])
})

t.test('A migration that stops others, or takes away what the release before uses, is refused', async (t) => {
  const scripts = Object.keys(REFUSED).map((script, index) => [`2099010100000${index % 10}_${index}`, script])
  const found: string[] = await findDangers(checkout(t, Object.fromEntries(scripts)))
  for (const [index, rule] of Object.values(REFUSED).entries()) {
    t.ok(found.some((line) => line.startsWith(`postgresql/${scripts[index]![0]}, line 1: `) && line.endsWith(` (${rule})`)), rule)
  }
})

t.test('One that only adds is free, and so is what has a reason', async (t) => {
  const dropping = { '20990104000000_category': '-- The column that nobody reads.\nALTER TABLE "assets" DROP COLUMN "category";' }
  const folder = checkout(t, {
    '20990101000000_shades': `
      CREATE TABLE "shades" ("id" SERIAL NOT NULL, "asset_id" TEXT NOT NULL, CONSTRAINT "shades_pkey" PRIMARY KEY ("id"));
      CREATE INDEX "shades_asset_id_idx" ON "shades"("asset_id");
      ALTER TABLE "shades" ADD CONSTRAINT "shades_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "assets"("id");
      ALTER TABLE "assets" ADD COLUMN "shade" TEXT NOT NULL DEFAULT 'none', ADD COLUMN "tone" INTEGER;
      ALTER TABLE "assets" ADD CONSTRAINT "assets_shade_check" CHECK ("shade" <> '') NOT VALID;`,
    '20990102000000_shade_index': 'CREATE INDEX CONCURRENTLY "assets_shade_idx" ON "assets"("shade");',
    '20990103000000_shade_valid': 'ALTER TABLE "assets" VALIDATE CONSTRAINT "assets_shade_check";',
    ...dropping
  })
  t.match(await findDangers(folder), [/^postgresql\/20990104000000_category, line 2: Dropping a column .* \(ban-drop-column\)$/])
  t.strictSame(await findDangers(folder, { '20990104000000_category': { 'ban-drop-column': 'nobody reads it' } }), [])
})
