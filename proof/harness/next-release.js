import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from './folders.js'

/**
 * @typedef {object} MadeUp what a release has that this one does not have
 * @property {string} version
 * @property {Readonly<Record<'sqlite' | 'postgresql', Readonly<Record<string, string>>>>} [migrations] scripts by the
 * name of their folder, for each database
 * @property {Readonly<Record<string, readonly [from: string, to: string]>>} [edits] replaces texts in built files, such
 * as `src/search/state.js`
 */

/**
 * @typedef {object} Release
 * @property {string} version
 * @property {string} server the script to start
 * @property {string} command the script of the command line
 */

/**
 * The release that is built here. @type {Release}
 */
export const present = {
  version: JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8')).version,
  server: 'src/server.js',
  command: 'src/cli/main.js'
}

const seen = 'CREATE TABLE "shades_seen" ("event_id" TEXT NOT NULL PRIMARY KEY);'
/** It notes the events that it gets, and begins with this minor. */
const consumer = `changeLog,
    {
        since: '1.1',
        open: () => ({
            collect: async (tx, events) => {
                for (const { id } of events) await tx.sql.run(noteShade, [id])
            },
            finish: () => {}
        })
    }
];
import { statement } from './database/sql.js'
const noteShade = statement('shades_note', () => 'INSERT INTO shades_seen (event_id) VALUES ($1)')
`
const added = 'ALTER TABLE "assets" ADD COLUMN "shade" TEXT NOT NULL DEFAULT \'none\';'

/**
 * The next minor: a column with a default, an index of a table with rows, a table with a consumer that fills it, and
 * another content of the index.
 * @satisfies {MadeUp}
 */
export const nextMinor = {
  version: '1.1.0',
  migrations: {
    sqlite: { '20991201000000_shade': added, '20991203000000_shades_seen': seen },
    postgresql: {
      '20991201000000_shade': added,
      '20991202000000_shade_index': 'CREATE INDEX CONCURRENTLY "assets_shade_idx" ON "assets"("shade");',
      '20991203000000_shades_seen': seen
    }
  },
  edits: {
    'src/search/state.js': /** @type {const} */ (['INDEX_VERSION = 8', 'INDEX_VERSION = 9']),
    'src/consumers.js': /** @type {const} */ (['changeLog\n];', consumer])
  }
}

const copied = [
  'dist/src', 'dist/plugins', 'dist/routes', 'dist/prisma', 'dist/console', 'dist/client', 'prisma/migrations'
]
const shared = ['node_modules', 'docs', 'client', 'CHANGELOG.md', '.env.example']

/**
 * Makes another release of the built one.
 * @param {string} root an empty folder
 * @param {MadeUp} madeUp
 * @returns {Promise<Release>}
 */
export async function makeRelease (root, { version, migrations, edits = {} }) {
  for (const part of copied) await cp(join(projectRoot, part), join(root, part), { recursive: true })
  for (const part of shared) await symlink(join(projectRoot, part), join(root, part))
  const description = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8'))
  await writeFile(join(root, 'package.json'), JSON.stringify({ ...description, version }))
  for (const [dialect, scripts] of Object.entries(migrations ?? {})) {
    for (const [name, script] of Object.entries(scripts)) {
      const folder = join(migrationsOf(root, dialect), name)
      await mkdir(folder)
      await writeFile(join(folder, 'migration.sql'), script)
    }
  }
  for (const [path, [from, to]] of Object.entries(edits)) {
    const file = join(root, 'dist', path)
    const text = await readFile(file, 'utf8')
    if (!text.includes(from)) throw new Error(`${path} has no ${from}`)
    await writeFile(file, text.replace(from, to))
  }
  return { version, server: join(root, 'dist/src/server.js'), command: join(root, 'dist/src/cli/main.js') }
}

/** The folder of a release's migrations. */
export function migrationsOf (root, dialect) {
  return join(root, 'prisma/migrations', dialect)
}
