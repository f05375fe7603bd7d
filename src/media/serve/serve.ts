import { buffer } from 'node:stream/consumers'
import type { MediaStorage } from '../storage/storage.js'
import { servedType } from './content-type.js'
import { contentDisposition } from './disposition.js'
import type { View } from './views.js'

/**
 * A redirect to a URL of the storage is followed at once. A transfer that has begun goes on after the URL has expired.
 */
const SHORTEST_URL_SECONDS = 60

/** The bytes of a file and the headers for them. The type is never one that a browser would run. */
export async function serve (storage: MediaStorage, file: View, method: 'GET' | 'HEAD') {
  const contentType = servedType(file.contentType)
  const disposition = contentDisposition(file.filename, file.contentType, file.isInline)
  const { key, sha256: digest, expiresIn } = file
  // A script reads it, which may not follow a redirect to a bucket.
  const source = file.isRead === true && storage.pathOf(key) === null
    ? { kind: 'bytes', bytes: await buffer(await storage.read(key)) } as const
    : await storage.source(key, {
      method,
      contentType,
      contentDisposition: disposition,
      expiresIn: Math.max(expiresIn, SHORTEST_URL_SECONDS)
    })
  return { source, contentType, disposition, digest, expiresIn }
}
