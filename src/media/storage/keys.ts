import { newId } from '../../basics/ids.js'

const KEY = /^[0-9a-f]{2}\/[0-9a-f]{64}-[0-9a-f-]{36}$/

/**
 * A new key for bytes with this SHA-256. Its first two digits spread the files over 256 folders. No part of it comes
 * from a user. Its end is random, so that a removed key never returns with the same bytes.
 */
export function newKey (sha256: string): string {
  return `${sha256.slice(0, 2)}/${sha256}-${newId()}`
}

/** Whether a text is a key of the storage. */
export function isKey (text: string): boolean {
  return KEY.test(text)
}
