import sharp from 'sharp'
import t from 'tap'
import { makeByFfmpeg, needs, tagged } from '../analysis/samples.js'
import { h264, picture, probe, renderBytes, tone } from './rendering.js'

const PRORES = ['-c:v', 'prores_ks', '-c:a', 'pcm_s24le']

for (
  const [name, ...options] of [
    ['prores.mov', ...picture(), ...tone(), ...PRORES],
    ['film.mxf', ...picture(2, '720x576'), ...tone(), '-c:v', 'mpeg2video', '-c:a', 'pcm_s16le'],
    ['film.mpg', ...picture(), ...tone(), '-c:v', 'mpeg2video', '-c:a', 'mp2'],
    ['hevc.mp4', ...picture(), ...tone(), '-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error', '-c:a', 'aac'],
    ['av1.mkv', ...picture(), ...tone(), '-c:v', 'libaom-av1', '-cpu-used', '8', '-c:a', 'libopus'],
    ['h264.mkv', ...picture(), ...tone(), ...h264, '-c:a', 'ac3'],
    ['h264.mov', ...picture(), ...tone(), ...h264, '-c:a', 'aac'],
    ['film.wmv', ...picture(), ...tone(), '-c:v', 'wmv2', '-c:a', 'wmav2'],
    ['vp8.webm', ...picture(), ...tone(), '-c:v', 'libvpx', '-c:a', 'libvorbis']
  ] as const
) {
  t.test(`A film becomes one that plays anywhere: ${name}`, needs.films, async (t) => {
    const { metadata, playback, made } = await renderBytes(t, await makeByFfmpeg(t, name, options))
    const { mp4, waveform, filmstrip, audio } = made
    t.equal(playback, ['h264.mov', 'vp8.webm', 'av1.mkv'].includes(name) ? 'shown' : 'hidden')
    const { streams, format } = await probe(t, mp4!.bytes)
    t.match(streams.map((stream) => stream.codec_name), ['h264', 'aac'])
    t.match(streams[0], { width: metadata.width, height: metadata.height, pix_fmt: 'yuv420p' })
    t.equal(streams[1]!.channels, 2)
    t.match([mp4!.width, mp4!.height], [metadata.width, metadata.height])
    t.ok(Math.abs(Number(format.duration) - metadata.duration!) < 0.1, `${format.duration} and ${metadata.duration} seconds`)
    t.ok(Math.abs(mp4!.duration! - metadata.duration!) < 0.1)
    const types = ['ftyp', 'moov', 'mdat'].map((type) => mp4!.bytes.indexOf(type))
    t.ok(types[0]! < types[1]! && types[1]! < types[2]!, 'it begins to play while it loads')
    t.ok(waveform)
    t.equal(audio, undefined)
    const tiles = filmstrip!.tiles!
    t.ok(tiles.count >= 10)
    const { width, height, format: type } = await sharp(filmstrip!.bytes).metadata()
    t.same([width, height, type], [tiles.columns * tiles.tile_width, tiles.rows * tiles.tile_height, 'webp'])
    t.same([filmstrip!.width, filmstrip!.height], [width, height])
  })
}

for (
  const [name, playback, ...options] of [
    ['front.mp4', 'plays', ...h264, '-c:a', 'aac', '-movflags', '+faststart'],
    ['silent.mp4', 'plays', ...h264, '-an', '-movflags', '+faststart'],
    ['vp9.webm', 'plays', '-c:v', 'libvpx-vp9', '-cpu-used', '8', '-c:a', 'libopus'],
    ['vp9.mp4', 'plays', '-c:v', 'libvpx-vp9', '-cpu-used', '8', '-c:a', 'libmp3lame', '-movflags', '+faststart'],
    ['end.mp4', 'shown', ...h264, '-c:a', 'aac'],
    ['fragments.mp4', 'shown', ...h264, '-c:a', 'aac', '-movflags', '+frag_keyframe+empty_moov'],
    ['wide.mp4', 'shown', ...h264, '-c:a', 'aac', '-vf', 'setsar=16/11', '-movflags', '+faststart'],
    ['large.mp4', 'shown', ...h264, '-s', '2000x100', '-movflags', '+faststart'],
    ['colours.mp4', 'hidden', '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv444p', '-movflags', '+faststart'],
    ['ac3.mp4', 'hidden', ...h264, '-c:a', 'ac3', '-movflags', '+faststart'],
    ['mpeg4.mp4', 'hidden', '-c:v', 'mpeg4', '-c:a', 'aac', '-movflags', '+faststart']
  ] as const
) {
  t.test(`What browsers play as it is gets no proxy, and everything else does: ${name}`, needs.films, async (t) => {
    const bytes = await makeByFfmpeg(t, name, [...picture(1), ...tone(1), ...options])
    const { playback: found, made } = await renderBytes(t, bytes)
    t.equal(found, playback)
    t.equal(made.mp4 === undefined, playback === 'plays')
    t.ok(made.filmstrip)
    t.equal(made.waveform === undefined, name === 'silent.mp4')
  })
}

