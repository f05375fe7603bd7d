import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import t from 'tap'
import { ffmpeg, needs } from '../helper/media/samples.js'
import { analyseBytes, h264, picture, renderBytes, tone } from '../helper/media/rendering.js'
import { lookInOneProcess } from '../helper/media/look.js'
import { makeByFfmpeg } from '../helper/media/samples.js'

const { describe } = lookInOneProcess()

/** What ffmpeg writes as a stream, in which it cannot go back to state a length. */
async function stream (options: readonly string[]): Promise<Buffer> {
  const { stdout } = await promisify(execFile)(ffmpeg!, ['-v', 'error', ...options, 'pipe:1'], { encoding: 'buffer', maxBuffer: 2 ** 26 })
  return stdout
}

const vp9 = ['-c:v', 'libvpx-vp9', '-cpu-used', '8', '-deadline', 'realtime']
const pieces = ['-movflags', 'empty_moov+default_base_moof+frag_keyframe', '-f', 'mp4']

for (
  const [name, ...options] of [
    ['film.webm', ...picture(3), ...tone(3), ...vp9, '-c:a', 'libopus', '-f', 'webm'],
    ['silent.webm', ...picture(3), '-c:v', 'libvpx', '-cpu-used', '8', '-deadline', 'realtime', '-f', 'webm', '-live', '1'],
    ['film.mkv', ...picture(3), ...tone(3), ...h264, '-c:a', 'libopus', '-f', 'matroska'],
    ['film.mp4', ...picture(3), ...tone(3), ...h264, '-g', '25', '-c:a', 'aac', ...pieces],
    ['sound.webm', ...tone(3), '-c:a', 'libopus', '-f', 'webm'],
    ['sound.mp4', ...tone(3), '-c:a', 'aac', ...pieces],
    ['sound.wav', ...tone(3), '-c:a', 'pcm_s16le', '-f', 'wav'],
    ['film.flv', ...picture(3), ...tone(3), ...h264, '-c:a', 'aac', '-f', 'flv']
  ] as const
) {
  t.test(`A recording without a length has the length of what is in it: ${name}`, needs.ffmpeg, async (t) => {
    const bytes = await stream(options)
    const { metadata, playback } = await analyseBytes(t, bytes)
    t.ok(Math.abs(metadata.duration! - 3) < 0.1, `${metadata.duration} seconds`)
    if (!options.includes('testsrc2=s=320x180:r=25:d=3')) return
    t.not(playback, 'plays')
    t.ok(Math.abs(metadata.frame_rate! - 25) < 0.2, `${metadata.frame_rate} pictures a second`)
    t.notOk(metadata.variable_frame_rate)
    if (name !== 'film.webm') return
    const { made: { mp4, filmstrip } } = await renderBytes(t, bytes)
    t.ok(Math.abs(mp4!.duration! - 3) < 0.1, `${mp4!.duration} seconds`)
    t.equal(filmstrip!.tiles!.count, 10)
  })
}

t.test('A WebM film with an index plays as it is', needs.ffmpeg, async (t) => {
  t.equal((await analyseBytes(t, await makeByFfmpeg(t, 'film.webm', [...picture(1), ...vp9]))).playback, 'plays')
})

const uneven = ['-vf', "select='if(lt(t,2),1,not(mod(n,2)))'", '-fps_mode', 'vfr']
for (const name of ['film.mp4', 'film.mov', 'film.mkv', 'pieces.mp4']) {
  t.test(`Pictures that come at different intervals are noticed, and rounded times are not: ${name}`, needs.ffmpeg, async (t) => {
    const fragments = name === 'pieces.mp4' ? pieces : []
    const phone = await makeByFfmpeg(t, name, [...picture(4, '64x64', '30'), ...uneven, ...h264, ...fragments])
    const found = await describe(t, phone)
    t.equal(found.variable_frame_rate, true)
    t.ok(found.frame_rate! > 20 && found.frame_rate! < 28, String(found.frame_rate))
    for (const [rate, ...more] of [['24000/1001', '-video_track_timescale', '600'], ['30000/1001'], ['25'], ['60000/1001', '-bf', '3']] as const) {
      const clock = name.endsWith('mkv') ? more.filter((each) => !/timescale|600/.test(each)) : more
      const even = await makeByFfmpeg(t, name, [...picture(2, '64x64', rate), ...h264, ...clock, ...fragments])
      const described = await describe(t, even)
      t.equal(described.variable_frame_rate, undefined, rate)
      const [over, under = '1'] = rate.split('/')
      t.ok(Math.abs(described.frame_rate! - Number(over) / Number(under)) < 0.02, `${described.frame_rate} of ${rate}`)
    }
  })
}

for (
  const [name, written, shown, ...options] of [
    ['film.mov', '10:00:00:00', '10:00:00:00', ...picture(0.4, '64x64'), ...h264],
    ['drop.mov', '10:00:00;00', '10:00:00;00', ...picture(0.4, '64x64', '30000/1001'), ...h264],
    ['film.mp4', '01:02:03:04', '01:02:03:04', ...picture(0.4, '64x64'), ...h264],
    ['film.mxf', '10:00:00:00', '10:00:00:00', ...picture(0.4, '640x480'), '-c:v', 'mpeg2video'],
    ['drop.mxf', '09:59:58;10', '09:59:58;10', ...picture(0.4, '640x480', '30000/1001'), '-c:v', 'mpeg2video'],
    ['film.mkv', '10:00:00;00', '10:00:00;00', ...picture(0.4, '64x64', '30000/1001'), ...h264],
    ['film.mpg', '10:00:00:00', '10:00:00:00', ...picture(0.4, '640x480'), '-c:v', 'mpeg2video'],
    ['none.mpg', '', null, ...picture(0.4, '640x480'), '-c:v', 'mpeg2video'],
    ['none.mp4', '', null, ...picture(0.4, '64x64'), ...h264]
  ] as const
) {
  t.test(`A film has its own time code: ${name}`, needs.ffmpeg, async (t) => {
    const bytes = await makeByFfmpeg(t, name, [...options, ...written === '' ? [] : ['-timecode', written]])
    t.equal((await describe(t, bytes)).timecode, shown)
  })
}
