/** A key for a request that may be sent again: the service does it once. Pages without HTTPS have no `randomUUID`. */
export function onceKey (): string {
  return `cutroom-${[...crypto.getRandomValues(new Uint32Array(4))].join('-')}`
}
