import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { newKey } from '../../media/storage/keys.js'
import { openStorage } from '../../media/storage/open.js'
import type { MediaStorage } from '../../media/storage/storage.js'
import { failure, ok, skipped, type Check } from '../check.js'

const BYTES = 1024

/** The bucket takes an object, gives it back, and removes it. */
export const bucket: Check = {
  name: 'bucket',
  needs: ['settings'],
  async look ({ config }) {
    const { MEDIA_URL: url } = config
    if (url === undefined) return skipped('MEDIA_URL is not set')
    try {
      return await tryOut(openStorage(config))
        ? ok(`${url} takes an object, gives it back, and removes it`)
        : failure(`${url} gives back other bytes than it was given`, 'Correct MEDIA_URL, or the AWS_… variables')
    } catch (error) {
      const { name, message } = error as Error
      return failure(`${url}: ${name}: ${message.split('\n')[0]}`, 'Correct MEDIA_URL, or the AWS_… variables')
    }
  }
}

/** Returns whether the bytes came back. */
async function tryOut (storage: MediaStorage): Promise<boolean> {
  const bytes = randomBytes(BYTES)
  const key = newKey(createHash('sha256').update(bytes).digest('hex'))
  const folder = await mkdtemp(join(tmpdir(), 'cutroom-doctor-'))
  try {
    const file = join(folder, 'object')
    await writeFile(file, bytes)
    await storage.place(file, key)
    return bytes.equals(await buffer(await storage.read(key)))
  } finally {
    await rm(folder, { recursive: true, force: true })
    await storage.remove(key)
  }
}
