import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Test } from 'tap'
import { lookInto } from '#src/media/analysis/look-into.js'
import { planOf } from '#src/media/proxies/plan.js'
import { makeByFfmpeg } from './samples.js'
import { h264, makeFolder, probe, renderBytes, tone } from './rendering.js'

type Curve = 'arib-std-b67' | 'smpte2084'

/** Red, as phones and televisions write it. */
export function makeRed (t: Test, curve: Curve, ...options: string[]): Promise<Buffer> {
  // Its tiles have an odd height.
  return makeByFfmpeg(t, 'film.mp4', ['-f', 'lavfi', '-i', 'color=red:s=320x180:r=25:d=0.4', '-vf',
    `zscale=rin=tv:min=bt709:pin=bt709:tin=bt709:m=bt2020nc:p=bt2020:t=${curve},format=yuv420p10le`, '-c:v', 'libx265', '-x265-params', 'log-level=none',
    '-color_primaries', 'bt2020', '-color_trc', curve, '-colorspace', 'bt2020nc', '-color_range', 'tv', '-tag:v', 'hvc1', ...options])
}

export const middleOf = async (picture: Buffer | string): Promise<number[]> => {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 4)) * 3
  return [...data.subarray(at, at + 3)]
}

export const frameOf = async (t: Test, film: Buffer): Promise<Buffer> => {
  const path = join(await makeFolder(t), 'film')
  await writeFile(path, film)
  return makeByFfmpeg(t, 'frame.png', ['-i', path, '-frames:v', '1'])
}

const isRed = ([red, green, blue]: number[]) => red! > 190 && green! < 50 && blue! < 50

async function previewOf (t: Test, bytes: Buffer): Promise<number[]> {
  const folder = t.testdir({ film: bytes })
  const { targets: previews, discard } = await lookInto(join(folder, 'film'), 'f', folder, new AbortController().signal)
  const found = await middleOf(previews.thumbnail)
  await discard()
  return found
}

/** Red of such a film stays red in previews, in the proxy and in the filmstrip. */
export async function staysRed (t: Test, curve: Curve): Promise<void> {
  const film = await makeRed(t, curve)
  t.ok(isRed(await previewOf(t, film)), `preview ${await previewOf(t, film)}`)
  const { made: { mp4, filmstrip } } = await renderBytes(t, film)
  t.match((await probe(t, mp4!.bytes)).streams, [{
    pix_fmt: 'yuv420p', color_space: 'bt709', color_transfer: 'bt709', color_primaries: 'bt709', color_range: 'tv'
  }])
  t.ok(isRed(await middleOf(await frameOf(t, mp4!.bytes))), 'proxy')
  t.ok(isRed(await middleOf(filmstrip!.bytes)), 'filmstrip')
}

/** Bars that move by eight pixels from field to field: a comb is where a line differs from both its neighbours. */
const moving = ['-f', 'lavfi', '-i', "color=black:s=320x240:r=50:d=0.4,geq=lum='if(lt(mod(X+N*8,64),32),220,30)':cb=128:cr=128"]

async function combsIn (t: Test, film: Buffer): Promise<number> {
  const { data, info } = await sharp(await frameOf(t, film)).greyscale().raw().toBuffer({ resolveWithObject: true })
  let combs = 0
  for (let y = 1; y + 1 < info.height; y++) {
    for (let x = 0; x < info.width; x++) {
      const [above, here, below] = [y - 1, y, y + 1].map((line) => data[(line * info.width + x) * info.channels]!)
      if (Math.abs(here! - above!) > 60 && Math.abs(here! - below!) > 60 && Math.abs(above! - below!) < 30) combs++
    }
  }
  return combs / (info.width * info.height)
}

/** The name of an interlaced film, and the options that make it. */
export const INTERLACED = [
  ['film.mp4', ...h264, '-flags', '+ildct+ilme', '-x264opts', 'tff=1', '-movflags', '+faststart'],
  ['film.mxf', '-c:v', 'mpeg2video', '-q:v', '2', '-flags', '+ildct+ilme'],
  ['film.mov', '-c:v', 'prores_ks', '-flags', '+ildct'],
  ['film.ts', '-c:v', 'mpeg2video', '-q:v', '2', '-flags', '+ildct+ilme']
] as const

/** Such a film gets a proxy of whole pictures. */
export async function isWhole (t: Test, [name, ...options]: typeof INTERLACED[number]): Promise<void> {
  const film = await makeByFfmpeg(t, name, [...moving, ...tone(0.4), '-vf', 'interlace=lowpass=off', ...options])
  t.ok(await combsIn(t, film) > 0.1, 'the film has combs')
  const { playback, metadata, made: { mp4 } } = await renderBytes(t, film)
  t.not(planOf(metadata, playback!)!.mp4, null)
  t.ok(await combsIn(t, mp4!.bytes) < 0.02, `${await combsIn(t, mp4!.bytes)}`)
  const { streams } = await probe(t, mp4!.bytes)
  t.match(streams, [{ field_order: 'progressive', avg_frame_rate: '25/1' }])
}
