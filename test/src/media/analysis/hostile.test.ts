import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import t from 'tap'
import { startSender } from '../../../helper/media/sender.js'
import { look, lookInOneProcess } from '../../../helper/media/look.js'
import { makeDocument, makePhoto, makePicture, makeSound } from '../../../helper/media/samples.js'

/** For files that need no process of their own. */
const inOneProcess = lookInOneProcess()

/** A PNG that claims a size, and has one line of it at most. */
function claimingPng (width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const chunk = (type: string, bytes: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), bytes])
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    size.writeUInt32BE(bytes.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([size, named, sum])
  }
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(width * 3 + 1))), chunk('IEND', Buffer.alloc(0))])
}

t.test('A picture that claims a huge size is refused before it is decoded', async (t) => {
  t.match(await look(t, claimingPng(60_000, 60_000)), { outcome: 'failed' })
})

t.test('The analysis of half a picture fails', async (t) => {
  for (const format of ['png', 'jpeg', 'webp'] as const) {
    const bytes = await makePicture(format)
    t.match(await inOneProcess.look(t, bytes.subarray(0, bytes.length / 2)), { outcome: 'failed' }, format)
  }
})

t.test('The previews of a GIF with a hundred thousand frames show the first one', async (t) => {
  const gif = await makePicture('gif', [8, 8])
  const start = gif.indexOf(Buffer.from([0x21, 0xF9]))
  const frame = gif.subarray(start === -1 ? 13 : start, -1)
  const frames = Array.from({ length: 100_000 }, () => frame)
  const result = await look(t, Buffer.concat([gif.subarray(0, -1), ...frames, Buffer.from([0x3B])]))
  t.match(result, { outcome: 'done', previews: [{ width: 8 }, { width: 8 }] })
})

t.test('A photo with megabytes of metadata keeps the part that fits', async (t) => {
  const photo = await makePhoto({ description: 'a'.repeat(60_000) })
  const segment = Buffer.concat([Buffer.from([0xFF, 0xE1, 0xFF, 0xFF]), Buffer.from('Exif\0\0'), randomBytes(65_527)])
  const bytes = Buffer.concat([photo.subarray(0, 2), ...Array.from({ length: 480 }, () => segment), photo.subarray(2)])
  const result = await look(t, bytes)
  if (result.outcome !== 'failed') t.ok(JSON.stringify(result.metadata).length < 80_000)
  const own = await inOneProcess.look(t, photo)
  t.ok(own.outcome === 'done' && JSON.stringify(own.metadata).length < 70_000)
})

t.test('References to other files or hosts are not followed', async (t) => {
  const sender = await startSender(t, (_request, response) => { response.end() })
  for (
    const text of [
      `#EXTM3U\n#EXTINF:1,\n${sender.url}/a.ts\n`, `ffconcat version 1.0\nfile '${sender.url}/a'\n`,
      `<svg xmlns="http://www.w3.org/2000/svg"><image href="${sender.url}/a"/></svg>`, `[playlist]\nFile1=${sender.url}/a\n`
    ]
  ) t.match(await inOneProcess.look(t, text), { outcome: 'unsupported' })
  const page = makeDocument().toString().replace('/Contents 4 0 R', `/Contents<</F(${sender.url}/a)/Length 0>>/AA<</O<</S/URI/URI(${sender.url}/b)>>>>`)
  await inOneProcess.look(t, Buffer.from(page))
  t.equal(sender.requests.length, 0)
})

t.test('Pattern matching ends soon on many comments without a page, and on a long name that is not quite Latin-1', async (t) => {
  t.match(await inOneProcess.look(t, `${'<!---->'.repeat(45)}x`), { outcome: 'unsupported', metadata: { content_type: 'text/plain' } })
  t.match(await inOneProcess.look(t, `${'<!-- a --> \n'.repeat(45)}<html>`), { metadata: { content_type: 'text/html' } })
  t.match(await inOneProcess.look(t, makeSound(`${'é'.repeat(400_000)}€`)), { outcome: 'done', metadata: { duration: 1 } })
})
