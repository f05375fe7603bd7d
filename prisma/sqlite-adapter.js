// Prisma's adapter for SQLite depends on better-sqlite3 12, whose installation runs a script and may need a compiler.
// So the service has a copy of it, one file, which imports the service's own driver. Builds make the copy beside that
// of Prisma's runtime; the engine of Prisma's command makes it where nothing has been built.
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const DRIVER = 'import Database from "better-sqlite3";'
const OURS = 'import { Sqlite as Database } from "../../../src/database/driver.mjs";'

const runtime = join(import.meta.dirname, 'generated/runtime')
const copy = join(runtime, 'sqlite-adapter.mjs')

/** Makes the copy if it is not there or differs. Returns its path. Throws if the adapter does not import the driver. */
export function copySqliteAdapter () {
  const original = fileURLToPath(import.meta.resolve('@prisma/adapter-better-sqlite3'))
  const source = readFileSync(original, 'utf8')
  if (!source.includes(DRIVER)) {
    throw new Error(`prisma/sqlite-adapter.js: ${original} does not import its driver as the last version did, see docs/dependencies.md`)
  }
  // Generated code is not type-checked.
  const changed = `// @ts-nocheck\n${source.replace(DRIVER, OURS)}`
  if (existsSync(copy) && readFileSync(copy, 'utf8') === changed) return copy
  mkdirSync(runtime, { recursive: true })
  const folder = dirname(original)
  copyFileSync(join(folder, 'index.d.mts'), join(runtime, 'sqlite-adapter.d.mts'))
  copyFileSync(join(folder, '../LICENSE'), join(runtime, 'LICENSE'))
  // Two commands may start at once: neither may read half a file.
  writeFileSync(`${copy}.${process.pid}`, changed)
  renameSync(`${copy}.${process.pid}`, copy)
  return copy
}
