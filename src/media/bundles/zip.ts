import { Readable } from 'node:stream'
import { directoryEntry, endOfDirectory, localHeader, type ZipEntry, type WrittenEntry } from './zip-records.js'

/** A file of a ZIP. Its bytes are opened when it is its turn. */
export interface ZippedFile extends ZipEntry {
  readonly open: () => Promise<Readable>
}

/** The bytes of a ZIP of these files. */
export function sizeOfZip (files: readonly ZipEntry[]): number {
  let size = endOfDirectory(0, 0, 0).length
  for (const file of files) {
    size += localHeader(file).length + file.size + directoryEntry({ ...file, offset: 0 }).length
  }
  return size
}

/**
 * The ZIP as a stream, which reads one file after the other as it is read itself. It fails if a file is missing or has
 * another size: a ZIP that is whole has all files.
 */
export function streamZip (files: readonly ZippedFile[]): Readable {
  return Readable.from(pieces(files), { objectMode: false })
}

async function * pieces (files: readonly ZippedFile[]): AsyncGenerator<Buffer> {
  const written: WrittenEntry[] = []
  let offset = 0
  const counted = (piece: Buffer): Buffer => {
    offset += piece.length
    return piece
  }
  for (const { open, ...file } of files) {
    const start = offset
    yield counted(localHeader(file))
    let size = 0
    for await (const chunk of await open() as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > file.size) break
      yield counted(chunk)
    }
    if (size !== file.size) throw new Error('A file of the ZIP has another size than it had')
    written.push({ ...file, offset: start })
  }
  const begin = offset
  for (const entry of written) yield counted(directoryEntry(entry))
  yield endOfDirectory(written.length, begin, offset - begin)
}
