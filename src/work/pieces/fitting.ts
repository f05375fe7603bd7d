/** An item with the least of memory that it takes. */
export interface Size {
  readonly id: string
  readonly bytes: number
}

/** What is in memory at the same time. */
export interface PieceLimits {
  readonly items: number
  /** One item alone may be larger. */
  readonly bytes: number
}

/** The ids of the first items that fit into a piece: one at least. */
export function fitting (sizes: readonly Size[], limits: PieceLimits): string[] {
  let bytes = 0
  const ids: string[] = []
  for (const size of sizes) {
    bytes += size.bytes
    if (ids.length > 0 && (ids.length === limits.items || bytes > limits.bytes)) break
    ids.push(size.id)
  }
  return ids
}

/** Cuts a list into pieces that fit. */
export function * piecesOf (sizes: readonly Size[], limits: PieceLimits): Generator<string[]> {
  for (let start = 0; start < sizes.length;) {
    const piece = fitting(sizes.slice(start, start + limits.items), limits)
    yield piece
    start += piece.length
  }
}
