import { readFileSync } from 'node:fs'
import { openDatabase } from './database.js'
import { loadEngine, rejectOnPanic } from './load.js'
import { openMemory } from './sqlite.js'

// The engine's code for a missing table. On SQLite it also uses it for its own.
const tableMissing = 'P1014'
const planning = ['evaluateDataLoss', 'createMigration']
const describing = [...planning, 'devDiagnostic', 'diagnoseMigrationHistory', 'schemaPush']

/** One run of Prisma's command. `call` passes a request to the engine, which is loaded with the first one. */
export function createSession (url, datamodelPaths) {
  const datamodels = datamodelPaths.map(path => [path, readFileSync(path, 'utf8')])
  let engine

  async function call (method, params) {
    const database = openDatabase(url)
    if (method === 'createDatabase') return { databaseName: await database.create() }
    if (method === 'reset' && database.remove !== undefined) {
      engine = undefined
      return database.remove()
    }
    return rejectOnPanic(async () => {
      engine ??= await loadEngine(connectionsFor(database, method, params), datamodels)
      return run(engine, method, params, datamodels)
    })
  }

  return { call }
}

/** The engine as WebAssembly leaves a few steps to its caller that the binary does itself. */
async function run (engine, method, params, datamodels) {
  if (method === 'getDatabaseVersion') return engine.version()
  if (method === 'applyMigrations' && await isUpToDate(engine, params)) return { appliedMigrationNames: [] }
  if (describing.includes(method) && datamodels.length > 0) await setPreviewFeatures(engine, datamodels)
  if (method === 'devDiagnostic') await createMigrationsTable(engine, params)
  if (planning.includes(method)) await diagnose(engine, { ...params, optInToShadowDatabase: true })
  if (method === 'diagnoseMigrationHistory') return diagnose(engine, params)
  return engine[method](params)
}

/** The engine requires a connection for every diff; only one that describes the database needs that database. */
function connectionsFor (database, method, params) {
  const tags = method === 'diff' ? [params.from.tag, params.to.tag] : ['schemaDatasource']
  if (tags.includes('schemaDatasource')) return database.factory
  return tags.includes('migrations') ? database.shadowFactory : openMemory().factory
}

/**
 * Checked before applying, which locks the database: a SQLite file that a running service has open cannot be locked,
 * and need not be if there is nothing to do.
 */
async function isUpToDate (engine, { migrationsList, filters }) {
  const state = await diagnose(engine, { migrationsList, filters, optInToShadowDatabase: false })
  return state.hasMigrationsTable && state.history === null && state.failedMigrationNames.length === 0
}

/**
 * With the shadow database this also caches the result of the migrations in the engine, which plans the next one from
 * it.
 */
async function diagnose (engine, { migrationsList, filters, optInToShadowDatabase }) {
  try {
    return await engine.diagnoseMigrationHistory({ migrationsList, filters, optInToShadowDatabase })
  } catch (error) {
    if (error.code !== tableMissing) throw error
    const unappliedMigrationNames = migrationsList.migrationDirectories.map(directory => directory.path)
    const history = unappliedMigrationNames.length === 0
      ? null
      : { diagnostic: 'databaseIsBehind', unappliedMigrationNames }
    return { hasMigrationsTable: false, history, editedMigrationNames: [], failedMigrationNames: [] }
  }
}

async function createMigrationsTable (engine, { migrationsList, filters }) {
  const state = await diagnose(engine, { migrationsList, filters, optInToShadowDatabase: false })
  if (state.hasMigrationsTable) return
  await engine.applyMigrations({ migrationsList: { ...migrationsList, migrationDirectories: [] }, filters })
}

/** The engine reads them from a data model only when it compares one with the database, and remembers them. */
async function setPreviewFeatures (engine, datamodels) {
  const files = datamodels.map(([path, content]) => ({ path, content }))
  await engine.diff({
    from: { tag: 'schemaDatasource', files, configDir: '' },
    to: { tag: 'empty' },
    script: false,
    exitCode: null,
    filters: { externalTables: [], externalEnums: [] }
  })
}
