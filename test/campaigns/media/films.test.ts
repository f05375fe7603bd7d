import { join } from 'node:path'
import sharp from 'sharp'
import t from 'tap'
import { lookInto } from '#src/media/analysis/look-into.js'
import { lookInOneProcess } from '../../helper/media/look.js'
import { makeByFfmpeg, makeSound, needs, tagged } from '../../helper/media/samples.js'

const { describe, look } = lookInOneProcess()

const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=64x36:r=30000/1001:d=0.2']
const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440:d=0.2:r=48000']
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']

t.test('A text that begins like a sound file is still a text', async (t) => {
  for (const text of ['caffeine\n', '.sndx\n']) {
    t.match(await look(t, text), { outcome: 'unsupported', metadata: { content_type: 'text/plain' } })
  }
})

t.test('A film and its previews have the size as shown, with pixel aspect ratio and rotation', needs.films, async (t) => {
  for (
    const [size, ratio, turn, width, height] of [
      ['720x576', '16/11', '0', 1047, 576], ['720x480', '8/9', '0', 640, 480], ['720x576', '16/11', '90', 576, 1047]
    ] as const
  ) {
    const film = await makeByFfmpeg(t, 'film.mp4', ['-f', 'lavfi', '-i', `testsrc=s=${size}:r=25:d=0.2`, '-vf', `setsar=${ratio}`, ...h264])
    const folder = t.testdir({ film: turn === '0' ? film : await tagged(t, film, 'film.mp4', ['-n', `-Rotation=${turn}`]) })
    const { result, targets: previews, discard } = await lookInto(join(folder, 'film'), 'f', folder, new AbortController().signal)
    t.match(result, { outcome: 'done', metadata: { width, height } })
    const shown = await sharp(previews.preview).metadata()
    await discard()
    t.ok(Math.abs(shown.width / shown.height - width / height) < 0.01, `${shown.width} × ${shown.height}`)
  }
})

t.test('XMP is read from films', needs.films, async (t) => {
  for (const name of ['film.mov', 'sound.m4a']) {
    const streams = name === 'sound.m4a' ? tone : [...picture, ...h264]
    const bytes = await tagged(t, await makeByFfmpeg(t, name, streams), name,
      ['-XMP-dc:Creator=Ada', '-XMP-dc:Creator=Grace', '-XMP-dc:Title=Harbour', '-XMP-dc:Title-de=Hafen'])
    t.match(await describe(t, bytes), { xmp: { creator: ['Ada', 'Grace'], title: 'Harbour' } }, name)
  }
})

t.test('Boxes with a false length are ignored', needs.ffmpeg, async (t) => {
  const film = await makeByFfmpeg(t, 'film.mp4', [...picture, ...h264])
  const box = (length: number, type: string, more = 0) => {
    const bytes = Buffer.alloc(8 + more)
    bytes.writeUInt32BE(length)
    bytes.write(type, 4)
    return bytes
  }
  const uuid = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')
  for (
    const end of [
      box(0xFFFFFFFF, 'XMP_'), box(1, 'uuid'), box(8, 'XMP_'), box(2, 'moov'), box(0, 'XMP_', 4),
      Buffer.concat([box(24, 'uuid'), uuid]), Buffer.concat([box(9, 'udta'), Buffer.alloc(1)]),
      Buffer.concat(Array.from({ length: 20_000 }, () => box(8, 'free')))
    ]
  ) t.match(await describe(t, Buffer.concat([film, end])), { content_type: 'video/mp4', xmp: null })
})

t.test('A sound without a date has no taken_at', async (t) => {
  t.match(await describe(t, makeSound()), { taken_at: null, xmp: null })
})
