import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import t from 'tap'
import sharp from 'sharp'
import { addAsset, succeed } from '../helper/items.js'
import { startFileSender } from '../helper/media/sender.js'
import { analysedMedia, attach, onBothWithMedia, pathOf } from '../helper/media/world.js'
import { look } from '../helper/media/look.js'
import { makeDocument, makePhoto, makePicture, makeSound } from '../helper/media/samples.js'

const MEBIBYTE = 1024 ** 2
const on = { MEDIA_ANALYSIS_PARALLEL: '1' }

type Entry = readonly [tag: number, type: number, count: number, value: number]

/** A TIFF of 8 × 8 pixels, little-endian, whose directory may point anywhere. */
function makeTiff (next: number, more: readonly Entry[] = []) {
  const entries = [[256, 3, 1, 8], [257, 3, 1, 8], [258, 3, 1, 8], [259, 3, 1, 1], [262, 3, 1, 1], [273, 4, 1, 1000],
    [277, 3, 1, 1], [278, 3, 1, 8], [279, 4, 1, 64], ...more]
  const bytes = Buffer.alloc(1064)
  bytes.write('II*\0', 'latin1')
  bytes.writeUInt32LE(8, 4)
  bytes.writeUInt16LE(entries.length, 8)
  entries.forEach(([tag, type, count, value], index) => {
    const place = 10 + index * 12
    bytes.writeUInt16LE(tag!, place)
    bytes.writeUInt16LE(type!, place + 2)
    bytes.writeUInt32LE(count!, place + 4)
    bytes.writeUInt32LE(value!, place + 8)
  })
  bytes.writeUInt32LE(next, 10 + entries.length * 12)
  return bytes
}

/** An archive of one file. */
function makeZip (name: string, content: Buffer, packed = deflateRawSync(content)): Buffer {
  const head = Buffer.alloc(26)
  head.writeUInt16LE(20, 0)
  head.writeUInt16LE(8, 4)
  head.writeUInt32LE(crc32(content), 10)
  head.writeUInt32LE(packed.length, 14)
  head.writeUInt32LE(content.length, 18)
  head.writeUInt16LE(name.length, 22)
  return Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), head, Buffer.from(name), packed])
}

t.test('The analysis of a TIFF ends even if its directories form a circle', { timeout: 300_000 }, async (t) => {
  t.match(await look(t, makeTiff(0)), { outcome: 'done', metadata: { content_type: 'image/tiff', width: 8 } })
  const [pages, exif, gps] = [[330, 4, 1, 8], [34_665, 4, 1, 8], [34_853, 4, 1, 8]] as const
  const led = [makeTiff(8), makeTiff(0, [pages, exif, gps]), makeTiff(8, [exif]), makeTiff(4_294_967_295)]
  for (const tiff of led) {
    const { outcome } = await look(t, tiff)
    t.match(outcome, /^(?:done|failed)$/)
  }
})

t.test('Archives are not unpacked, however large or deeply nested they are', { timeout: 300_000 }, async (t) => {
  let nested = makeZip('0.bin', Buffer.alloc(MEBIBYTE))
  for (let depth = 1; depth <= 50; depth++) nested = makeZip(`${depth}.zip`, nested)
  t.match(await look(t, nested), { outcome: 'unsupported', metadata: { content_type: 'application/zip' } })
  // The library reads these files to find the type. Here they are very large.
  const large = Buffer.alloc(300 * MEBIBYTE, ' ')
  const packed = deflateRawSync(large, { level: 1 })
  for (const name of ['[Content_Types].xml', 'mimetype', 'META-INF/MANIFEST.MF']) {
    t.match(await look(t, makeZip(name, large, packed)), { outcome: 'unsupported' }, name)
  }
  t.match(await look(t, gzipSync(large, { level: 1 })), { outcome: 'unsupported' })
})

