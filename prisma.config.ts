import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { config as loadDotenv } from 'dotenv'
import { defineConfig } from 'prisma/config'

const fromRoot = (path: string) => fileURLToPath(new URL(path, import.meta.url))

loadDotenv({ path: fromRoot('.env'), quiet: true })

// Prisma would download its schema engine. The bridge runs the same engine from the npm registry, so that no command
// needs the network; whoever has the real one names it in this variable, which then wins.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= fromRoot('prisma/engine/schema-engine.js')

const databaseUrl = process.env.DATABASE_URL || 'file:./data/cutroom.db'
const postgresql = /^postgres(ql)?:\/\//.test(databaseUrl)

if (!postgresql && !databaseUrl.startsWith('file:')) {
  throw new Error('DATABASE_URL must start with file:, postgres:// or postgresql://')
}

/** A relative path counts from the folder of this file, wherever the command is called from. */
function absoluteFileUrl (url: string): string {
  return 'file:' + resolve(fromRoot('.'), url.slice('file:'.length))
}

export default defineConfig({
  schema: postgresql ? 'prisma/postgresql.prisma' : 'prisma/schema.prisma',
  migrations: { path: postgresql ? 'prisma/migrations/postgresql' : 'prisma/migrations/sqlite' },
  datasource: { url: postgresql ? databaseUrl : absoluteFileUrl(databaseUrl) }
})
