// The migrations of releases. Databases have applied them, so none of them changes any more: released/migrations has
// the checksum of each, and `npm run release` adds those that are new.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const list = 'released/migrations'

/**
 * What has become of released migrations, a sentence each.
 * @param {string} folder the checkout
 * @returns {string[]}
 */
export function editedMigrations (folder) {
  const present = readMigrations(folder)
  return Object.entries(readList(folder)).filter(([name, sum]) => present[name] !== sum).map(([name]) =>
    name in present
      ? `${name} is released and has been edited: undo that, and write another migration`
      : `${name} is released and is gone: bring it back, and write another migration`)
}

/**
 * The migrations that no release has yet, such as `sqlite/20270101120000_remark`.
 * @param {string} folder
 * @returns {string[]}
 */
export function newMigrations (folder) {
  const released = readList(folder)
  return Object.keys(readMigrations(folder)).filter((name) => !(name in released))
}

/**
 * Writes the list anew, with all migrations.
 * @param {string} folder
 */
export function listMigrations (folder) {
  const lines = Object.entries(readMigrations(folder)).map(([name, sum]) => `${sum}  ${name}\n`)
  writeFileSync(join(folder, list), lines.join(''))
}

/** @returns {Record<string, string>} */
function readList (folder) {
  const path = join(folder, list)
  if (!existsSync(path)) return {}
  const lines = readFileSync(path, 'utf8').split('\n').filter((line) => line !== '')
  return Object.fromEntries(lines.map((line) => line.split('  ').reverse()))
}

/** @returns {Record<string, string>} */
function readMigrations (folder) {
  return Object.fromEntries(['postgresql', 'sqlite'].flatMap((dialect) => {
    const place = join(folder, 'prisma/migrations', dialect)
    const folders = readdirSync(place, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    return folders.map(({ name }) => name).sort()
      .map((name) => [`${dialect}/${name}`, checksum(join(place, name, 'migration.sql'))])
  }))
}

/** That of a script whose lines end as on Windows is the same. */
function checksum (path) {
  return createHash('sha256').update(readFileSync(path, 'utf8').replaceAll('\r\n', '\n')).digest('hex')
}
