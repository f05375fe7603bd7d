// The last step of `npm run generate` copies the part of Prisma that the generated clients need, and makes them import
// it from there. It is 5 of the package's 73 MB, so that the service runs without the package. The copy is the runtime
// as a module: Node would take the CommonJS one and read it once more for the names of its exports, 80 ms of every
// start. The clients share a compiler of queries (compiler.mjs).
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

const PACKAGE = '@prisma/client/runtime/'
const SPECIFIER = /"@prisma\/client\/runtime\/(client|query_compiler[^"]*?)(?:\.mjs)?"/g
const COMPILER = /await import\((".*\/)(query_compiler[^"]*\.mjs")\),/

const generated = join(import.meta.dirname, 'generated')
const runtime = join(generated, 'runtime')
const original = dirname(createRequire(import.meta.url).resolve(`${PACKAGE}client`))

mkdirSync(runtime, { recursive: true })
const taken = new Set(['client.d.mts'])
for (const name of readdirSync(generated, { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.ts')) continue
  const path = join(generated, name)
  const source = readFileSync(path, 'utf8')
  const there = relative(dirname(path), runtime)
  const changed = source.replace(SPECIFIER, (_, file) => {
    taken.add(`${file}.mjs`)
    return `"${there}/${file}.mjs"`
  }).replace(
    COMPILER,
    (found, folder) => `(await import(${folder}compiler.mjs")).shareCompiler(${found.slice(0, -1)}),`
  )
  if (changed !== source) writeFileSync(path, changed)
}
// Generated code is not type-checked.
for (const name of taken) {
  writeFileSync(join(runtime, name), `// @ts-nocheck\n${readFileSync(join(original, name), 'utf8')}`)
}
copyFileSync(join(import.meta.dirname, 'compiler.mjs'), join(runtime, 'compiler.mjs'))
copyFileSync(join(original, '../LICENSE'), join(runtime, 'LICENSE'))
