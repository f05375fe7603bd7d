// The last step of `npm run generate` copies the part of Prisma that the generated clients need, and makes them import
// it from there. It is 5 of the package's 73 MB, so that the service runs without the package. The copy is the runtime
// as a module: Node would take the CommonJS one and read it once more for the names of its exports, 80 ms of every
// start. The clients share a compiler of queries (compiler.mjs).
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { copySqliteAdapter } from './sqlite-adapter.js'

const PACKAGE = '@prisma/client/runtime/'
const SPECIFIER = /"@prisma\/client\/runtime\/(client|query_compiler[^"]*?)(?:\.mjs)?"/g
const COMPILER = /await import\((".*\/)(query_compiler[^"]*\.mjs")\),/
/** What would still need the package. The clients for browsers, which nobody uses, do. */
const OTHERS = /"@prisma\/client\/(?!runtime\/index-browser")[^"]*"/

const root = join(import.meta.dirname, '..')
const generated = join(import.meta.dirname, 'generated')
const runtime = join(generated, 'runtime')
const original = dirname(createRequire(import.meta.url).resolve(`${PACKAGE}client`))

mkdirSync(runtime, { recursive: true })
const taken = new Set(['client.d.mts'])
for (const client of readdirSync(generated, { withFileTypes: true })) {
  if (client.isDirectory() && client.name !== 'runtime') useCopy(join(generated, client.name))
}

/** Lets a client import from the copy. Ends the build if it is not made as expected: docs/dependencies.md. */
function useCopy (client) {
  const found = new Set()
  for (const name of readdirSync(client, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue
    const path = join(client, name)
    const source = readFileSync(path, 'utf8')
    const there = relative(dirname(path), runtime)
    const changed = source.replace(SPECIFIER, (_, file) => {
      taken.add(`${file}.mjs`)
      found.add(file)
      return `"${there}/${file}.mjs"`
    }).replace(COMPILER, (whole, folder) => {
      found.add('compiler')
      return `(await import(${folder}compiler.mjs")).shareCompiler(${whole.slice(0, -1)}),`
    })
    const [other] = OTHERS.exec(changed) ?? []
    if (other !== undefined) refuse(`${other} is imported by`, path)
    if (changed !== source) writeFileSync(path, changed)
  }
  if (!found.has('client')) refuse('there is no import of Prisma\'s runtime in', client)
  if (!found.has('compiler')) refuse('there is no import of the compiler of queries in', client)
}

function refuse (what, path) {
  console.error(`prisma/runtime.js: ${what} ${relative(root, path)}: this version of Prisma generates other clients than the last, see docs/dependencies.md`)
  process.exit(1)
}

// Generated code is not type-checked.
for (const name of taken) {
  writeFileSync(join(runtime, name), `// @ts-nocheck\n${readFileSync(join(original, name), 'utf8')}`)
}
copyFileSync(join(import.meta.dirname, 'compiler.mjs'), join(runtime, 'compiler.mjs'))
// It is under the same licence, which the copy brings along.
copySqliteAdapter()
