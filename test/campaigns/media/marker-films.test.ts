import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { clockOf, toTimeCode } from '#src/basics/time-code.js'
import { lookInOneProcess } from '../../helper/media/look.js'
import { h264, makeFolder, picture } from '../../helper/media/rendering.js'
import { makeByFfmpeg, needs } from '../../helper/media/samples.js'

/** What markers need to know of films, as cameras and encoders make them. */

const { describe } = lookInOneProcess()

const toNumber = (fraction: string) => {
  const [over, under = '1'] = fraction.split('/')
  return Number(over) / Number(under)
}

/** A film of this rate with the QuickTime time code of another, which counts its own frames. */
async function filmOf (t: Test, rate: string, counted: string, code: string): Promise<Buffer> {
  const folder = await makeFolder(t)
  const [pictures, codes] = [join(folder, 'pictures.mov'), join(folder, 'codes.mov')]
  await writeFile(pictures, await makeByFfmpeg(t, 'made.mov', [...picture(1, '64x64', rate), ...h264]))
  await writeFile(codes, await makeByFfmpeg(t, 'made.mov', [...picture(1, '64x64', counted), ...h264, '-timecode', code]))
  const film = await makeByFfmpeg(t, 'film.mov', ['-i', pictures, '-i', codes, '-map', '0:v', '-map', '1:d', '-c', 'copy'])
  // It is not copied that frames are dropped.
  film[entryOf(film) + 19] = code.includes(';') ? 1 : 0
  return film
}

/** Where the description of the time code track is: flags, scale, duration and number of frames follow. */
const entryOf = (film: Buffer) => film.indexOf('tmcd\0\0\0\0\0\0\0\x01', 'latin1')

for (
  const [rate, counted, code, shown] of [
    ['50', '25', '10:00:00:20', '10:00:01:40'],
    ['60000/1001', '30000/1001', '10:00:00;20', '10:00:01;39'],
    ['60000/1001', '30000/1001', '10:00:00:20', '10:00:01:39'],
    ['100', '25', '10:00:00:20', '10:00:01:80'],
    ['120', '30', '10:00:00:20', '10:00:01:80'],
    ['120', '60', '10:00:00:50', '10:00:01:100'],
    ['240', '30', '10:00:00:20', '10:00:01:160'],
    ['48000/1001', '24000/1001', '10:00:00:20', '10:00:01:39'],
    ['50', '50', '10:00:00:20', '10:00:01:20'],
    ['60000/1001', '60000/1001', '10:00:00;20', '10:00:01;19'],
    ['120', '120', '10:00:00:020', '10:00:01:20']
  ] as const
) {
  t.test(`A film of ${rate} begins at ${code} of ${counted}`, needs.ffmpeg, async (t) => {
    const bytes = await filmOf(t, rate, counted, code)
    const metadata = await describe(t, bytes)
    const counts = rate === counted ? undefined : Math.round(toNumber(counted))
    t.match(metadata, { timecode: code.replace(':020', ':20'), timecode_rate: counts }, rate)
    const clock = clockOf(metadata)!
    t.equal(toTimeCode(clock.first + Math.floor(clock.rate.exact), clock.rate), shown)
  })
}

t.test('A time code of MXF, and one of QuickTime that says its own number of frames, count half of the film', needs.ffmpeg, async (t) => {
  const mxf = await makeByFfmpeg(t, 'film.mxf', [...picture(1, '640x480', '50'), '-c:v', 'mpeg2video', '-timecode', '10:00:00:20'])
  // The base of its time code component, and where it begins.
  replace(mxf, [0x15, 0x02, 0x00, 0x02, 0x00, 50], [0x15, 0x02, 0x00, 0x02, 0x00, 25])
  replace(mxf, [0x15, 0x01, 0x00, 0x08, ...bytesOf(1_800_020n)], [0x15, 0x01, 0x00, 0x08, ...bytesOf(900_020n)])
  const mov = await makeByFfmpeg(t, 'film.mov', [...picture(1, '64x64', '50'), ...h264, '-timecode', '10:00:00:20'])
  t.equal(mov[entryOf(mov) + 28], 50)
  mov[entryOf(mov) + 28] = 25
  replace(mov, [...bytesOf(1_800_020n).slice(4)], [...bytesOf(900_020n).slice(4)])
  for (const film of [mxf, mov]) {
    const clock = clockOf(await describe(t, film))!
    t.equal(toTimeCode(clock.first + 50, clock.rate), '10:00:01:40')
  }
})

function bytesOf (number: bigint): number[] {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(number)
  return [...bytes]
}

function replace (file: Buffer, from: readonly number[], to: readonly number[]): void {
  const wanted = Buffer.from(from)
  for (let at = file.indexOf(wanted); at !== -1; at = file.indexOf(wanted, at + 1)) file.set(to, at)
}

const tone = (seconds: number, layout = 'mono') =>
  ['-f', 'lavfi', '-i', `sine=r=48000:d=${seconds},aformat=channel_layouts=${layout}`]

for (
  const [what, name, tracks, ...options] of [
    ['mono', 'film.mov', [[1, 4]], ...tone(4), ...h264, '-c:a', 'aac'],
    ['two tracks', 'film.mov', [[2, 4], [1, 4]], ...tone(4, 'stereo'), ...tone(4), '-map', '0', '-map', '1', '-map', '2', ...h264, '-c:a', 'pcm_s16le'],
    ['5.1', 'film.mp4', [[6, 4]], ...tone(4, '5.1'), ...h264, '-c:a', 'aac'],
    ['a shorter sound', 'film.mp4', [[2, 2]], ...tone(2, 'stereo'), ...h264, '-c:a', 'aac'],
    ['a longer sound', 'film.mkv', [[2, 6]], ...tone(6, 'stereo'), ...h264, '-c:a', 'libopus'],
    ['MXF', 'film.mxf', [[1, 4], [1, 4]], ...tone(4), ...tone(4), '-map', '0', '-map', '1', '-map', '2', '-s', '640x480', '-c:v', 'mpeg2video', '-c:a', 'pcm_s16le'],
    ['none', 'film.mp4', undefined, ...h264]
  ] as const
) {
  t.test(`The sound of a film is known: ${what}`, needs.ffmpeg, async (t) => {
    const { audio_tracks: found } = await describe(t, await makeByFfmpeg(t, name, [...picture(4, '64x64', '25'), ...options]))
    t.strictSame(found?.map(({ channels, sample_rate: rate, duration }) => [channels, rate, Math.round(duration!)]),
      tracks?.map(([channels, seconds]) => [channels, 48_000, seconds]))
  })
}
