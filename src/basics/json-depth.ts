/**
 * `JSON.parse` reads any depth, but `JSON.stringify` needs a stack for it: deeper than this, nothing is written as
 * JSON.
 */
export const DEEPEST_WRITTEN = 500

/**
 * Whether lists and objects stand inside each other deeper than that. There may be 350,000 of them: nothing is made for
 * one.
 */
export function isNestedDeeper (value: unknown, depth: number): boolean {
  let level = isHolder(value) ? [value] : []
  for (let reached = 0; level.length > 0; reached++) {
    if (reached > depth) return true
    const next: object[] = []
    for (const holder of level) collectHolders(holder, next)
    level = next
  }
  return false
}

function collectHolders (holder: object, into: object[]): void {
  if (Array.isArray(holder)) {
    for (const element of holder) if (isHolder(element)) into.push(element)
    return
  }
  for (const key in holder) {
    const element: unknown = (holder as Record<string, unknown>)[key]
    if (isHolder(element)) into.push(element)
  }
}

function isHolder (value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
