import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { once } from 'node:events'
import { resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { OperatorMistake } from '../errors.js'

/** Where a command writes to. Everything may throw OperatorMistake. */
export interface Output {
  readonly write: (text: string) => Promise<void>
  /** All is written. */
  readonly end: () => Promise<void>
  /** What was written until now is not whole. */
  readonly giveUp: () => Promise<void>
}

const nothing = async (): Promise<void> => {}

/**
 * Standard output, or a file that is put in its place when it is whole. What is there already is replaced only by
 * force; a device or a pipe may be written to. Throws OperatorMistake.
 */
export async function openOutput (to: string | undefined, force: boolean): Promise<Output> {
  if (to === undefined) return { write: (text) => put(process.stdout, text), end: nothing, giveUp: nothing }
  const file = resolve(to)
  const there = await stat(file).catch(() => null)
  const isPlain = there === null || there.isFile()
  if (there !== null && isPlain && !force) {
    throw new OperatorMistake(`${file} exists: choose another name, or add --force to replace it`)
  }
  const path = isPlain ? `${file}.partial` : file
  const refuse = (error: Error): never => {
    throw new OperatorMistake(`${file} cannot be written: ${error.message}`)
  }
  const stream = createWriteStream(path, { mode: 0o600 })
  // It is asked for its error with the next text.
  stream.on('error', () => {})
  await once(stream, 'open').catch(refuse)
  return {
    write: (text) => put(stream, text).catch(refuse),
    end: async () => {
      await finished(stream.end()).catch(refuse)
      if (isPlain) await rename(path, file).catch(refuse)
    },
    giveUp: async () => {
      stream.destroy()
      if (isPlain) await rm(path, { force: true })
    }
  }
}

async function put (stream: Writable, text: string): Promise<void> {
  if (stream.errored != null) throw stream.errored
  if (!stream.write(text)) await once(stream, 'drain')
}
