// Which package has the driver of SQLite. better-sqlite3 13 brings its binaries along and needs Node 22.15 here;
// version 12, for checkouts on Node 20, is compiled when it is installed, and from Node 24.19 on ends the process when
// one of its objects is garbage collected.
import { createRequire } from 'node:module'

const [major, minor] = process.versions.node.split('.').map(Number)
const isNew = major > 22 || (major === 22 && minor >= 15)

/** The name of the package; null where this Node can run none that is installed. */
export const driverPackage = isNew ? 'better-sqlite3' : isInstalled('better-sqlite3-12') ? 'better-sqlite3-12' : null

/** What is said where there is none. */
export const nodeIsTooOld = `cutroom needs Node 22.15 or newer, and this is ${process.versions.node}`

/** @param {string} name */
function isInstalled (name) {
  try {
    createRequire(import.meta.url).resolve(name)
    return true
  } catch {
    return false
  }
}
