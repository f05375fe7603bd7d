import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { once } from 'node:events'
import { resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { OperatorMistake } from '../errors.js'

/** The output of a command. Every function may throw OperatorMistake. */
export interface Output {
  readonly write: (text: string) => Promise<void>
  /** Completes the output. */
  readonly end: () => Promise<void>
  /** Removes the incomplete output. */
  readonly giveUp: () => Promise<void>
}

const nothing = async (): Promise<void> => {}

/**
 * Standard output, or a file that appears when it is complete. `force` replaces an existing file; devices and pipes are
 * written to. Throws OperatorMistake.
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
  // The next write reports its error.
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
