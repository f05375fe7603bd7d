/** The median; NaN of no values. */
export function median (values) {
  const sorted = values.toSorted((a, b) => a - b)
  const [lower = NaN, upper = lower] = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1)
  return (lower + upper) / 2
}

/** A percentile; NaN of no values. */
export function percentile (values, percent) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * percent / 100))] ?? NaN
}
