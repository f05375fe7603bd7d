import { create } from 'content-disposition'
import { cleanName, cutName, lastName } from '../file-name.js'
import { isShown } from './content-type.js'

/** The limit of file systems, in bytes of UTF-8. */
const LONGEST_NAME = 255
const UNNAMED = 'download'

const controls = /\p{Cc}/gu
const spaceOrDot = /[\s.]/

/** The header that says whether to show or to save a file, and under which name. */
export function contentDisposition (filename: string, contentType: string, isInline = isShown(contentType)): string {
  return create(downloadName(filename), { type: isInline ? 'inline' : 'attachment' })
}

/** A name to save a file under: the sent one without folders and misplaced characters. */
export function downloadName (filename: string): string {
  const name = trim(cleanName(lastName(filename)).replace(controls, ''))
  return name === '' ? UNNAMED : cutName(name, LONGEST_NAME)
}

/** Trims spaces and dots. A pattern with `$` would take quadratic time. */
function trim (name: string): string {
  let start = 0
  let end = name.length
  while (start < end && spaceOrDot.test(name[start]!)) start++
  while (end > start && spaceOrDot.test(name[end - 1]!)) end--
  return name.slice(start, end)
}
