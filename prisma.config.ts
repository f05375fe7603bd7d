import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { config as loadDotenv } from 'dotenv'
import { defineConfig } from 'prisma/config'

const fromRoot = (path: string) => fileURLToPath(new URL(path, import.meta.url))

loadDotenv({ path: fromRoot('.env'), quiet: true })

// Prisma would download its schema engine. The bridge runs the same engine from the npm registry, so that no command
// needs the network; whoever has the real one names it in this variable, which then wins.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= fromRoot('prisma/engine/schema-engine.js')

const databaseUrl = process.env.DATABASE_URL || `file:${process.env.DATA_DIR || './data'}/cutroom.db`
const postgresql = /^postgres(ql)?:\/\//.test(databaseUrl)

/** A relative path counts from the folder of this file, wherever the command is called from. */
function absoluteFileUrl (url: string): string {
  const path = url.replace(/^file:(\/\/(?=\/))?/, '').replace(/\?[^]*/, '')
  return `file:${resolve(fromRoot('.'), path)}`
}

/**
 * What is no URL of either database is passed on: the engine refuses it, and commands that need no database still work.
 */
function datasourceUrl (): string {
  return databaseUrl.startsWith('file:') ? absoluteFileUrl(databaseUrl) : databaseUrl
}

// The search index is made from the rows, and its tables are no part of the model; FTS5 keeps five tables of its own.
const indexTables = ['search_items', 'search_refreshes', 'search_state']
const fts5Tables = ['search_index', 'search_index_config', 'search_index_data', 'search_index_docsize',
  'search_index_idx']

export default defineConfig({
  schema: postgresql ? 'prisma/postgresql.prisma' : 'prisma/schema.prisma',
  migrations: { path: postgresql ? 'prisma/migrations/postgresql' : 'prisma/migrations/sqlite' },
  datasource: { url: datasourceUrl() },
  experimental: { externalTables: true },
  tables: { external: postgresql ? indexTables.map((name) => `public.${name}`) : [...indexTables, ...fts5Tables] }
})
