/** The name on the bus for changes of keys, sessions and users. */
export const KEYS = 'keys'
