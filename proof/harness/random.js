/**
 * @typedef {object} Random random numbers, the same for the same seed
 * @property {(limit: number) => number} below a whole number from 0, below the limit
 * @property {<Element>(list: readonly Element[]) => Element} one of them
 */

/**
 * @param {number} seed
 * @returns {Random}
 */
export function createRandom (seed) {
  let state = seed >>> 0
  const below = (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor(state / 2 ** 32 * limit)
  }
  return { below, one: (list) => /** @type {any} */ (list[below(list.length)]) }
}

/** Derives a seed from another one and a name. */
export function seedOf (seed, name) {
  let hash = seed >>> 0
  for (const character of name) hash = (Math.imul(hash ^ Number(character.codePointAt(0)), 16777619)) >>> 0
  return hash
}
