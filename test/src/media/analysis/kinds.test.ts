import { join } from 'node:path'
import sharp, { type Metadata } from 'sharp'
import t, { type Test } from 'tap'
import { cpuSecondsFor } from '#src/media/analysis/look-into.js'
import type { AnalysisResult } from '#src/media/analysis/task.js'
import { lookInOneProcess } from '../../../helper/media/look.js'
import { makeDocument, makeFilm, makePhoto, makePicture, makeSound, needs } from '../../../helper/media/samples.js'

const inOneProcess = lookInOneProcess()

/** The result of an analysis of some bytes, and its previews as pictures. */
async function look (t: Test, bytes: Buffer | string) {
  const result = await inOneProcess.look(t, bytes)
  const made = result.outcome === 'done'
    ? await Promise.all(result.previews.map(({ kind }) => sharp(join(t.testdirName, kind)).metadata()))
    : []
  return { ...result, made } as Extract<AnalysisResult, { outcome: 'done' }> & { made: Metadata[] }
}

for (const format of ['png', 'jpeg', 'gif', 'webp', 'tiff', 'avif'] as const) {
  t.test(`A picture gets metadata and previews, which keep its transparency: ${format}`, async (t) => {
    const { outcome, metadata, previews, made } = await look(t, await makePicture(format))
    t.equal(outcome, 'done')
    t.match(metadata, { content_type: `image/${format}`, width: 640, height: 480, duration: null })
    t.match(previews.map(({ kind, width, height }) => [kind, width, height]), [['preview', 640, 480], ['thumbnail', 320, 240]])
    t.ok(made.every((each) => each.format === 'webp' && each.hasAlpha === (format !== 'jpeg')))
  })
}

t.test('A picture that is smaller than a preview is not made larger', async (t) => {
  const { previews } = await look(t, await makePicture('png', [30, 20]))
  t.match(previews.map(({ width, height }) => [width, height]), [[30, 20], [30, 20]])
})

t.test('The previews of a CMYK picture are in sRGB', async (t) => {
  const { metadata, made } = await look(t, await sharp(await makePicture('tiff')).toColourspace('cmyk').jpeg().toBuffer())
  t.equal(metadata.color_space, 'cmyk')
  t.match(made, [{ space: 'srgb' }, { space: 'srgb' }])
})

t.test('An EXIF value that is divided by zero is left out', async (t) => {
  const { metadata: { exif } } = await look(t, await makePhoto())
  t.match(exif, { FNumber: 2.8, ISOSpeedRatings: 100, DateTimeOriginal: '2024:05:06 07:08:09' })
  t.notOk(Object.hasOwn(exif!, 'ExposureTime'))
})

t.test('A sound gets metadata with its own tags, and no previews', async (t) => {
  const { outcome, metadata, previews } = await look(t, makeSound())
  t.equal(outcome, 'done')
  t.match(metadata, {
    content_type: 'audio/wav',
    container: 'Wave',
    duration: 1,
    channels: 2,
    sample_rate: 44_100,
    bit_rate: 1_411_200,
    audio_codec: 'PCM',
    video_codec: null,
    width: null,
    frame_rate: null,
    tags: { artist: 'Björk' },
    exif: null
  })
  t.same(previews, [])
})

t.test('A film gets metadata, and previews of one of its frames', needs.ffmpeg, async (t) => {
  const { metadata, previews } = await look(t, await makeFilm(t))
  t.match(metadata, {
    content_type: 'video/mp4',
    container: 'MPEG-4',
    width: 640,
    height: 360,
    duration: 2,
    frame_rate: 25,
    video_codec: 'AVC',
    audio_codec: 'AAC',
    channels: 1,
    sample_rate: 44_100
  })
  t.ok(metadata.bit_rate! > 0)
  t.match(previews.map(({ width, height }) => [width, height]), [[640, 360], [320, 180]])
})

t.test('The previews of a document show its first page', needs.pdftoppm, async (t) => {
  const { outcome, metadata, previews } = await look(t, makeDocument())
  t.match([outcome, metadata.content_type], ['done', 'application/pdf'])
  t.match(previews.map(({ width }) => width), [625, 320])
})

t.test('A file of an unsupported kind gets its content type and no other metadata', async (t) => {
  for (
    const [bytes, type] of [
      ['Some words — and more\n', 'text/plain'],
      ['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'image/svg+xml'],
      ['<!DOCTYPE html><p>x', 'text/html'],
      ['<?xml version="1.0"?><a/>', 'application/xml'],
      ['#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1/secret\n', 'text/plain'],
      [Buffer.from([0, 1, 2, 3, 255, 254]), 'application/octet-stream'],
      ['', 'application/octet-stream'],
      [Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(40)]), 'application/zip']
    ] as const
  ) {
    const { outcome, metadata } = await look(t, bytes)
    const { content_type: found, ...rest } = metadata
    t.match([outcome, found], ['unsupported', type])
    t.ok(Object.values(rest).every((value) => value === null))
  }
})

t.test('The processor time of an analysis grows with the file', async (t) => {
  t.strictSame([0, 1, 10 * 1024 ** 2, 1024 ** 3].map(cpuSecondsFor), [15, 16, 35, 120])
})
