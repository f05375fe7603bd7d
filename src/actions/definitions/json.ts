/** JSON of what a caller has sent, to store it. An integer beyond a double becomes text: JSON has no other form for it. */
export function toJson (value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => typeof inner === 'bigint' ? String(inner) : inner)
}
