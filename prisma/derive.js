// Writes prisma/postgresql.prisma from prisma/schema.prisma, the data model that people edit: a generated client is
// bound to one provider, and the service supports both databases. With --check it writes nothing, and fails if the file
// is stale.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const sourceUrl = new URL('./schema.prisma', import.meta.url)
const derivedUrl = new URL('./postgresql.prisma', import.meta.url)

const derived = derivePostgresqlSchema(readFileSync(sourceUrl, 'utf8'))
const current = existsSync(derivedUrl) ? readFileSync(derivedUrl, 'utf8') : ''

if (derived !== current) {
  if (process.argv.includes('--check')) {
    console.error('prisma/postgresql.prisma is stale: run `node prisma/derive.js` and commit the result')
    process.exitCode = 1
  } else {
    writeFileSync(derivedUrl, derived)
  }
}

/** SQLite's DateTime has milliseconds and is in UTC; timestamptz(3) is the same on PostgreSQL. */
function derivePostgresqlSchema (source) {
  const model = source
    .replace(/^(?:\/\/.*\n)+/, '// Derived from schema.prisma by derive.js: edit that file, not this one.\n')
    .replace(/(\bprovider\s*=\s*)"sqlite"/, '$1"postgresql"')
    .replace('"./generated/sqlite"', '"./generated/postgresql"')
    .replace(/^( +\w+ +DateTime\??)(.*)$/gm, (_line, field, rest) => `${field} @db.Timestamptz(3) ${rest.trimStart()}`)
  return model.split('\n').map((line) => line.trimEnd()).join('\n')
}
