import sharp from 'sharp'
import t from 'tap'
import { planOf } from '#src/media/proxies/plan.js'
import { makeByFfmpeg, needs, tagged } from '../helper/media/samples.js'
import { analyseBytes, h264, picture, probe, renderBytes, tone } from '../helper/media/rendering.js'

for (
  const [name, playback, ...options] of [
    ['front.mp4', 'plays', ...h264, '-c:a', 'aac', '-movflags', '+faststart'],
    ['silent.mp4', 'plays', ...h264, '-an', '-movflags', '+faststart'],
    ['vp9.webm', 'plays', '-c:v', 'libvpx-vp9', '-cpu-used', '8', '-c:a', 'libopus'],
    ['vp9.mp4', 'plays', '-c:v', 'libvpx-vp9', '-cpu-used', '8', '-c:a', 'libmp3lame', '-movflags', '+faststart'],
    ['end.mp4', 'shown', ...h264, '-c:a', 'aac'],
    ['fragments.mp4', 'shown', ...h264, '-c:a', 'aac', '-movflags', '+frag_keyframe+empty_moov'],
    ['film.mov', 'shown', ...h264, '-c:a', 'aac'],
    ['film.mkv', 'shown', ...h264, '-c:a', 'aac'],
    ['vp8.webm', 'shown', '-c:v', 'libvpx', '-c:a', 'libvorbis'],
    ['film.wmv', 'hidden', '-c:v', 'wmv2', '-c:a', 'wmav2'],
    ['wide.mp4', 'shown', ...h264, '-c:a', 'aac', '-vf', 'setsar=16/11', '-movflags', '+faststart'],
    ['large.mp4', 'shown', ...h264, '-s', '2000x100', '-movflags', '+faststart'],
    ['colours.mp4', 'hidden', '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv444p', '-movflags', '+faststart'],
    ['ac3.mp4', 'hidden', ...h264, '-c:a', 'ac3', '-movflags', '+faststart'],
    ['mpeg4.mp4', 'hidden', '-c:v', 'mpeg4', '-c:a', 'aac', '-movflags', '+faststart']
  ] as const
) {
  t.test(`A film that browsers play as it is gets no proxy, and every other film gets one: ${name}`, needs.films, async (t) => {
    const bytes = await makeByFfmpeg(t, name, [...picture(0.5), ...tone(0.5), ...options])
    const { metadata, playback: found } = await analyseBytes(t, bytes)
    t.equal(found, playback)
    const plan = planOf(metadata, found!)!
    t.equal(plan.mp4 === null, playback === 'plays')
    t.ok(plan.filmstrip)
    t.equal(plan.waveform, name !== 'silent.mp4')
  })
}

t.test('A proxy is upright, has square pixels, and is no larger than 1,280 pixels or than its film', needs.films, async (t) => {
  for (
    const [size, options, turn, seen] of [
      ['720x576', ['-vf', 'setsar=16/11'], 0, [1046, 576]], ['1920x1080', [], 0, [1280, 720]], ['108x192', [], 270, [192, 108]],
      ['321x181', ['-pix_fmt', 'yuv444p'], 0, [320, 180]]
    ] as const
  ) {
    const film = await makeByFfmpeg(t, 'film.mp4', [...picture(0.12, size), ...h264, ...options])
    const bytes = turn === 0 ? film : await tagged(t, film, 'film.mp4', ['-n', `-Rotation=${turn}`])
    const { made: { mp4 } } = await renderBytes(t, bytes)
    t.match([mp4!.width, mp4!.height], seen, size)
    const { streams: [stream] } = await probe(t, mp4!.bytes)
    t.match([stream!.width, stream!.height], seen)
    t.ok([undefined, '1:1'].includes(stream!.sample_aspect_ratio as string))
    t.notOk(JSON.stringify(stream).includes('rotation'))
  }
})

t.test('A proxy has at most 60 frames a second', needs.films, async (t) => {
  for (const [rate, shown] of [['1000', 60], ['60000/1001', 60000 / 1001], ['1', 1]] as const) {
    const film = await makeByFfmpeg(t, 'film.mkv', [...picture(2, '64x64', rate), ...h264, '-bf', '0'])
    const { made: { mp4 }, metadata } = await renderBytes(t, film)
    const { streams: [stream], format } = await probe(t, mp4!.bytes)
    const [over, under] = String(stream!.avg_frame_rate).split('/').map(Number)
    t.ok(over! / under! <= 60 && over! / under! >= shown * 0.8, `${stream!.avg_frame_rate} of ${rate}`)
    t.ok(Math.abs(Number(format.duration) - metadata.duration!) < 0.1, `${format.duration} and ${metadata.duration} seconds`)
  }
})

t.test('A proxy has a key frame every two seconds', needs.films, async (t) => {
  const { made: { mp4 } } = await renderBytes(t, await makeByFfmpeg(t, 'film.mkv', [...picture(4.5, '64x64', '10'), ...h264]))
  const { frames } = await probe(t, mp4!.bytes, '-show_frames', '-show_entries', 'frame=key_frame,pts_time') as any
  t.same(frames.filter((frame: any) => frame.key_frame === 1).map((frame: any) => Number(frame.pts_time)), [0, 2, 4])
})

t.test('Each tile of a filmstrip shows the film one interval later than the tile before', needs.films, async (t) => {
  // Each second is a little brighter than the one before.
  const film = await makeByFfmpeg(t, 'film.mp4', ['-f', 'lavfi', '-i', "color=s=64x48:r=4:d=20,geq=lum='floor(T)*10+20':cb=128:cr=128", ...h264])
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
  t.match(few!.tiles, { count: 3, columns: 3, rows: 1 }, 'no more tiles than frames')
  const { made: { filmstrip: ten } } = await renderBytes(t, await makeByFfmpeg(t, 'ten.mp4', [...picture(0.4), ...h264]))
  t.match(ten!.tiles, { count: 10 })
})
