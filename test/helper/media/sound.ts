import type { Test } from 'tap'
import type { Client } from '../app.js'
import { startFileSender } from './sender.js'
import { analysedMedia, attach } from './world.js'

const RATE = 8000
export const SOUND_SECONDS = 4

/** Silence, which every browser plays. */
function makeSound (): Buffer {
  const data = Buffer.alloc(RATE * SOUND_SECONDS * 2)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + data.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(RATE, 24)
  head.writeUInt32LE(RATE * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(data.length, 40)
  return Buffer.concat([head, data])
}

/** Attaches this sound to an asset, and waits until it is analysed. */
export async function attachSound (t: Test, admin: Client, id: string): Promise<void> {
  await attach(admin, id, (await startFileSender(t, { bytes: makeSound() })).url, 'interview.wav')
  await analysedMedia(admin, id)
}
