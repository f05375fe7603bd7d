import { hash } from 'node:crypto'
import { openCursor, sealCursor } from '../basics/cursor.js'
import type { Caller } from '../core/caller.js'
import { InvalidParameter } from '../errors.js'
import { inspect } from '../http/inspect.js'
import { CURSOR_RULE } from '../http/list.js'
import type { Search } from './parameters.js'
import { columnOf, type Hit, type Position } from './select.js'

const DIGEST_LENGTH = 22

/** The cursor of the page after a hit. It belongs to this search of this account. */
export function writeCursor (caller: Caller, search: Search, { item_id: id, key }: Hit): string {
  return sealCursor(JSON.stringify([digestOf(caller, search), key, id]))
}

/** Null without a cursor. Throws InvalidParameter if the cursor belongs to another search, or is malformed. */
export function readCursor (caller: Caller, search: Search): Position | null {
  const { cursor } = search
  if (cursor === null) return null
  const position = parse(cursor, digestOf(caller, search))
  const isText = search.sort !== 'relevance' && columnOf(search.sort).column === 'title_key'
  if (position === null || (typeof position.key === 'string') !== isText) {
    throw new InvalidParameter('cursor', inspect(cursor), CURSOR_RULE)
  }
  return position
}

function parse (cursor: string, digest: string): Position | null {
  let parts: unknown
  try {
    parts = JSON.parse(openCursor(cursor) ?? '')
  } catch {
    return null
  }
  if (!Array.isArray(parts) || parts.length !== 3) return null
  const [given, key, id] = parts as unknown[]
  const isKey = (typeof key === 'number' && Number.isSafeInteger(key) && key >= 0) ||
    (typeof key === 'string' && !key.includes('\0'))
  if (given !== digest || !isKey || typeof id !== 'string' || id.includes('\0')) return null
  // One position has one cursor, although JSON could be written in other ways.
  return sealCursor(JSON.stringify(parts)) === cursor ? { key, id } : null
}

/** Identifies a search, whatever its page. */
function digestOf (
  { accountId }: Caller,
  {
    cursor: _cursor, limit: _limit, facets: _facets, total: _total, include: _include, publicOnly: _publicOnly, fields,
    ...search
  }: Search
): string {
  const sent = [...fields].map(([name, { values }]) => [name, values])
  // Flat: so cursors that other versions gave out stay valid.
  const flat = Object.entries(search).flatMap(([name, value]): Array<[string, unknown]> =>
    name === 'added' ? Object.entries(search.added) : [[name, value]])
  return hash('sha256', JSON.stringify([accountId, Object.fromEntries(flat), sent]), 'base64url').slice(0, DIGEST_LENGTH)
}
