import { createRandom as createSeeded } from '#proof/harness/random.js'
import type { Test } from 'tap'

/** Random numbers, the same for the same seed. The seed is printed, and `SEED` sets it. */
export function createRandom (t: Test) {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
  t.comment(`SEED=${seed}`)
  return createSeeded(seed)
}
