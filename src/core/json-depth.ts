/** `JSON.parse` reads any depth, but `JSON.stringify` needs a stack for it: deeper than this, nothing is written as JSON. */
export const DEEPEST_WRITTEN = 500

/** Whether lists and objects stand inside each other deeper than that. */
export function isNestedDeeper (value: unknown, depth: number): boolean {
  let level = [value]
  for (let reached = 0; level.length > 0; reached++) {
    if (reached > depth) return true
    level = level.flatMap((holder) => isHolder(holder) ? Object.values(holder).filter(isHolder) : [])
  }
  return false
}

function isHolder (value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
