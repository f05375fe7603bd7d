import { toUSVString } from 'node:util'

const LONGEST_EXTENSION = 32

/** Bidirectional marks, which make `gpj.exe` look like `exe.jpg`, and characters that divide lines. */
const MISPLACED = /[\u2028\u2029\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu

/** A sent name without its folders. */
export function lastName (sent: string): string {
  return sent.slice(Math.max(sent.lastIndexOf('/'), sent.lastIndexOf('\\')) + 1)
}

/** Well-formed, and without characters that do not belong in a name. */
export function cleanName (name: string): string {
  return toUSVString(name).replace(MISPLACED, '')
}

/** A name in two parts: the extension begins with its dot. A name that begins with its only dot has none. */
export function partsOf (name: string): { stem: string, extension: string } {
  const dot = name.lastIndexOf('.')
  return dot <= 0 ? { stem: name, extension: '' } : { stem: name.slice(0, dot), extension: name.slice(dot) }
}

/** Cuts a name to a number of bytes of UTF-8, before its extension. */
export function cutName (name: string, longest: number): string {
  if (Buffer.byteLength(name) <= longest) return name
  const { extension } = partsOf(name)
  const kept = Buffer.byteLength(extension) <= LONGEST_EXTENSION ? extension : ''
  let stem = ''
  let room = longest - Buffer.byteLength(kept)
  for (const character of name) {
    room -= Buffer.byteLength(character)
    if (room < 0) break
    stem += character
  }
  return stem + kept
}