t.test('A film is upright, with square pixels, and never larger than 1,280 pixels or than it is', needs.films, async (t) => {
  for (
    const [size, options, turn, seen] of [
      ['720x576', ['-vf', 'setsar=16/11'], 0, [1046, 576]], ['1920x1080', [], 0, [1280, 720]], ['1080x1920', [], 0, [720, 1280]],
      ['640x360', [], 90, [360, 640]], ['321x181', ['-pix_fmt', 'yuv444p'], 0, [320, 180]]
    ] as const
  ) {
    const film = await makeByFfmpeg(t, 'film.mp4', [...picture(0.4, size), ...h264, ...options])
    const bytes = turn === 0 ? film : await tagged(t, film, 'film.mp4', ['-n', `-Rotation=${turn}`])
    const { made: { mp4 } } = await renderBytes(t, bytes)
    t.match([mp4!.width, mp4!.height], seen, size)
    const { streams: [stream] } = await probe(t, mp4!.bytes)
    t.match([stream!.width, stream!.height], seen)
    t.ok([undefined, '1:1'].includes(stream!.sample_aspect_ratio as string))
    t.notOk(JSON.stringify(stream).includes('rotation'))
  }
})

t.test('A film has a key frame every two seconds, and at most 60 pictures a second', needs.films, async (t) => {
  for (const [rate, shown] of [['120', 60], ['1000', 60], ['60000/1001', 60000 / 1001], ['50', 50], ['1', 1]] as const) {
    const { made: { mp4 }, metadata } = await renderBytes(t, await makeByFfmpeg(t, 'film.mkv', [...picture(5, '64x64', rate), ...h264, '-bf', '0']))
    const { streams: [stream], format } = await probe(t, mp4!.bytes)
    const [over, under] = String(stream!.avg_frame_rate).split('/').map(Number)
    t.ok(over! / under! <= 60 && over! / under! >= shown * 0.8, `${stream!.avg_frame_rate} of ${rate}`)
    t.ok(Math.abs(Number(format.duration) - metadata.duration!) < 0.1, `${format.duration} and ${metadata.duration} seconds`)
    const { frames } = await probe(t, mp4!.bytes, '-show_frames', '-show_entries', 'frame=key_frame,pts_time') as any
    const keys = frames.filter((frame: any) => frame.key_frame === 1).map((frame: any) => Number(frame.pts_time))
    for (const [index, key] of keys.slice(1).entries()) t.ok(key - keys[index] <= 2 + 1 / shown, `${keys[index]} and ${key} seconds`)
  }
})

t.test('A tile shows what is seen after as many intervals', needs.films, async (t) => {
  // Each second is a little brighter than the one before.
  const film = await makeByFfmpeg(t, 'film.mp4', ['-f', 'lavfi', '-i', "color=s=64x48:r=10:d=20,geq=lum='floor(T)*10+20':cb=128:cr=128", ...h264])
  const { made: { filmstrip } } = await renderBytes(t, film)
  const { tiles, bytes } = filmstrip!
  t.match(tiles, { count: 20, columns: 10, rows: 2, tile_width: 64, tile_height: 48, interval: 1 })
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true })
  const light = (tile: number) =>
    data[((Math.floor(tile / 10) * 48 + 24) * info.width + tile % 10 * 64 + 32) * info.channels]!
  for (let tile = 1; tile < 20; tile++) {
    t.ok(light(tile) - light(tile - 1) > 5 && light(tile) - light(tile - 1) < 18, `tile ${tile}: ${light(tile - 1)}, ${light(tile)}`)
  }
  const { made: { filmstrip: few } } = await renderBytes(t, await makeByFfmpeg(t, 'few.mp4', [...picture(0.12), ...h264]))
  t.match(few!.tiles, { count: 3, columns: 3, rows: 1 }, 'no more tiles than pictures')
  const { made: { filmstrip: ten } } = await renderBytes(t, await makeByFfmpeg(t, 'ten.mp4', [...picture(0.4), ...h264]))
  t.match(ten!.tiles, { count: 10 })
})
