import t from 'tap'
import { makeByFfmpeg, needs } from '../helper/media/samples.js'
import { makeFolder, picture, probe, renderBytes, type Rendered } from '../helper/media/rendering.js'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const left = 'aevalsrc=0.5*sin(2*PI*440*t):s=48000:d=1'
const right = 'aevalsrc=0.5*sin(2*PI*880*t):s=48000:d=1'
const loudest = ({ made: { waveform } }: Rendered) => Math.max(...JSON.parse(waveform!.bytes.toString()).data)

t.test('Opposite channels are drawn', needs.films, async (t) => {
  for (const [name, channels] of [['sound.wav', 'val(0)|-val(0)'], ['sound.flac', 'val(0)|-val(0)|0|0|0|0']] as const) {
    const sound = await makeByFfmpeg(t, name, ['-f', 'lavfi', '-i', `${left},aeval=${channels}:c=same`.replace('c=same', `c=${channels.split('|').length === 2 ? 'stereo' : '5.1'}`)])
    const rendered = await renderBytes(t, sound)
    t.ok(loudest(rendered) > 55, `${loudest(rendered)}`)
    const { length, samples_per_pixel: each, data } = JSON.parse(rendered.made.waveform!.bytes.toString())
    t.equal(data.length, 2 * length)
    t.equal(length, Math.ceil(48_000 / each))
  }
})

t.test('The first two mono tracks are left and right, and both are drawn', needs.films, async (t) => {
  for (
    const [name, film, ...options] of [
      ['film.mxf', true, '-c:v', 'mpeg2video', '-c:a', 'pcm_s16le'], ['film.mov', true, '-c:v', 'mpeg4', '-c:a', 'pcm_s24le'],
      ['sound.mka', false, '-c:a', 'pcm_s16le']
    ] as const
  ) {
    // The first is silent.
    const maps = film ? ['-map', '0', '-map', '1', '-map', '2'] : ['-map', '1', '-map', '2']
    const bytes = await makeByFfmpeg(t, name, [...picture(1), '-f', 'lavfi', '-i', 'anullsrc=r=48000:cl=mono:d=1', '-f', 'lavfi', '-i', right, ...maps, ...options])
    const rendered = await renderBytes(t, bytes)
    t.ok(loudest(rendered) > 55, `${name}: ${loudest(rendered)}`)
    const made = rendered.made.mp4 ?? rendered.made.audio
    const { streams } = await probe(t, made!.bytes)
    t.match(streams.at(-1), { codec_name: 'aac', channels: 2 })
    const path = join(await makeFolder(t), 'made')
    await writeFile(path, made!.bytes)
    const raw = await makeByFfmpeg(t, 'raw.pcm', ['-i', path, '-vn', '-f', 's16le', '-c:a', 'pcm_s16le'])
    let [leftMost, rightMost] = [0, 0]
    for (let offset = 0; offset + 4 <= raw.length; offset += 4) {
      leftMost = Math.max(leftMost, Math.abs(raw.readInt16LE(offset)))
      rightMost = Math.max(rightMost, Math.abs(raw.readInt16LE(offset + 2)))
    }
    t.ok(leftMost < 1000 && rightMost > 10_000, `${name}: ${leftMost}, ${rightMost}`)
  }
})

t.test('A first track that is stereo stays alone, and a mono track alone is heard on both sides', needs.films, async (t) => {
  const two = await makeByFfmpeg(t, 'film.mov', [...picture(1), '-f', 'lavfi', '-i', `${left},aformat=channel_layouts=stereo`, '-f', 'lavfi', '-i', right,
    '-map', '0', '-map', '1', '-map', '2', '-c:v', 'mpeg4', '-c:a', 'pcm_s16le'])
  t.match((await probe(t, (await renderBytes(t, two)).made.mp4!.bytes)).streams, [{}, { channels: 2 }])
  const many = await makeByFfmpeg(t, 'many.wav', ['-f', 'lavfi', '-i', left, '-af', 'pan=16c|c9=c0', '-c:a', 'pcm_s16le'])
  t.ok((await renderBytes(t, many)).made.waveform)
})
