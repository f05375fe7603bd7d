// Tests Prisma's command line (test/prisma). This takes long, so it is done only if anything that it depends on has
// changed since the tests last passed. prisma/tested, which is committed, has a hash of it. node test/prisma.js
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hash, installedVersions, root } from '../scripts/sources.js'

const NOTE = 'prisma/tested'
const generated = /^prisma\/(?:generated\b|tested$|README\.md$)/
const others = ['prisma.config.ts', 'src/database/driver.mjs', 'src/database/driver-package.mjs', 'src/database/migrations.ts', 'src/database/table-names.ts', 'test/helper/prisma-project.ts']

const found = fingerprint()
const isKnown = existsSync(join(root, NOTE)) && readFileSync(join(root, NOTE), 'utf8').trim() === found
if (isKnown) console.log('What Prisma\'s command line works on is as it was when test/prisma passed.')
else {
  const [code] = await once(spawn(process.execPath, ['test/run.js', 'test/prisma'], { cwd: root, stdio: 'inherit' }), 'close')
  process.exitCode = code ?? 1
  if (code === 0) {
    writeFileSync(join(root, NOTE), `${found}\n`)
    console.log(`Noted in ${NOTE}: commit it.`)
  }
}

function fingerprint () {
  const paths = [...['prisma', 'src/database/migrate', 'test/prisma'].flatMap(filesOf), ...others].sort()
  const files = paths.map((path) => hash([path, readFileSync(join(root, path))]))
  return hash([...files, ...installedVersions('prisma', '@prisma/client', '@prisma/schema-engine-wasm')])
}

function filesOf (folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => !generated.test(path))
}
