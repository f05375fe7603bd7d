import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { newId } from '../../basics/ids.js'
import { openLocation } from '../../locations/open.js'
import { newKey } from '../../media/storage/keys.js'
import { openStorage } from '../../media/storage/open.js'
import type { Config } from '../../process/config.js'
import type { Place } from '../../process/location-settings.js'
import { failure, ok, skipped, type Check, type Finding } from '../check.js'

const BYTES = 1024

/** Each bucket takes an object, gives it back, and removes it. */
export const bucket: Check = {
  name: 'bucket',
  needs: ['settings'],
  async look ({ config }) {
    const { MEDIA_URL, LOCATIONS } = config
    const tries = LOCATIONS.flatMap(({ place }) =>
      place.type === 'bucket' ? { setting: 'LOCATIONS', url: place.url, tryOut: () => tryLocation(place) } : [])
    if (MEDIA_URL !== undefined) tries.unshift({ setting: 'MEDIA_URL', url: MEDIA_URL, tryOut: () => tryStorage(config) })
    if (tries.length === 0) return skipped('MEDIA_URL is not set')
    const found = await Promise.all(tries.map(examine))
    return found.find(({ status }) => status !== 'ok') ?? ok(found.map(({ text }) => text).join('; '))
  }
}

interface Attempt {
  readonly setting: string
  readonly url: string
  /** Returns whether the bytes came back. */
  tryOut (): Promise<boolean>
}

async function examine ({ setting, url, tryOut }: Attempt): Promise<Finding> {
  const mend = `Correct ${setting}, or the AWS_… variables`
  try {
    return await tryOut()
      ? ok(`${url} takes an object, gives it back, and removes it`)
      : failure(`${url} gives back other bytes than it was given`, mend)
  } catch (error) {
    const { name, message } = error as Error
    return failure(`${url}: ${name}: ${message.split('\n')[0]}`, mend)
  }
}

async function tryStorage (config: Config): Promise<boolean> {
  const storage = openStorage(config)
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

async function tryLocation (place: Place): Promise<boolean> {
  const location = await openLocation(place)
  const bytes = randomBytes(BYTES)
  const id = newId()
  const path = `.cutroom-doctor-${id}.part`
  try {
    await location.write(path, { id, size: BYTES, async * bytes () { yield bytes } })
    return bytes.equals(await buffer(await (await location.open(path)).read()))
  } finally {
    const left = await location.look(path)
    if (left !== null) await location.remove(path, left)
  }
}
