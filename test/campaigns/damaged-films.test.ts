import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { createWorld } from '../helper/app.js'
import { makeByFfmpeg, needs } from '../helper/media/samples.js'
import { startSender } from '../helper/media/sender.js'
import { mediaSettings } from '../helper/media/world.js'
import { analyseBytes, attachFilm, h264, makeFolder, picture, probe, renderBytes, renderedFile, tiny, tone } from '../helper/media/rendering.js'

t.test('A film of some kilobytes that claims to last ten hours gets a proxy, and at most 100 tiles', needs.films, async (t) => {
  const film = await makeByFfmpeg(t, 'long.mkv', [...tiny.slice(0, 4), '-vf', 'setpts=N*9000/TB', '-fps_mode', 'vfr', '-c:v', 'mjpeg'])
  t.ok(film.length < 40_000)
  const { metadata, made: { mp4, filmstrip } } = await renderBytes(t, film)
  t.ok(metadata.duration! >= 36_000, `${metadata.duration} seconds`)
  t.ok(Math.abs(mp4!.duration! - metadata.duration!) < 0.1, `${mp4!.duration} and ${metadata.duration} seconds`)
  t.ok(filmstrip!.tiles!.count <= 100)
})

t.test('A film with a broken end, many tracks or subtitles gets a proxy', needs.films, async (t) => {
  const whole = await makeByFfmpeg(t, 'film.mkv', [...picture(4, '64x64'), ...tone(4), '-c:v', 'mpeg4', '-c:a', 'pcm_s16le'])
  const { made: { mp4 } } = await renderBytes(t, whole.subarray(0, whole.length / 2))
  t.ok(mp4!.duration! > 1 && mp4!.duration! < 3, 'the part that is there plays')
  const tracks = Array.from({ length: 32 }, () => ['-map', '1:a']).flat()
  const many = await makeByFfmpeg(t, 'many.mxf', [...picture(0.2, '64x64'), ...tone(0.2), '-map', '0:v', ...tracks, '-c:v', 'mpeg2video', '-c:a', 'pcm_s16le'])
  t.match((await probe(t, (await renderBytes(t, many)).made.mp4!.bytes)).streams, [{ codec_type: 'video' }, { channels: 2 }])
  const text = join(await makeFolder(t), 'words.srt')
  await writeFile(text, '1\n00:00:00,000 --> 00:00:01,000\nHello\n')
  const spoken = await makeByFfmpeg(t, 'spoken.mkv', [...tiny.slice(0, 4), '-i', text, '-c:v', 'mpeg4', '-c:s', 'srt', '-attach', text, '-metadata:s:t', 'mimetype=text/plain'])
  t.equal((await probe(t, (await renderBytes(t, spoken)).made.mp4!.bytes)).streams.length, 1)
})

t.test('A proxy leaves out what an edit list leaves out, and lasts as long as a film of variable frame rate', needs.films, async (t) => {
  const film = join(await makeFolder(t), 'film.mp4')
  await writeFile(film, await makeByFfmpeg(t, 'film.mp4', [...picture(1.6, '64x64'), ...h264]))
  for (
    const [name, seconds, ...options] of [
      ['cut.mp4', 1, '-ss', '0.6', '-i', film, '-c', 'copy'],
      ['variable.mkv', 2.2, ...picture(0.92, '64x64'), '-vf', "setpts='if(lt(N,20),N/100,N-19.8)/TB'", '-fps_mode', 'vfr', '-c:v', 'mpeg4']
    ] as const
  ) {
    const { metadata, made: { mp4, filmstrip } } = await renderBytes(t, await makeByFfmpeg(t, name, options))
    t.ok(Math.abs(metadata.duration! - seconds) < 0.3, `${metadata.duration} seconds`)
    t.ok(Math.abs(mp4!.duration! - metadata.duration!) < 0.1, `${mp4!.duration} and ${metadata.duration} seconds`)
    t.ok(filmstrip)
  }
})

t.test('A film without frames fails, or gets no proxies', needs.films, async (t) => {
  const empty = (name: string) => makeByFfmpeg(t, name, [...tiny.slice(0, 4), '-frames:v', '0', '-c:v', 'mpeg4'])
  const { result } = await renderBytes(t, await empty('empty.mkv'))
  t.match(result.outcome, /^(?:failed|none)$/)
  await t.rejects(analyseBytes(t, await empty('empty.mp4')), /neither a picture nor a sound/)
})

t.test('A film whose sound cannot be decoded gets a proxy without sound', needs.films, async (t) => {
  const film = await makeByFfmpeg(t, 'film.avi', [...picture(0.2, '64x64'), ...tone(1), '-c:v', 'mpeg4', '-c:a', 'libmp3lame'])
  const format = film.indexOf(Buffer.from([0x55, 0]), film.indexOf('auds') + 60)
  film.writeUInt16LE(0x7777, format)
  const { made } = await renderBytes(t, film)
  t.match((await probe(t, made.mp4!.bytes)).streams, [{ codec_name: 'h264' }])
  t.equal(made.waveform, undefined)
})

t.test('Frames of 10,000 by 10,000 pixels are scaled down', needs.films, async (t) => {
  const film = await makeByFfmpeg(t, 'large.avi', ['-f', 'lavfi', '-i', 'color=s=10000x10000:d=0.04', '-c:v', 'mjpeg'])
  t.match((await renderBytes(t, film)).made.mp4, { width: 1280, height: 1280 })
})

t.test('References to other files or hosts, in a file or in its name, are not followed', needs.films, async (t) => {
  const { admin } = await createWorld(t, 'sqlite', { ...mediaSettings(t), MEDIA_ANALYSIS_PARALLEL: '1', MEDIA_PROXIES: 'on' })
  const asked = await startSender(t, (_request, response) => { response.end() })
  const canary = join(await makeFolder(t), 'canary.mkv')
  await writeFile(canary, await makeByFfmpeg(t, 'film.mkv', tiny))
  const ids: string[] = []
  for (
    const [name, text] of [
      ['list.m3u8', `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${asked.url}/a.ts\n#EXTINF:1,\nfile://${canary}\n#EXT-X-ENDLIST\n`],
      ['list.ffconcat', `ffconcat version 1.0\nfile '${canary}'\nfile '${asked.url}/b'\n`],
      ['film.sdp', `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=a\nc=IN IP4 127.0.0.1\nt=0 0\nm=video ${new URL(asked.url).port} RTP/AVP 96\na=rtpmap:96 H264/90000\n`],
      ['list.asx', `<asx version="3.0"><entry><ref href="${asked.url}/c"/></entry></asx>`],
      [`concat:${canary}|${canary}`, 'a'], [`subfile,,start,0,end,900,,:${canary}`, 'b'], [`${asked.url}/d.mkv`, 'c']
    ] as const
  ) ids.push(await attachFilm(t, admin, text, name))
  for (const id of ids) {
    const file = await renderedFile(admin, id)
    t.match(file, { analysis: 'unsupported', proxy_status: 'none', proxies: [], previews: [] }, file.filename)
  }
  const forced = await renderBytes(t, `ffconcat version 1.0\nfile '${canary}'\n`, {}, await analyseBytes(t, await makeByFfmpeg(t, 'film.mkv', tiny)))
  t.match(forced.result, { outcome: 'none' }, 'also where the analysis was deceived')
  t.equal(asked.requests.length, 0)
})
