import { createRandom as createSeeded } from '#proof/harness/random.js'
import type { Test } from 'tap'

/** How many times as long a random walk is as in the suite. A gate of .ci/run sets it. */
const LONGER = Number(process.env.LONGER ?? 1)

/** The steps of a random walk. */
export const stepsOf = (few: number): number => few * LONGER

/** Random numbers, the same for the same seed. The seed is printed, and `SEED` sets another one. */
export function createRandom (t: Test) {
  const seed = Number(process.env.SEED ?? 1)
  t.comment(`SEED=${seed}`)
  return createSeeded(seed)
}
