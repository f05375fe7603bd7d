import type { Test } from 'tap'

/** Numbers by chance, the same for the same seed. It is printed, and `SEED` sets it. */
export function createRandom (t: Test) {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
  t.comment(`SEED=${seed}`)
  let state = seed
  const below = (limit: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor(state / 2 ** 32 * limit)
  }
  return { below, one: <Element>(list: readonly Element[]): Element => list[below(list.length)]! }
}
