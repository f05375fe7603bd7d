import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { NoFfmpeg } from '#src/media/proxies/render.js'
import { createWorld } from '../../../helper/app.js'
import { addAsset, eventsOf, historyOf } from '../../../helper/items.js'
import { makeByFfmpeg, needs } from '../analysis/samples.js'
import { startFileSender, startSender } from '../sender.js'
import { attach, eventually, filesIn, mediaOf, mediaSettings } from '../world.js'
import { analyseBytes, h264, picture, probe, renderBytes, tone, type Analysed } from './rendering.js'

/** A folder beside those that the making of films empties. */
async function makeFolder (t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cutroom-'))
  t.teardown(() => rm(folder, { recursive: true }))
  return folder
}

/** Puts a program called ffmpeg before all others on the path, for this test. */
async function replaceFfmpeg (t: Test, script: string): Promise<void> {
  const folder = await makeFolder(t)
  await writeFile(join(folder, 'ffmpeg'), script)
  await chmod(join(folder, 'ffmpeg'), 0o755)
  setPath(t, `${folder}:${process.env.PATH!}`)
}

function setPath (t: Test, path: string): void {
  const before = process.env.PATH
  process.env.PATH = path
  t.teardown(() => { process.env.PATH = before })
}

/** Passes the analysis on to the real program. */
const onlyProxies = (script: string) => `#!/bin/sh
case "$*" in *-progress*) ${script};; esac
exec /usr/bin/ffmpeg "$@"
`

const tiny = [...picture(0.2, '64x64'), '-c:v', 'mpeg4']

let known: Analysed | undefined

/** What ffmpeg makes of a tiny film, whose analysis is done once. */
async function renderTiny (t: Test, options: Parameters<typeof renderBytes>[2] = {}) {
  const bytes = await makeByFfmpeg(t, 'film.mkv', tiny)
  known ??= await analyseBytes(t, bytes)
  return renderBytes(t, bytes, options, known)
}

t.test('Films that claim ten hours in some kilobytes are done soon', needs.films, async (t) => {
  const film = await makeByFfmpeg(t, 'long.mkv', [...tiny.slice(0, 4), '-vf', 'setpts=N*9000/TB', '-fps_mode', 'vfr', '-c:v', 'mjpeg'])
  t.ok(film.length < 40_000)
  const { metadata, made: { mp4, filmstrip } } = await renderBytes(t, film)
  t.ok(metadata.duration! >= 36_000, `${metadata.duration} seconds`)
  t.ok(Math.abs(mp4!.duration! - metadata.duration!) < 0.1, `${mp4!.duration} and ${metadata.duration} seconds`)
  t.ok(filmstrip!.tiles!.count <= 100)
})

t.test('Broken ends, many tracks and subtitles are coped with', needs.films, async (t) => {
  const whole = await makeByFfmpeg(t, 'film.mkv', [...picture(4, '64x64'), ...tone(4), '-c:v', 'mpeg4', '-c:a', 'pcm_s16le'])
  const { made: { mp4 } } = await renderBytes(t, whole.subarray(0, whole.length / 2))
  t.ok(mp4!.duration! > 1 && mp4!.duration! < 3, 'what is there plays')
  const tracks = Array.from({ length: 32 }, () => ['-map', '1:a']).flat()
  const many = await makeByFfmpeg(t, 'many.mxf', [...picture(0.2, '64x64'), ...tone(0.2), '-map', '0:v', ...tracks, '-c:v', 'mpeg2video', '-c:a', 'pcm_s16le'])
  t.match((await probe(t, (await renderBytes(t, many)).made.mp4!.bytes)).streams, [{ codec_type: 'video' }, { channels: 2 }])
  const text = join(await makeFolder(t), 'words.srt')
  await writeFile(text, '1\n00:00:00,000 --> 00:00:01,000\nHello\n')
  const spoken = await makeByFfmpeg(t, 'spoken.mkv', [...tiny.slice(0, 4), '-i', text, '-c:v', 'mpeg4', '-c:s', 'srt', '-attach', text, '-metadata:s:t', 'mimetype=text/plain'])
  t.equal((await probe(t, (await renderBytes(t, spoken)).made.mp4!.bytes)).streams.length, 1)
})

