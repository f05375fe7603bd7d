import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { Test } from 'tap'
import { projectRoot } from '../../src/basics/paths.js'

const SELDOM_COPIED = /^(node_modules|data|\.git|\.tap|\.env|dist\/test|dist\/building.*)$/
const BUILT = /^(dist|prisma\/generated)$/

export interface CheckoutOptions {
  /** Whether the service in it is built. */
  readonly built: boolean
  /** Packages that it must not contain. */
  readonly without?: readonly string[]
}

/** Copies the checkout, with its packages, into a folder that is removed after the test. Returns its path. */
export function copyCheckout (t: Test, { built, without = [] }: CheckoutOptions): string {
  // The runner of the tests builds what most of them need: without the client.
  if (built) execFileSync(process.execPath, [join(projectRoot, 'scripts/build.js')], { stdio: 'pipe' })
  const place = mkdtempSync(join(tmpdir(), 'cutroom-newcomer-'))
  t.teardown(() => rmSync(place, { recursive: true, force: true }))
  const folder = join(place, 'checkout')
  const isCopied = (path: string) => !SELDOM_COPIED.test(path) && (built || !BUILT.test(path))
  cpSync(projectRoot, folder, { recursive: true, filter: (source) => isCopied(relative(projectRoot, source)) })
  const packages = join(projectRoot, 'node_modules')
  if (without.length === 0) symlinkSync(packages, join(folder, 'node_modules'))
  else {
    cpSync(packages, join(folder, 'node_modules'), {
      recursive: true,
      filter: (source) => copyLinks(source, packages, folder, without)
    })
  }
  return folder
}

/** Links each package except the missing ones. */
function copyLinks (source: string, packages: string, folder: string, without: readonly string[]): boolean {
  const name = relative(packages, source)
  if (name === '' || /^@[^/]+$/.test(name)) return true
  if (!without.includes(name)) symlinkSync(source, join(folder, 'node_modules', name))
  return false
}

/** When each file below a folder was last changed. */
export function changesOf (folder: string): Record<string, number> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    !name.startsWith('node_modules')
  )
  return Object.fromEntries(names.map((name) => [name, statSync(join(folder, name)).ctimeMs]))
}
