import { open, type FileHandle } from 'node:fs/promises'

/** Opens a file to read it, and closes it in any case. */
export async function withFile<Result> (path: string, read: (file: FileHandle) => Promise<Result>): Promise<Result> {
  const file = await open(path)
  try {
    return await read(file)
  } finally {
    await file.close()
  }
}

/** The bytes at a place of a file. There are fewer at its end. */
export async function readBytes (file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
