/** A key for a request that may be sent again: the service does it once. */
export function onceKey (): string {
  return `console-${[...crypto.getRandomValues(new Uint32Array(4))].join('-')}`
}
