// The client for Python: clients/python/cutroom.py. `npm run python` makes it of the API document and of the parts in
// scripts/python/, which are written by hand. It is committed; a test fails if it does not match.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from './build.js'
import { readApiDocument } from './document.js'
import { methodsOf } from './python-methods.js'
import { createReport } from './report.js'
import { root } from './sources.js'

const file = join(root, 'clients/python/cutroom.py')
const part = (name) => readFileSync(join(root, 'scripts/python', `${name}.py`), 'utf8')

/**
 * The text of the client.
 * @param {Parameters<typeof methodsOf>[0]} document
 */
export function writePython (document) {
  const { methods, types } = methodsOf(document)
  return [
    part('head').replace('# <types>\n', types),
    part('transport'),
    part('failures'),
    part('answers'),
    part('uploads'),
    methods,
    part('client'),
    part('webhook')
  ].join('\n\n')
}

if (process.argv[1] === import.meta.filename) {
  await build({ client: false, report: createReport() })
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, writePython(await readApiDocument()))
}
