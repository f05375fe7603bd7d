import { existsSync } from 'node:fs'
import { opendir } from 'node:fs/promises'
import { diskProblem, folderSpace, writtenFolders } from '../../process/disk.js'
import { inUnits, MEBIBYTE } from '../../basics/units.js'
import { failure, ok, warning, type Check, type Finding } from '../check.js'
import { spelled } from '../../process/location-settings.js'
import type { Config } from '../../process/config.js'
import type { Subject } from '../subject.js'

/** The folders that are written to are there, can be written to, and have room. */
export const folders: Check = {
  name: 'folders',
  needs: ['settings'],
  async look (subject) {
    const written = writtenFolders(subject.config)
    const missing = written.find(({ path }) => !existsSync(path))
    if (missing !== undefined && await isUsed(subject)) {
      return failure(
        `The ${missing.use} folder is not there: ${missing.path}`,
        'Mount its disk, or put the folder back from a backup'
      )
    }
    for (const folder of written) {
      const problem = await diskProblem(folder, { isMade: false })
      if (problem !== null) {
        return failure(`${problem[0]!.toUpperCase()}${problem.slice(1)} (${folder.path})`, 'Make room there, or let this user write there')
      }
    }
    const location = await locationProblem(subject.config)
    if (location !== null) return location
    const said = await Promise.all(written.map(async (folder) => {
      const { freeBytes, totalBytes } = await folderSpace(folder)
      const room = totalBytes === 0 ? 'room unknown' : `${inUnits(roundedToMebibytes(freeBytes))} free`
      return `${folder.path} (${room}${existsSync(folder.path) ? '' : '; the start makes it'})`
    }))
    return ok(said.length === 0 ? 'This process writes to none' : said.join(', '))
  }
}

const roundedToMebibytes = (bytes: number) => Math.round(bytes / MEBIBYTE) * MEBIBYTE

/** Whether files may have been stored: before the first start nothing is there, and a bucket needs no folder. */
async function isUsed (subject: Subject): Promise<boolean> {
  if (subject.config.MEDIA_URL !== undefined) return false
  return await subject.database().catch(() => null) !== null
}

/** The first location whose folder cannot be read: files wait until it can. */
async function locationProblem ({ LOCATIONS: locations }: Config): Promise<Finding | null> {
  for (const location of locations) {
    if (location.place.type !== 'folder') continue
    const { path } = location.place
    try {
      await (await opendir(path)).close()
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      return code === 'ENOENT'
        ? warning(`The location ${spelled(location)} is not there: ${path}`, 'Mount its disk, or correct LOCATIONS')
        : warning(
          `The location ${spelled(location)} cannot be read: ${message.split(',')[0]!} (${path})`,
          'Let this user read there, or correct LOCATIONS'
        )
    }
  }
  return null
}
