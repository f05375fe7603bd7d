import { randomUUID } from 'node:crypto'
import { open, unlink, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { NoRoom } from '../../errors.js'
import { makeFolder } from '../../basics/folders.js'
import { nodeTimers, type Timer, type Timers } from '../../basics/timers.js'
import { createDiskBudget } from '../../process/disk-budget.js'

/** Shorter exports, in bytes, are sent in one piece. */
const SHORT = 512 * 1024
const READ_BYTES = 256 * 1024
/** How long a reader may take. */
const LONGEST_READING_MS = 60 * 60 * 1000

/** An export for its reader: a text if it is short. */
export type Spooled = string | SpoolStream

/**
 * Stands between writer and reader, and makes neither wait for the other. Long text is in a file without a name, which
 * vanishes when it is closed, or when the process is killed.
 */
export function createSpool (folder: string, { longestReadingMs = LONGEST_READING_MS, timers = nodeTimers } = {}) {
  const room = createDiskBudget(folder)
  let waiting: Buffer[] = []
  let length = 0
  let stream: SpoolStream | null = null
  let isTaken = false
  let outcome: { resolve: (spooled: Spooled) => void, reject: (error: Error) => void }
  const spooled = new Promise<Spooled>((resolve, reject) => { outcome = { resolve, reject } })

  async function put (bytes: Buffer): Promise<void> {
    if (!room.take(bytes.length)) throw new NoRoom()
    await stream!.put(bytes)
  }

  return {
    /** Resolves when the export is complete, or long. */
    spooled,
    /** Throws when the reader has gone. */
    async write (text: string): Promise<void> {
      const bytes = Buffer.from(text)
      if (stream !== null) return put(bytes)
      waiting.push(bytes)
      length += bytes.length
      if (length < SHORT) return
      stream = new SpoolStream(await openNameless(folder), longestReadingMs, timers)
      const before = Buffer.concat(waiting)
      waiting = []
      await put(before)
      isTaken = true
      outcome.resolve(stream)
    },
    end (): void {
      if (stream === null) outcome.resolve(Buffer.concat(waiting).toString())
      else stream.end()
    },
    fail (error: Error): void {
      outcome.reject(error)
      // Before the stream is taken, nobody listens for its error.
      stream?.destroy(isTaken ? error : undefined)
    }
  }
}

async function openNameless (folder: string): Promise<FileHandle> {
  await makeFolder(folder)
  const path = join(folder, `export.${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}

/** Reads a file while it is being written. */
export class SpoolStream extends Readable {
  readonly #file: FileHandle
  readonly #timers: Timers
  readonly #timer: Timer
  #written = 0
  #read = 0
  #hasEnded = false
  #isBusy = false
  #resume: (() => void) | null = null

  constructor (file: FileHandle, longestReadingMs: number, timers: Timers) {
    super({ highWaterMark: READ_BYTES })
    this.#file = file
    this.#timers = timers
    this.#timer = timers.setTimeout(() => this.destroy(new Error('The export was not read in time')), longestReadingMs)
    this.#timer.unref()
  }

  async put (bytes: Buffer): Promise<void> {
    if (this.destroyed) throw new Error('The reader of the export has gone')
    this.#isBusy = true
    try {
      for (let start = 0; start < bytes.length;) {
        start += (await this.#file.write(bytes, start, bytes.length - start, this.#written + start)).bytesWritten
      }
      this.#written += bytes.length
    } finally {
      this.#isBusy = false
      if (this.destroyed) await this.#file.close()
    }
    this.#wake()
  }

  end (): void {
    this.#hasEnded = true
    this.#wake()
  }

  #wake (): void {
    const resume = this.#resume
    this.#resume = null
    resume?.()
  }

  override _read (): void {
    const length = Math.min(READ_BYTES, this.#written - this.#read)
    if (length === 0) {
      if (this.#hasEnded) this.push(null)
      else this.#resume = () => this._read()
      return
    }
    this.#file.read(Buffer.allocUnsafe(length), 0, length, this.#read).then(({ buffer, bytesRead }) => {
      this.#read += bytesRead
      this.push(buffer.subarray(0, bytesRead))
    }, (error: Error) => this.destroy(error))
  }

  override _destroy (error: Error | null, callback: (error: Error | null) => void): void {
    this.#timers.clearTimeout(this.#timer)
    if (this.#isBusy) return callback(error)
    this.#file.close().then(() => callback(error), callback)
  }
}
