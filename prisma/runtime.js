// Prisma's runtime is there twice, and Node would take the CommonJS one for the generated clients, which it reads once more for the
// names that it exports: 80 ms of every start. The last step of `npm run generate` makes them name the other one.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const COMMONJS = '"@prisma/client/runtime/client"'
const MODULE = '"@prisma/client/runtime/client.mjs"'

const folder = join(import.meta.dirname, 'generated')
for (const name of readdirSync(folder, { recursive: true })) {
  if (!name.endsWith('.ts')) continue
  const source = readFileSync(join(folder, name), 'utf8')
  if (source.includes(COMMONJS)) writeFileSync(join(folder, name), source.replaceAll(COMMONJS, MODULE))
}
