import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../basics/folders.js'
import { newId } from '../basics/ids.js'
import { isNoSpace } from '../basics/no-space.js'
import { MEBIBYTE } from '../basics/units.js'
import { BodyTooLarge, NoRoom } from '../errors.js'
import { NoPicture } from './errors.js'

/** The largest picture that is taken. */
export const LARGEST_SENT = 5 * MEBIBYTE

/** Has the path of a temporary file as long as `use` runs. Of a killed process, the sweep removes it. */
export async function received<Result> (
  body: AsyncIterable<Buffer>, folder: string, use: (path: string) => Promise<Result>
): Promise<Result> {
  await makeFolder(folder)
  const path = join(folder, `${newId()}.${randomUUID()}`)
  try {
    if (await write(body, path) === 0) throw new NoPicture()
    return await use(path)
  } catch (error) {
    throw isNoSpace(error) ? new NoRoom() : error
  } finally {
    await rm(path, { force: true })
  }
}

/** Returns how many bytes there are. Throws BodyTooLarge as soon as there are too many. */
async function write (body: AsyncIterable<Buffer>, path: string): Promise<number> {
  const file = await open(path, 'wx')
  let size = 0
  try {
    for await (const piece of body) {
      size += piece.length
      if (size > LARGEST_SENT) throw new BodyTooLarge()
      await file.writeFile(piece)
    }
  } finally {
    await file.close()
  }
  return size
}
