import t from 'tap'
import { makeByFfmpeg, makeFilm, needs } from '../helper/media/samples.js'
import { picture, probe, renderBytes, tone } from '../helper/media/rendering.js'

for (
  const [name, playback, ...options] of [
    ['sound.mp3', 'plays', '-c:a', 'libmp3lame'],
    ['sound.aac', 'plays', '-c:a', 'aac'],
    ['sound.m4a', 'plays', '-c:a', 'aac'],
    ['sound.flac', 'plays', '-c:a', 'flac'],
    ['sound.wav', 'plays', '-c:a', 'pcm_s16le'],
    ['deep.wav', 'shown', '-c:a', 'pcm_s24le'],
    ['sound.ogg', 'shown', '-c:a', 'libvorbis'],
    ['alac.m4a', 'hidden', '-c:a', 'alac'],
    ['sound.wma', 'hidden', '-c:a', 'wmav2'],
    ['sound.mka', 'hidden', '-c:a', 'ac3'],
    ['sound.aiff', 'shown', '-c:a', 'pcm_s16be']
  ] as const
) {
  t.test(`A sound gets a waveform, and a proxy if browsers do not play it as it is: ${name}`, needs.films, async (t) => {
    const { metadata, playback: found, made: { audio, waveform, mp4, filmstrip } } =
      await renderBytes(t, await makeByFfmpeg(t, name, [...tone(1), ...options]))
    t.equal(found, playback)
    t.same([mp4, filmstrip], [undefined, undefined])
    t.match(waveform, { width: null, height: null, tiles: null })
    t.ok(Math.abs(waveform!.duration! - metadata.duration!) < 0.1)
    t.equal(audio === undefined, playback === 'plays')
    if (audio === undefined) return
    t.match(audio, { width: null, height: null })
    const { streams, format } = await probe(t, audio.bytes)
    t.match(streams, [{ codec_name: 'aac' }])
    t.ok(Math.abs(Number(format.duration) - metadata.duration!) < 0.1, `${format.duration} and ${metadata.duration} seconds`)
    t.ok(audio.bytes.indexOf('moov') < audio.bytes.indexOf('mdat'))
  })
}

t.test('A waveform has the format of audiowaveform, and shows where the sound is loud', needs.films, async (t) => {
  // A second of silence, a second of a tone, a second of silence.
  const sound = await makeByFfmpeg(t, 'sound.wav', ['-f', 'lavfi', '-i', "aevalsrc='0.5*sin(2*PI*440*t)*between(t,1,2)':d=3:s=44100", '-c:a', 'pcm_s16le'])
  const { made: { waveform } } = await renderBytes(t, sound)
  const { data, ...found } = JSON.parse(waveform!.bytes.toString())
  t.match(found, { version: 2, channels: 1, sample_rate: 44_100, bits: 8 })
  t.equal(data.length, found.length * 2)
  t.ok(found.length >= 500 && found.length <= 4000)
  t.equal(found.length, Math.ceil(3 * 44_100 / found.samples_per_pixel))
  t.ok(data.every((value: number) => Number.isInteger(value) && value >= -128 && value <= 127))
  const at = (second: number) => {
    const point = Math.floor(second * 44_100 / found.samples_per_pixel)
    return [data[2 * point], data[2 * point + 1]]
  }
  t.same([at(0.5), at(2.5)], [[0, 0], [0, 0]])
  t.ok(at(1.5)[0] < -55 && at(1.5)[1] > 55, `${at(1.5)}`)
})

t.test('The waveform of a film begins at the start of the film, even if the sound starts later', needs.films, async (t) => {
  const late = await makeByFfmpeg(t, 'late.mkv', [...picture(3), '-itsoffset', '1', ...tone(2), '-c:v', 'mpeg4', '-c:a', 'pcm_s16le'])
  const { made: { waveform, mp4 } } = await renderBytes(t, late)
  const { data, samples_per_pixel: samples, sample_rate: rate } = JSON.parse(waveform!.bytes.toString())
  const loud = data.findIndex((value: number) => Math.abs(value) > 5) / 2 * samples / rate
  t.ok(Math.abs(loud - 1) < 0.05, `${loud} seconds`)
  t.ok(Math.abs(mp4!.duration! - 3) < 0.1, `${mp4!.duration} seconds`)
})

t.test('Sounds with very few samples or with eight channels have a waveform', needs.films, async (t) => {
  const short = await renderBytes(t, await makeByFfmpeg(t, 'short.wav', [...tone(1), '-frames:a', '1', '-af', 'atrim=end_sample=100', '-c:a', 'pcm_s16le']))
  t.match(JSON.parse(short.made.waveform!.bytes.toString()), { samples_per_pixel: 1, length: 100 })
  const many = await renderBytes(t, await makeByFfmpeg(t, 'many.wav', [...tone(1), '-ac', '8', '-ar', '96000', '-c:a', 'pcm_s24le']))
  t.match((await probe(t, many.made.audio!.bytes)).streams, [{ channels: 2, sample_rate: '48000' }])
  t.match(JSON.parse(many.made.waveform!.bytes.toString()), { sample_rate: 96_000 })
})

t.test('A film file that contains only sound is treated as a sound', needs.films, async (t) => {
  for (const [name, ...options] of [['sound.mkv', '-c:a', 'pcm_s16le'], ['sound.mov', '-c:a', 'pcm_s24le']] as const) {
    const { made } = await renderBytes(t, await makeByFfmpeg(t, name, [...tone(1), ...options]))
    const { mp4, audio, waveform } = made
    t.equal(mp4, undefined)
    t.ok(audio)
    t.ok(waveform)
  }
  t.match((await renderBytes(t, await makeFilm(t, ['-an', '-movflags', '+faststart']))).made, { mp4: undefined, waveform: undefined })
})
