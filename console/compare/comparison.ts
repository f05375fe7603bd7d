/** The URL's parameters for two sides, from the moment where one was. */
export function comparison (one: string, other: string, at: number | null): URLSearchParams {
  return new URLSearchParams({ one, other, ...(at !== null && at > 0 && { at: String(at) }) })
}
