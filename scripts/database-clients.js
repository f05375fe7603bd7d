// Prisma's clients, one for each database. They are generated again when the data model has changed. `npm run generate`
// runs this file, and always generates them.
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { BuildMistake } from './report.js'
import { hash, installedVersions, root } from './sources.js'

const generated = join(root, 'prisma/generated')
const note = join(generated, 'made-of')
const schemas = ['prisma/schema.prisma', 'prisma/postgresql.prisma']

/** Whether the clients match the data model. */
export function databaseClientsAreCurrent () {
  return existsSync(note) && readFileSync(note, 'utf8') === madeOf()
}

/**
 * Throws BuildMistake with Prisma's message if it refuses the data model.
 * @param {() => void} [meanwhile] work to do while other processes generate
 */
export async function generateDatabaseClients (meanwhile = () => {}) {
  const prisma = createRequire(import.meta.url).resolve('prisma/build/index.js')
  rmSync(note, { force: true })
  await run([join(root, 'prisma/derive.js')])
  const madeNow = madeOf()
  const generating = Promise.all(schemas.map((schema) => run([prisma, 'generate', '--schema', schema])))
  try {
    meanwhile()
  } finally {
    await generating
  }
  await run([join(root, 'prisma/runtime.js')])
  writeFileSync(note, madeNow)
}

async function run (args) {
  try {
    await promisify(execFile)(process.execPath, args, {
      cwd: root,
      env: { ...process.env, PRISMA_HIDE_UPDATE_MESSAGE: '1', CHECKPOINT_DISABLE: '1' }
    })
  } catch (error) {
    throw new BuildMistake(`the database's clients cannot be generated:\n${(error.stderr || error.message).trim()}`)
  }
}

/** Includes the derived schema, as somebody may have changed it by hand. */
function madeOf () {
  const sources = ['prisma/derive.js', 'prisma/runtime.js', 'prisma/compiler.mjs', 'prisma/sqlite-adapter.js']
  const files = [...schemas, ...sources].map((path) =>
    existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : ''
  )
  return hash([...files, ...installedVersions('prisma', '@prisma/client', '@prisma/adapter-better-sqlite3')])
}

if (process.argv[1] === import.meta.filename) await generateDatabaseClients()
