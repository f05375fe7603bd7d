import { crc32, deflateSync } from 'node:zlib'
import t from 'tap'
import { startSender } from '../../../helper/media/sender.js'
import { look, lookInOneProcess } from '../../../helper/media/look.js'
import { makeDocument, makePicture, makeSound } from '../../../helper/media/samples.js'

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
