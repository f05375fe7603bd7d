import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { projectRoot } from '../../src/basics/paths.js'
import { domains, eventKinds } from '../../src/domains.js'

/** Lists of domains, and what the contract names. */
const registries = ['domains.ts', 'consumers.ts', 'core/events/kinds.ts']

/** Clients of the API, the settings, and what domains say of themselves. */
const apart = /^(?:mcp|cli)\/|^process\/config|\/domain\.ts$/

const adviceOn = (name: string, folder: string) => `Move it into src/${name}/${
  domains.some((domain) => domain.name === folder) ? `, or name ${name} in \`uses\` of src/${folder}/domain.ts` : ''
}. If the word means something else there: make \`words\` narrower, or name the file in \`otherwise\`, in src/${name}/domain.ts`

t.test('No file outside the folder of a domain speaks of it, but the registries', async (t) => {
  const root = join(projectRoot, 'src')
  const spoken = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !registries.includes(path) && !apart.test(path))
    .flatMap((path) => {
      const folder = path.split('/')[0]!
      const known = domains.find(({ name }) => name === folder)?.uses ?? []
      const foreign = domains.filter(({ name, otherwise }) =>
        name !== folder && !known.includes(name) && otherwise?.test(path) !== true)
      return readFileSync(join(root, path), 'utf8')
        .replace(/\b[A-Z]+(?:_[A-Z]+)+\b/g, (word) => (eventKinds as readonly string[]).includes(word) ? '' : word)
        .split('\n')
        .flatMap((line) => foreign.filter(({ words }) => words.test(line))
          .map(({ name }) => `${path} speaks of ${name}: ${line.trim()}. ${adviceOn(name, folder)}`))
    })
  t.strictSame(spoken, [])
})

t.test('Every table belongs to one domain at most, and every folder with a domain.ts is in the list', async (t) => {
  const tables = domains.flatMap((domain) => domain.tables)
  const mapped = [...readFileSync(join(projectRoot, 'prisma/schema.prisma'), 'utf8').matchAll(/@@map\("(\w+)"\)/g)]
    .map(([, name]) => name!)
  t.strictSame(tables.filter((table) => !mapped.includes(table)), [], 'a table that is not in prisma/schema.prisma')
  t.strictSame(tables.filter((table, index) => tables.indexOf(table) !== index), [], 'a table that two domains have')
  const declared = readdirSync(join(projectRoot, 'src'), { recursive: true, encoding: 'utf8' })
    .flatMap((path) => /^(\w[\w-]*)\/domain\.ts$/.exec(path)?.[1] ?? [])
  t.strictSame(declared.filter((name) => !domains.some((domain) => domain.name === name)), [],
    'has a domain.ts, and no line in src/domains.ts')
  const ofDomains = mapped.filter((table) => declared.some((name) =>
    table === name || table.startsWith(`${name.replace(/s$/, '').replaceAll('-', '_')}_`)))
  t.strictSame(ofDomains.filter((table) => !tables.includes(table)), [],
    'a table of a domain that its domain.ts does not name: add it to `tables`')
})

t.test('Every domain with rows of items releases them, and one that removes things releases what others keep for these', async (t) => {
  const models = readFileSync(join(projectRoot, 'prisma/schema.prisma'), 'utf8').split(/^model /m)
  const ofItems = models.filter((model) => /@map\("(?:asset|project|item)_id"\)/.test(model))
    .map((model) => /@@map\("(\w+)"\)/.exec(model)?.[1])
  const kept = domains.filter(({ tables, release }) =>
    release?.before === undefined && tables.some((table) => ofItems.includes(table)))
  t.strictSame(kept.map(({ name }) => name), [],
    'keeps rows of items when these are deleted for good: add `before` to `release` of its domain.ts, as src/approvals/follow.ts')
  const sourcesOf = (folder: string) => readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts')).map((path) => join(folder, path))
  const has = (paths: string[], word: string) => paths.some((path) => readFileSync(join(projectRoot, path), 'utf8').includes(word))
  const removing = domains.filter(({ name, teller, uses = [] }) =>
    (teller?.details !== undefined || uses.includes('favorites')) &&
    has(sourcesOf('routes').filter((path) => path.split(/[/.]/).includes(name)), 'app.delete('))
  t.ok(removing.length > 2, 'the routes were found')
  t.strictSame(removing.filter(({ name }) => !has(sourcesOf(`src/${name}`), 'releaseThings(tx')).map(({ name }) => name), [],
    'removes things, and leaves the notifications about them: call `releaseThings` of src/core/release.ts first, as src/comments/remove.ts')
})
