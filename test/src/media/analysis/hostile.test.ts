import { randomBytes } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync, crc32 } from 'node:zlib'
import t, { type Test } from 'tap'
import { lookInto } from '#src/media/analysis/look-into.js'
import { startSender } from '../sender.js'
import { makeDocument, makeFilm, makePhoto, makePicture, makeSound, ffmpeg, pdftoppm } from './samples.js'

/** So many mutated files are looked into. More of them: MEDIA_MUTATIONS=5000 npm test -- <this file> */
const MUTATIONS = Number(process.env.MEDIA_MUTATIONS ?? 24)
const SEED = Number(process.env.MEDIA_SEED ?? 1)
const PARALLEL = 2

/** What the process says of some bytes. Nothing may be left behind. */
async function look (t: Test, bytes: Buffer | string) {
  const folder = t.testdir()
  const path = join(folder, 'file')
  await writeFile(path, bytes)
  const { result, discard } = await lookInto(path, 'f', join(folder, 'incoming'), new AbortController().signal)
  await discard()
  t.same(await readdir(join(folder, 'incoming')), [])
  return result
}

/** A PNG that says how large it is, and has a line of it at most. */
function claimingPng (width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const chunk = (type: string, bytes: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), bytes])
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    size.writeUInt32BE(bytes.length)
    sum.writeUInt32BE(crcOf(named))
    return Buffer.concat([size, named, sum])
  }
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(width * 3 + 1))), chunk('IEND', Buffer.alloc(0))])
}

function crcOf (bytes: Buffer): number {
  if (typeof crc32 === 'function') return crc32(bytes)
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc >>> 1 ^ (crc & 1 ? 0xEDB88320 : 0)
  }
  return ~crc >>> 0
}

t.test('A picture that claims to be larger than it is is refused before it is decoded', async (t) => {
  t.match(await look(t, claimingPng(60_000, 60_000)), { outcome: 'failed' })
})

t.test('Half a picture has failed', async (t) => {
  for (const format of ['png', 'jpeg', 'webp'] as const) {
    const bytes = await makePicture(format)
    t.match(await look(t, bytes.subarray(0, bytes.length / 2)), { outcome: 'failed' }, format)
  }
})

t.test('A GIF of a hundred thousand pictures is shown by its first', async (t) => {
  const gif = await makePicture('gif', [8, 8])
  const start = gif.indexOf(Buffer.from([0x21, 0xF9]))
  const frame = gif.subarray(start === -1 ? 13 : start, -1)
  const frames = Array.from({ length: 100_000 }, () => frame)
  const result = await look(t, Buffer.concat([gif.subarray(0, -1), ...frames, Buffer.from([0x3B])]))
  t.match(result, { outcome: 'done', previews: [{ width: 8 }, { width: 8 }] })
})

t.test('A photo with megabytes of what it says of itself keeps what fits', async (t) => {
  const photo = await makePhoto({ description: 'a'.repeat(60_000) })
  const segment = Buffer.concat([Buffer.from([0xFF, 0xE1, 0xFF, 0xFF]), Buffer.from('Exif\0\0'), randomBytes(65_527)])
  const bytes = Buffer.concat([photo.subarray(0, 2), ...Array.from({ length: 480 }, () => segment), photo.subarray(2)])
  const result = await look(t, bytes)
  if (result.outcome !== 'failed') t.ok(JSON.stringify(result.metadata).length < 80_000)
  const own = await look(t, photo)
  t.ok(own.outcome === 'done' && JSON.stringify(own.metadata).length < 70_000)
})

t.test('What names other files or hosts is not followed', async (t) => {
  const sender = await startSender(t, (_request, response) => { response.end() })
  for (
    const text of [
      `#EXTM3U\n#EXTINF:1,\n${sender.url}/a.ts\n`, `ffconcat version 1.0\nfile '${sender.url}/a'\n`,
      `<svg xmlns="http://www.w3.org/2000/svg"><image href="${sender.url}/a"/></svg>`, `[playlist]\nFile1=${sender.url}/a\n`
    ]
  ) t.match(await look(t, text), { outcome: 'unsupported' })
  const page = makeDocument().toString().replace('/Contents 4 0 R', `/Contents<</F(${sender.url}/a)/Length 0>>/AA<</O<</S/URI/URI(${sender.url}/b)>>>>`)
  await look(t, Buffer.from(page))
  t.equal(sender.requests.length, 0)
})

t.test(`Files that were changed at random, seed ${SEED}: each comes to an end, and nothing dies but its process`, { timeout: 3_600_000 }, async (t) => {
  const originals = [await makePhoto(), makeSound().subarray(0, 20_000), makeDocument()]
  for (const format of ['png', 'gif', 'webp', 'tiff', 'avif'] as const) originals.push(await makePicture(format, [64, 48]))
  if (ffmpeg !== null) {
    originals.push(await makeFilm(t))
    for (const format of ['webm', 'matroska', 'mpegts']) {
      originals.push(await makeFilm(t, format === 'webm' ? ['-c:v', 'libvpx', '-c:a', 'libvorbis', '-f', format] : ['-f', format]))
    }
  }
  const random = createRandom(SEED)
  const outcomes: Record<string, number> = {}
  let left = MUTATIONS
  const folder = t.testdir()
  const work = async (worker: number) => {
    while (left-- > 0) {
      const bytes = mutate(originals[Math.floor(random() * originals.length)]!, random)
      const path = join(folder, `file${worker}`)
      await writeFile(path, bytes)
      const { result, discard } = await lookInto(path, `f${worker}`, join(folder, 'incoming'), new AbortController().signal)
      await discard()
      outcomes[result.outcome] = (outcomes[result.outcome] ?? 0) + 1
      if (result.outcome === 'failed' && /took too long|takes too long|died/.test(result.error)) t.comment(result.error)
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, (_, index) => work(index)))
  t.same(await readdir(join(folder, 'incoming')), [])
  t.comment(JSON.stringify({ ...outcomes, ffmpeg: ffmpeg !== null, pdftoppm: pdftoppm !== null }))
})

/** Numbers from 0 to 1, the same for the same seed. */
function createRandom (seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = state + 0x6D2B79F5 >>> 0
    let mixed = Math.imul(state ^ state >>> 15, 1 | state)
    mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed
    return ((mixed ^ mixed >>> 14) >>> 0) / 2 ** 32
  }
}

/** Changes some bytes, cuts some off, or puts a piece twice. The beginning, which tells the kind, mostly stays. */
function mutate (original: Buffer, random: () => number): Buffer {
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
