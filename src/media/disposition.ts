import { toUSVString } from 'node:util'
import { create } from 'content-disposition'
import { isShown } from './content-type.js'

/** File systems take no longer names. In bytes of UTF-8. */
const LONGEST_NAME = 255
const LONGEST_EXTENSION = 32
const UNNAMED = 'download'

/**
 * Characters that have no place in the name of a file: controls, line and paragraph separators, and the marks by which text changes
 * its direction, with which `gpj.exe` can be made to look like `exe.jpg`.
 */
const misplaced = /[\p{Cc}\u2028\u2029\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu

/** The header by which a browser knows whether to show a file and under which name to save it. */
export function contentDisposition (filename: string, contentType: string): string {
  return create(downloadName(filename), { type: isShown(contentType) ? 'inline' : 'attachment' })
}

/** A name under which a file can be saved: what was sent, without folders and what else does not belong into a name. */
export function downloadName (filename: string): string {
  const last = toUSVString(filename).replace(/^.*[/\\]/s, '').replace(misplaced, '')
  const name = last.replace(/^[\s.]+|[\s.]+$/gu, '')
  return name === '' ? UNNAMED : shorten(name)
}

/** Cuts the middle out of a name that is too long, so that its extension stays. */
function shorten (name: string): string {
  if (Buffer.byteLength(name) <= LONGEST_NAME) return name
  const extension = /\.[^.]+$/u.exec(name)?.[0] ?? ''
  const kept = Buffer.byteLength(extension) <= LONGEST_EXTENSION ? extension : ''
  let stem = ''
  let room = LONGEST_NAME - Buffer.byteLength(kept)
  for (const character of name) {
    room -= Buffer.byteLength(character)
    if (room < 0) break
    stem += character
  }
  return stem + kept
}
