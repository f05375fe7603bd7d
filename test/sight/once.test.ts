import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { projectRoot } from '../../src/basics/paths.js'

const RULE = 'items/sight.ts'
/** It looks after memberships as rows, whoever sees what by them. */
const OF_MEMBERS = 'members/of-removed.ts'

/** What the parts of the rule look like, with what to call instead. */
const parts: ReadonlyArray<readonly [pattern: RegExp, instead: string]> = [
  [/\b(?:FROM|JOIN)\s+project_members\b/, 'memberships, memberOf or roleIn'],
  [/project(?:_id)?\}? IS NULL AND [^`]*\bowner\b/, 'isUnplacedOf'],
  [/project_?id === null[^\n]*\bowner\b|\bowner === [^\n]*project_?id === null/i, 'ownerOfUnplaced']
]

t.test('The rule of sight is written in one file', async (t) => {
  const root = join(projectRoot, 'src')
  const written = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'))
    .flatMap((path) => {
      const source = readFileSync(join(root, path), 'utf8')
      return parts.filter(([pattern]) => pattern.test(source)).map(([, instead]) => ({ path, instead }))
    })
  t.strictSame(written.filter(({ path }) => path !== RULE && path !== OF_MEMBERS).map(({ path, instead }) =>
    `src/${path} repeats a part of the rule of sight: use ${instead} of src/${RULE}`), [])
  t.equal(written.filter(({ path }) => path === RULE).length, parts.length, 'the parts of the rule still look so')
})
