import type { Test } from 'tap'
import type { Random } from '#proof/harness/random.js'
import { ffmpeg, makeDocument, makeFilm, makePhoto, makePicture, makeSound } from './media/samples.js'

/** Small files of every kind that is analysed. */
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

/**
 * Changes some bytes, and now and then cuts the end off, repeats a piece or drops one. The beginning, which decides the
 * kind, mostly stays.
 */
export function mutate (original: Buffer, { below, one }: Random): Buffer {
  const bytes = Buffer.from(original)
  const first = below(10) > 0 ? Math.min(12, bytes.length) : 0
  const anywhere = () => first + below(bytes.length - first)
  for (let changes = 1 + below(30); changes > 0; changes--) {
    const place = below(2) === 0 ? first + below(Math.min(600, bytes.length - first)) : anywhere()
    bytes[place] = one([0, 255, 127, 128, below(256)])
  }
  const kind = below(5)
  if (kind === 0) return bytes.subarray(0, anywhere())
  return kind === 1 ? Buffer.concat([bytes.subarray(0, anywhere()), bytes.subarray(anywhere())]) : bytes
}
