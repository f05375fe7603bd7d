import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { satisfies } from 'semver'
import t from 'tap'
import { projectRoot } from '#src/basics/paths.js'

interface LockedPackage {
  readonly optional?: boolean
  readonly engines?: { readonly node?: string }
}

/** `src/database/driver-package.mjs` takes version 12 on Node 20. */
const CHOSEN = 'node_modules/better-sqlite3'

t.test('Every package but one driver, which is not used there, runs on Node 20', async (t) => {
  const { packages } = JSON.parse(await readFile(join(projectRoot, 'package-lock.json'), 'utf8')) as
    { packages: Record<string, LockedPackage> }
  const newer = Object.entries(packages).filter(([, { engines, optional }]) =>
    optional !== true && engines?.node !== undefined && !satisfies('20.20.0', engines.node))
  t.same(newer.map(([name]) => name), [CHOSEN])
})
