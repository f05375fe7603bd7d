import type { Database } from '../../database/database.js'

/** The size of the stored pieces of a file. */
export const CHUNK_BYTES = 256 * 1024

/** The bytes of an import from a position on. */
export async function * readChunks (
  database: Database, importId: string, position: number
): AsyncGenerator<Uint8Array> {
  for (let number = Math.floor(position / CHUNK_BYTES), skip = position % CHUNK_BYTES; ; number++, skip = 0) {
    const chunk = await database.reads.prisma.importChunk.findUnique({
      where: { importId_number: { importId, number } }
    })
    if (chunk === null) return
    yield chunk.bytes.subarray(skip)
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
