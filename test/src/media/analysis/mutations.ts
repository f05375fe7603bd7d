import type { Test } from 'tap'
import { ffmpeg, makeDocument, makeFilm, makePhoto, makePicture, makeSound } from './samples.js'

/** Small files of every kind that is looked into. */
export async function makeOriginals (t: Test): Promise<Buffer[]> {
  const originals = [await makePhoto(), makeSound().subarray(0, 20_000), makeDocument()]
  for (const format of ['png', 'gif', 'webp', 'tiff', 'avif'] as const) {
    originals.push(await makePicture(format, [64, 48]))
  }
  if (ffmpeg === null) return originals
  originals.push(await makeFilm(t))
  for (const format of ['webm', 'matroska', 'mpegts']) {
    const codecs = format === 'webm' ? ['-c:v', 'libvpx', '-c:a', 'libvorbis'] : []
    originals.push(await makeFilm(t, [...codecs, '-f', format]))
  }
  return originals
}

/** Numbers from 0 to 1, the same for the same seed. */
export function createRandom (seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = state + 0x6D2B79F5 >>> 0
    let mixed = Math.imul(state ^ state >>> 15, 1 | state)
    mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed
    return ((mixed ^ mixed >>> 14) >>> 0) / 2 ** 32
  }
}

/** Changes some bytes, cuts some off, or puts a piece twice. The beginning, which tells the kind, mostly stays. */
export function mutate (original: Buffer, random: () => number): Buffer {
  const bytes = Buffer.from(original)
  const first = random() < 0.9 ? Math.min(12, bytes.length) : 0
  const anywhere = () => first + Math.floor(random() * (bytes.length - first))
  for (let changes = 1 + Math.floor(random() * 30); changes > 0; changes--) {
    const place = random() < 0.5 ? first + Math.floor(random() * Math.min(600, bytes.length - first)) : anywhere()
    bytes[place] = [0, 255, 127, 128, Math.floor(random() * 256)][Math.floor(random() * 5)]!
  }
  const kind = random()
  if (kind < 0.2) return bytes.subarray(0, anywhere())
  return kind < 0.4 ? Buffer.concat([bytes.subarray(0, anywhere()), bytes.subarray(anywhere())]) : bytes
}
