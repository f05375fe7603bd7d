import { createHash } from 'node:crypto'
import type { OpenFile } from './location.js'

/** The SHA-256 of a file of a location, in hexadecimal. Throws the reason of the signal. */
export async function digestOf (file: OpenFile, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of await file.read()) {
    signal?.throwIfAborted()
    hash.update(chunk as Buffer)
  }
  return hash.digest('hex')
}
