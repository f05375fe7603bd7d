/** The pause after a number of failures in a row: twice as long after each, up to the longest. */
export function backoff (failures: number, firstMs: number, longestMs: number): number {
  return Math.min(longestMs, firstMs * 2 ** (failures - 1))
}