t.test('Metadata of 100 MiB is not kept; the file is analysed without it or fails', { timeout: 300_000 }, async (t) => {
  const photo = await makePhoto()
  const comment = Buffer.concat([Buffer.from([0xFF, 0xFE, 0xFF, 0xFF]), Buffer.alloc(65_533, 'a')])
  const segments = Array.from({ length: Math.ceil(100 * MEBIBYTE / comment.length) }, () => comment)
  const result = await look(t, Buffer.concat([photo.subarray(0, 2), ...segments, photo.subarray(2)]))
  t.ok(JSON.stringify(result).length < 100_000)
  const sound = await look(t, makeSound('B'.repeat(100 * MEBIBYTE)))
  t.ok(JSON.stringify(sound).length < 100_000)
  const packets = `<x:xmpmeta xmlns:x="adobe:ns:meta/">${'<a>'.repeat(20 * MEBIBYTE / 3)}`
  const xmp = await look(t, await sharp({ create: { width: 8, height: 8, channels: 3, background: '#000' } }).png()
    .withXmp(packets).toBuffer())
  t.ok(JSON.stringify(xmp).length < 100_000)
})

t.test('A figure that would be divided by zero is left out: no number is infinite or NaN', async (t) => {
  const sound = makeSound()
  for (const [place, length] of [[22, 2], [24, 4], [28, 4], [32, 2], [34, 2], [16, 4], [4, 4]] as const) {
    const result = await look(t, Buffer.from(sound).fill(0, place, place + length))
    t.notMatch(JSON.stringify(result), /Infinity|NaN/)
    if (result.outcome !== 'done') continue
    for (const value of [result.metadata.duration, result.metadata.bit_rate, result.metadata.sample_rate]) {
      t.ok(value === null || (Number.isFinite(value) && value > 0), `${place}: ${value}`)
    }
  }
  t.match(await look(t, makeTiff(0, [[282, 5, 1, 1050], [283, 5, 1, 1050]])), { outcome: /done|failed/ })
})

onBothWithMedia('A file of two kinds has the type of the kind with which it begins', async (t, { app, admin }) => {
  const page = '<html><script>alert(1)</script>'
  const polyglots: Array<[Buffer, string]> = [
    [Buffer.concat([await makePicture('gif', [8, 8]), Buffer.from(page)]), 'image/gif'],
    [Buffer.concat([await makePicture('jpeg', [8, 8]), makeZip('a.html', Buffer.from(page)), makeDocument()]), 'image/jpeg'],
    [await sharp(await makePicture('png', [8, 8])).withXmp(page).png().toBuffer(), 'image/png'],
    [Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${page}</svg>`), 'image/svg+xml'],
    [Buffer.from(page), 'text/html']
  ]
  for (const [bytes, type] of polyglots) {
    const sender = await startFileSender(t, { bytes, contentType: 'text/html' })
    const { id } = await addAsset(admin)
    await attach(admin, id, sender.url, 'page.html')
    const [file] = await analysedMedia(admin, id)
    t.match((await succeed(admin.get(`assets/${id}/file_metadata`))).file_metadata, { content_type: type })
    if (file!.view_url !== null) {
      const { headers } = await app.inject(pathOf(file!.view_url))
      t.match(headers, { 'content-type': type, 'content-security-policy': /sandbox/, 'x-content-type-options': 'nosniff' })
    }
    if (!/^image\/(?:gif|jpeg|png)$/.test(type)) t.equal(file!.view_url, null, type)
  }
}, on)

onBothWithMedia('The metadata of a photo is treated as text, even if it is markup or a formula', async (t, world) => {
  const { admin } = world
  const { field_group: { id: group } } = await succeed(admin.post('admin/field_groups', { name: 'Photo', group_type: 'default' }))
  const ids: string[] = []
  for (const type of ['textbox', 'rich_text']) {
    const { field } = await succeed(admin.post(`admin/field_groups/${group}/fields`, {
      name: type, field_type: type, dropdown_options: [], searchable: true, read_only: false, metadata_source: 'exif.ImageDescription'
    }))
    ids.push(String(field.id))
  }
  for (const description of ['=HYPERLINK("http://evil.example","x")', '<img src=x onerror=alert(1)>', 'a,"b"\nc']) {
    const sender = await startFileSender(t, { bytes: await makePhoto({ description }) })
    const { id } = await addAsset(admin)
    await attach(admin, id, sender.url, 'photo.jpg')
    t.match(await analysedMedia(admin, id), [{ analysis: 'done' }])
    const values = (await succeed(admin.get(`assets/${id}/custom_fields/${group}`))).custom_fields[group]
    t.equal(values[ids[0]!], description)
    t.notMatch(values[ids[1]!], /<img/)
    t.notOk((await admin.get('export?format=csv&for=excel')).text.split(/[\n,]/).some((cell) => /^"?[=+@-]/.test(cell)))
  }
}, on)
