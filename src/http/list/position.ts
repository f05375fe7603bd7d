import { hash } from 'node:crypto'
import { openCursor, sealCursor } from '../../basics/cursor.js'

const NAME_LENGTH = 8

/** A place in a list, as a cursor holds it. */
export interface Position {
  /** The name of the list: a cursor belongs to one list. */
  readonly list: string
  readonly sectionIndex: number
  readonly after: string
}

/** The name of a list: its route and the parameters of its path. */
export function nameOf (url: string, params: object): string {
  const parts = [url.replace(/\/$/, ''), ...Object.values(params)]
  return hash('sha256', JSON.stringify(parts), 'base64url').slice(0, NAME_LENGTH)
}

export function writeCursor ({ list, sectionIndex, after }: Position): string {
  return sealCursor(`${list}:${sectionIndex}:${after}`)
}

/** Null if it is no cursor. */
export function readCursor (text: string): Position | null {
  const match = /^([\w-]+):(\d):([\w:.-]{0,64})$/.exec(openCursor(text) ?? '')
  return match === null ? null : { list: match[1]!, sectionIndex: Number(match[2]), after: match[3]! }
}
