import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { satisfies } from 'semver'
import t from 'tap'
import { projectRoot } from '#src/basics/paths.js'

interface LockedPackage {
  readonly optional?: boolean
  readonly engines?: { readonly node?: string }
}

t.test('Every package runs on Node 20, so that npm ci warns of none there', async (t) => {
  const { packages } = JSON.parse(await readFile(join(projectRoot, 'package-lock.json'), 'utf8')) as
    { packages: Record<string, LockedPackage> }
  const newer = Object.entries(packages).filter(([, { engines, optional }]) =>
    optional !== true && engines?.node !== undefined && !satisfies('20.20.0', engines.node))
  t.same(newer.map(([name]) => name), [])
})