t.test('What an edit list leaves out is not in the proxy, and pictures may come as they like', needs.films, async (t) => {
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

t.test('A film without pictures has failed, or there is nothing to be made of it', needs.films, async (t) => {
  const empty = (name: string) => makeByFfmpeg(t, name, [...tiny.slice(0, 4), '-frames:v', '0', '-c:v', 'mpeg4'])
  const { result } = await renderBytes(t, await empty('empty.mkv'))
  t.match(result.outcome, /^(?:failed|none)$/)
  await t.rejects(analyseBytes(t, await empty('empty.mp4')), /neither a picture nor a sound/)
})

t.test('A film whose sound cannot be decoded plays without it', needs.films, async (t) => {
  const film = await makeByFfmpeg(t, 'film.avi', [...picture(0.2, '64x64'), ...tone(1), '-c:v', 'mpeg4', '-c:a', 'libmp3lame'])
  const format = film.indexOf(Buffer.from([0x55, 0]), film.indexOf('auds') + 60)
  film.writeUInt16LE(0x7777, format)
  const { made } = await renderBytes(t, film)
  t.match((await probe(t, made.mp4!.bytes)).streams, [{ codec_name: 'h264' }])
  t.equal(made.waveform, undefined)
})

t.test('Pictures of 10,000 by 10,000 pixels are made small', needs.films, async (t) => {
  const film = await makeByFfmpeg(t, 'large.avi', ['-f', 'lavfi', '-i', 'color=s=10000x10000:d=0.04', '-c:v', 'mjpeg'])
  t.match((await renderBytes(t, film)).made.mp4, { width: 1280, height: 1280 })
})

t.test('ffmpeg that hangs is killed, and that is the file’s end', needs.films, async (t) => {
  await replaceFfmpeg(t, onlyProxies('exec sleep 600'))
  const { result } = await renderTiny(t, { silentMs: 1000 })
  t.match(result, { outcome: 'failed', error: 'ffmpeg hangs' })
})

t.test('ffmpeg that takes all of a processor ends at its limit', needs.films, async (t) => {
  await replaceFfmpeg(t, onlyProxies('ulimit -S -t 1; while :; do :; done'))
  t.match((await renderTiny(t)).result, { outcome: 'failed', error: 'It takes too long' })
})

t.test('ffmpeg that is killed, or has no room, is not the file’s fault', needs.films, async (t) => {
  for (const script of ['kill -9 $$', 'kill -15 $$', 'echo "No space left on device" >&2; exit 1', 'exit 255']) {
    await t.test(script, async (t) => {
      await replaceFfmpeg(t, onlyProxies(script))
      await t.rejects(renderTiny(t), /ffmpeg ended with/)
    })
  }
})

t.test('A film whose ffmpeg is killed is made by the next one, with each event once, and is given up after the last', needs.films, async (t) => {
  const { admin, ...world } = await createWorld(t, 'sqlite', { ...mediaSettings(t), MEDIA_ANALYSIS_PARALLEL: '1', MEDIA_PROXIES: 'on' })
  const send = async (bytes: Buffer) => {
    const { id } = await addAsset(admin)
    await attach(admin, id, (await startFileSender(t, { bytes })).url, 'film.mkv')
    const [file] = await eventually(() => mediaOf(admin, id), ([file]) => file !== undefined && !['pending', 'running'].includes(file.proxy_status))
    return { id, file }
  }
  const bytes = await makeByFfmpeg(t, 'film.mkv', tiny)
  const mark = join(await makeFolder(t), 'killed')
  await replaceFfmpeg(t, onlyProxies(`if ! test -e ${mark}; then head -c 1000 "$0" > ${mark}; kill -9 $$; fi`))
  const { id, file } = await send(bytes)
  t.match(file, { proxy_status: 'done', proxies: [{ kind: 'mp4' }] })
  t.same((await eventsOf(admin, 'assets', id)).slice(0, 3), ['ASSET_FINISHED_PROXY_MP4', 'ASSET_UPDATED_PROXY_MP4', 'ASSET_FINISHED_ANALYSIS'])
  await replaceFfmpeg(t, onlyProxies('kill -9 $$'))
  const other = await send(Buffer.concat([bytes, Buffer.from([0])]))
  t.match(other.file, { proxy_status: 'failed', proxies: [] })
  t.match(await historyOf(admin, 'assets', other.id), [{ event: 'ASSET_FINISHED_PROXY_MP4', severity: 3 }, { event: 'ASSET_UPDATED_PROXY_MP4', severity: 1 }])
  t.same((await filesIn({ admin, ...world })).incoming, [])
})

t.test('What names other files or hosts, in itself or by its name, is not followed', needs.films, async (t) => {
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
  ) {
    const { id } = await addAsset(admin)
    ids.push(id)
    await attach(admin, id, (await startFileSender(t, { bytes: Buffer.from(text) })).url, name)
  }
  for (const id of ids) {
    const [file] = await eventually(() => mediaOf(admin, id), ([file]) => file !== undefined && !['pending', 'running'].includes(file.proxy_status))
    t.match(file, { analysis: 'unsupported', proxy_status: 'none', proxies: [], previews: [] }, file!.filename)
  }
  const forced = await renderBytes(t, `ffconcat version 1.0\nfile '${canary}'\n`, {}, await analyseBytes(t, await makeByFfmpeg(t, 'film.mkv', tiny)))
  t.match(forced.result, { outcome: 'none' }, 'also where the analysis was deceived')
  t.equal(asked.requests.length, 0)
})

t.test('Without ffmpeg a film waits', needs.films, async (t) => {
  const bytes = await makeByFfmpeg(t, 'film.mkv', tiny)
  const found = await analyseBytes(t, bytes)
  setPath(t, await makeFolder(t))
  await t.rejects(renderBytes(t, bytes, {}, found), NoFfmpeg)
})

t.test('A work that is given up leaves nothing behind', needs.films, async (t) => {
  const begun = await makeFolder(t)
  await replaceFfmpeg(t, onlyProxies(`touch ${begun}/begun; exec sleep 600`))
  const stopping = new AbortController()
  const rendering = t.rejects(renderTiny(t, { signal: stopping.signal }))
  await eventually(() => readdir(begun), (names) => names.length > 0)
  stopping.abort()
  await rendering
})
