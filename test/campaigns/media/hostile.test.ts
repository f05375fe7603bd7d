import { randomBytes } from 'node:crypto'
import t from 'tap'
import { look } from '../../helper/media/look.js'
import { makePhoto, makePicture } from '../../helper/media/samples.js'

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
  const own = await look(t, photo)
  t.ok(own.outcome === 'done' && JSON.stringify(own.metadata).length < 70_000)
})
