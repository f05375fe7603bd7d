import { execFile } from 'node:child_process'
import { writeFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { lookInto } from '#src/media/analysis/look-into.js'
import { makeHeic } from '../../../helper/media/heic.js'
import { needs } from '../../../helper/media/samples.js'

async function encode (t: Test, png: Buffer): Promise<Buffer> {
  const folder = t.testdir({ 'picture.png': png })
  await promisify(execFile)('heif-enc', ['-q', '90', '-o', join(folder, 'picture.heic'), join(folder, 'picture.png')])
  return readFile(join(folder, 'picture.heic'))
}

/** What is found, with a pixel of the thumbnail at a quarter of its width and the middle of its height. */
async function see (t: Test, bytes: Buffer) {
  const folder = t.testdir()
  await writeFile(join(folder, 'file'), bytes)
  const { result, targets: previews, discard } = await lookInto(join(folder, 'file'), 'f', folder, new AbortController().signal)
  const made = result.outcome === 'done' && result.previews.length > 0
  const { data, info } = made
    ? await sharp(previews.thumbnail).raw().toBuffer({ resolveWithObject: true })
    : { data: Buffer.alloc(0), info: { width: 0, height: 0, channels: 3 } }
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 4)) * info.channels
  await discard()
  return { result, pixel: [...data.subarray(at, at + info.channels)] }
}

t.test('A HEIC picture has previews, upright and with its transparency', needs.heic, async (t) => {
  const nothing = { r: 0, g: 0, b: 0, alpha: 0 }
  const half = await sharp({ create: { width: 400, height: 300, channels: 4, background: nothing } })
    .composite([{ input: { create: { width: 200, height: 300, channels: 4, background: '#c02020' } }, left: 0, top: 0 }]).png().toBuffer()
  const { result, pixel } = await see(t, await encode(t, half))
  t.match(result, {
    outcome: 'done',
    metadata: { content_type: /^image\/hei[cf]$/, width: 400, height: 300 },
    previews: [{ kind: 'preview', width: 400, height: 300 }, { kind: 'thumbnail', width: 320, height: 240 }]
  })
  t.ok(pixel[0]! > 170 && pixel[1]! < 60 && pixel[3] === 255, `${pixel}`)
})

t.test('A HEIC picture that is turned is shown upright once', { skip: needs.heic.skip || needs.films.skip }, async (t) => {
  const { result } = await see(t, await makeHeic(t, 1))
  t.match(result, { outcome: 'done', metadata: { width: 400, height: 600 }, previews: [{ kind: 'preview', width: 400, height: 600 }, { kind: 'thumbnail' }] })
})

t.test('A damaged HEIC picture has no previews, and leaves nothing behind', needs.heic, async (t) => {
  const whole = await encode(t, await sharp({ create: { width: 100, height: 100, channels: 3, background: '#c02020' } }).png().toBuffer())
  const { result } = await see(t, whole.fill(0, Math.floor(whole.length * 0.7)))
  t.match(result.outcome, /^(?:done|failed)$/)
})
