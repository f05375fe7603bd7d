import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeRelease as make } from '#proof/harness/next-release.js'
import type { MadeUp, Release } from '#proof/harness/next-release.js'
import type { Test } from 'tap'

export { nextMinor } from '#proof/harness/next-release.js'
export type { Release }

/** Makes another release of the built one, in a folder that is removed after the test. */
export async function makeRelease (t: Test, madeUp: MadeUp): Promise<Release> {
  const root = await mkdtemp(join(tmpdir(), 'cutroom-release-'))
  t.teardown(() => rm(root, { recursive: true, force: true }))
  return make(root, madeUp)
}
