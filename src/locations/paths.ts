/**
 * A path below a location, with slashes; empty for the location itself. Names are bytes: those that no UTF-8 has are
 * given as bytes, all others also as text.
 */
export type LocationPath = string | Uint8Array

export const RELATIVE_PATH_RULE = 'Must be a relative path'

const LONGEST_PATH = 4096
const LONGEST_NAME = 255

/** What Windows-1252 has in place of the signs of control from 0x80 on. Five bytes mean nothing there. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** A name as people read it: as UTF-8, or, where it is none, as Windows-1252. */
export function shownName (name: Uint8Array): string {
  try {
    return utf8.decode(name)
  } catch {
    return Buffer.from(name).toString('latin1').replace(/[\x80-\x9f]/g, (sign) => WINDOWS_1252[sign.charCodeAt(0) - 0x80]!)
  }
}

/** Whether it is a path below a location, whatever is there: no name in it leads elsewhere, or is none. */
export function isRelativePath (path: LocationPath): boolean {
  const bytes = toBytes(path)
  return bytes.length === 0 || (bytes.length <= LONGEST_PATH && split(bytes).every(isName))
}

/** The names in a path. Throws TypeError for a path that leads elsewhere. */
export function namesOf (path: LocationPath): Buffer[] {
  if (!isRelativePath(path)) throw new TypeError(`${JSON.stringify(shownName(toBytes(path)))} is no path below a location`)
  const bytes = toBytes(path)
  return bytes.length === 0 ? [] : split(bytes)
}

/** The path of something in a folder. */
export function pathIn (folder: LocationPath, name: Uint8Array): Buffer {
  const bytes = toBytes(folder)
  return bytes.length === 0 ? Buffer.from(name) : Buffer.concat([bytes, Buffer.from('/'), name])
}

/** Whether it is the name of something, and of nothing elsewhere. Windows has more signs that separate. */
function isName (name: Buffer): boolean {
  const text = name.toString('latin1')
  return name.length > 0 && name.length <= LONGEST_NAME && text !== '.' && text !== '..' && !text.includes('\0') &&
    !(process.platform === 'win32' && /[\\:]/.test(text))
}

const toBytes = (path: LocationPath): Buffer => Buffer.from(path as Uint8Array)

/** Latin-1 has a sign for each byte. */
const split = (bytes: Buffer) => bytes.toString('latin1').split('/').map((name) => Buffer.from(name, 'latin1'))
