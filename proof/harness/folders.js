import { mkdirSync, mkdtempSync, rmdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { closeLater } from './closing.js'

const TMPFS = 0x01021994

export const projectRoot = join(import.meta.dirname, '../..')

/** A folder that is removed at the end of the run. */
export function makeFolder (parent) {
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'cutroom-'))
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  closeLater(remove, remove)
  return folder
}

/** A folder on the disk of the checkout, where a sync has its real cost; /tmp may be in memory. */
export function makeFolderOnDisk () {
  const parent = join(projectRoot, 'data')
  closeLater(() => removeIfEmpty(parent))
  return makeFolder(parent)
}

/** Whether the folder is in memory, so that a sync reaches no disk. */
export function isInMemory (folder) {
  return statfsSync(folder).type === TMPFS
}

function removeIfEmpty (folder) {
  try {
    rmdirSync(folder)
  } catch (error) {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'ENOENT') throw error
  }
}
