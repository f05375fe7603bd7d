import type { Database } from '../../database/database.js'
import { statement } from '../../database/sql.js'
import { nextTurn } from '../../work/turns/next-turn.js'
import type { ImportRow } from './rows.js'

/** The size of the stored pieces of a file. */
export const CHUNK_BYTES = 256 * 1024
/** Chunks that one transaction removes: SQLite reads each of their pages for it. */
export const CHUNKS_PER_STEP = 32

/** $1 import, $2 the first chunk to keep, $3 limit */
export const removeChunks = statement('import_chunks_remove', (sql) => `
  DELETE FROM import_chunks WHERE import_id = $1 AND ${sql.among('number',
    'SELECT number FROM import_chunks WHERE import_id = $1 AND number < $2 ORDER BY number LIMIT $3')}`)

/** $1 import, $2 number: Prisma would write each chunk as text first. */
const findChunk = statement<{ bytes: Uint8Array }>('import_chunks_find', () => `
  SELECT bytes FROM import_chunks WHERE import_id = $1 AND number = $2`)

/** The bytes of an import from a position on. Between the chunks others have their turn. */
export async function * readChunks (
  { reads: { sql } }: Database, { id, account_id: accountId, user_id: userId }: Pick<ImportRow, 'id' | 'account_id' | 'user_id'>, position: number
): AsyncGenerator<Uint8Array> {
  for (let number = Math.floor(position / CHUNK_BYTES), skip = position % CHUNK_BYTES; ; number++, skip = 0) {
    const chunk = await sql.first(findChunk, [id, number])
    if (chunk === undefined) return
    yield chunk.bytes.subarray(skip)
    await nextTurn({ accountId, userId })
  }
}

/** Cuts a stream into chunks. */
export async function * toChunks (pieces: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let chunk = new Uint8Array(CHUNK_BYTES)
  let length = 0
  for await (const piece of pieces) {
    for (let start = 0; start < piece.length;) {
      const part = piece.subarray(start, start + CHUNK_BYTES - length)
      chunk.set(part, length)
      length += part.length
      start += part.length
      if (length < CHUNK_BYTES) continue
      yield chunk
      chunk = new Uint8Array(CHUNK_BYTES)
      length = 0
    }
  }
  if (length > 0) yield chunk.slice(0, length)
}
