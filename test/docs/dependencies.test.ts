import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { projectRoot } from '../../src/basics/paths.js'
import { readDocument } from '../helper/documents.js'

const { dependencies, devDependencies, optionalDependencies, overrides } = JSON.parse(readDocument('package.json'))
const ranges: Record<string, string> = { ...overrides, ...dependencies, ...devDependencies, ...optionalDependencies }
const document = readDocument('docs/dependencies.md')

/** The rows of the table below a heading, each with the texts of its cells that are code. */
function rowsOf (heading: string): string[][][] {
  const section = document.split(`## ${heading}\n`)[1]!.split('\n## ')[0]!
  return [...section.matchAll(/^\| (`.*) \|$/gm)].map(([, row]) =>
    row!.split(' | ').map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code!))
  )
}

t.test('The packages that are held back are installed, and their ranges end where the document says', async (t) => {
  const rows = [...document.split('## Held back for Node 20\n')[1]!.split('\n## ')[0]!.matchAll(/^\| (`.*?) \| (.*) \|$/gm)]
  t.ok(rows.length > 10)
  for (const [, names, versions] of rows) {
    const limits = versions!.split(';')
    for (const [index, [, name]] of [...names!.matchAll(/`([^`]+)`/g)].entries()) {
      const limit = /^\d+(\.\d+)?$/.exec(limits[index]?.trim() ?? '')?.[0] ?? /^\d+(\.\d+)?/.exec(versions!)![0]
      const range = ranges[name!]
      t.match(range, new RegExp(`^[~^]?${limit.replace('.', '\\.')}(\\.|$)`), `${name} ${range} stays at ${limit}`)
      if (limit.includes('.')) t.notMatch(range, /^\^[1-9]/, `${name} ${range} stays at ${limit}`)
    }
  }
})

t.test('The packages that are pinned have one version, and are used in the file that the document names', async (t) => {
  const rows = rowsOf('Pinned to one version')
  t.ok(rows.length > 3)
  for (const [[name], [path]] of rows as Array<[[string], [string]]>) {
    t.match(ranges[name], /^\d+\.\d+\.\d+$/, name)
    t.ok(existsSync(join(projectRoot, path)), path)
  }
  const documented = new Set([...document.matchAll(/`([^`]+)`/g)].map(([, code]) => code))
  const pinned = Object.entries(ranges).filter(([, range]) => /^\d/.test(range)).map(([name]) => name)
  t.strictSame(pinned.filter((name) => !documented.has(name)), [])
})
