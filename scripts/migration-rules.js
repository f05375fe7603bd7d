// Checks the migrations that no release has yet by the rules of docs/development/migrations.md: on PostgreSQL none
// stops those who read and write meanwhile, or takes away what the release before uses.
// `node scripts/migration-rules.js` prints what does, and released migrations that were edited, and fails.
import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { editedMigrations, newMigrations } from './released-migrations.js'
import { root } from './sources.js'

/** Rules of squawk that do not fit here, each with the reason. */
const unfitting = {
  'prefer-bigint-over-int': 'Int of the schema is INTEGER, and counts nothing that grows without end',
  'prefer-identity': 'Prisma writes SERIAL',
  'prefer-robust-stmts': 'a migration is applied once; the start drops a part of an index, and makes it anew',
  'require-lock-timeout': 'the start sets it, for each try',
  'require-statement-timeout': 'making an index may take long, and holds up nobody'
}

/**
 * What a migration may do all the same, each with the reason: `'20270101120000_shade': { 'ban-drop-column': '1.2 does
 * not read it' }`. The name of a rule stands behind what it finds.
 * @typedef {Readonly<Record<string, Readonly<Record<string, string>>>>} Exceptions
 */

/**
 * 1.0.0 is the first release: no other one serves beside it. Made concurrently, an index waits for a second
 * `prisma migrate deploy` that waits for this one, and PostgreSQL ends one of them.
 */
const ofFirstRelease = {
  'require-concurrent-index-creation': 'no release serves beside the first one',
  'require-concurrent-index-deletion': 'no release serves beside the first one'
}

/** @type {Exceptions} */
const exceptions = {
  '20261129200100_projects_top': ofFirstRelease,
  '20261129203101_projects_of_thumbnail': ofFirstRelease,
  '20261129204001_assets_owner': ofFirstRelease,
  '20261129204002_projects_owner': ofFirstRelease,
  '20261129204003_approvals_pending': ofFirstRelease,
  '20261129204004_favorites_of_user': ofFirstRelease,
  '20261130160000_assets_by_owner': ofFirstRelease,
  '20261130160001_projects_by_owner': ofFirstRelease,
  '20261130160002_assets_by_account_and_owner': ofFirstRelease,
  '20261130160003_projects_by_account_and_owner': ofFirstRelease,
  '20261201010001_sidecars_found': ofFirstRelease,
  '20261201020002_arrivals_by_upload': ofFirstRelease,
  '20261201030100_links_of_drop_folders': ofFirstRelease
}

/**
 * A sentence for each statement that a new migration must not have.
 * @param {string} folder the checkout
 * @param {Exceptions} [allowed]
 * @returns {Promise<string[]>}
 */
export async function findDangers (folder, allowed = exceptions) {
  const names = newMigrations(folder).filter((name) => name.startsWith('postgresql/'))
  if (names.length === 0) return []
  const found = JSON.parse(await squawk(names.map((name) => join(folder, 'prisma/migrations', name, 'migration.sql'))))
  return found.flatMap(({ file, line, message, rule_name: rule }) => {
    const name = file.split(/[\\/]/).at(-2)
    return allowed[name]?.[rule] === undefined ? [`postgresql/${name}, line ${line + 1}: ${message} (${rule})`] : []
  })
}

/**
 * Runs it on files. What it finds is no failure of it.
 * @param {string[]} files
 * @returns {Promise<string>} JSON
 */
function squawk (files) {
  const program = createRequire(import.meta.url).resolve('squawk-cli/js/bin/squawk')
  const options = [
    '--reporter', 'json', '--pg-version', '14', '--assume-in-transaction', '--exclude', Object.keys(unfitting).join()
  ]
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [program, ...options, ...files], (error, stdout, stderr) => {
      if (stdout.startsWith('[')) resolve(stdout)
      else reject(new Error(`squawk does not run here: ${stderr.trim() || error?.message}`))
    })
  })
}

if (process.argv[1] === import.meta.filename) {
  const mistakes = [...editedMigrations(root), ...await findDangers(root)]
  if (mistakes.length === 0) console.log('The migrations since the last release keep to the rules')
  else {
    console.log('Migrations break the rules of docs/development/migrations.md:')
    for (const mistake of mistakes) console.log(`- ${mistake}`)
    process.exitCode = 1
  }
}
