/** JSON of what a caller has sent, to store it. Integers beyond a double become text. */
export function toJson (value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => typeof inner === 'bigint' ? String(inner) : inner)
}
