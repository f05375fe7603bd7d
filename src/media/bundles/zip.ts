import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** A file of a ZIP. Its bytes are opened when it is its turn. */
export interface ZippedFile {
  readonly name: string
  readonly size: number
  readonly mtime: Date
  readonly open: () => Promise<Readable>
}

const ZIP64 = { forceZip64Format: true, compress: false } as const
const END = { forceZip64Format: true, comment: '' }

/** The bytes of a ZIP of files with these names and sizes. */
export function sizeOfZip (files: ReadonlyArray<Pick<ZippedFile, 'name' | 'size' | 'mtime'>>): number {
  let size = 0
  const zip = new ZipFile()
  // Nothing is ever read: the size follows from names and sizes.
  for (const { name, ...file } of files) zip.addReadStreamLazy(name, { ...ZIP64, ...file }, () => {})
  // The types are of an older version, which gave no size.
  zip.end(END, ((total: number) => { size = total }) as () => void)
  return size
}

/**
 * The ZIP as a stream, which reads one file after the other as it is read itself. It fails if a file is missing or has
 * another size: a ZIP that is whole has all files.
 */
export function streamZip (files: readonly ZippedFile[]): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  let current: Readable | null = null
  const fail = (error: Error) => output.destroy(error)
  zip.on('error', fail)
  output.once('close', () => current?.destroy())
  for (const { name, open, ...file } of files) {
    zip.addReadStreamLazy(name, { ...ZIP64, ...file }, (done) => {
      open().then((stream) => {
        if (output.destroyed) return stream.destroy()
        current = stream
        // A pipe passes no failures on.
        stream.once('error', fail)
        done(null, stream)
      }, fail)
    })
  }
  zip.end(END)
  return output
}
