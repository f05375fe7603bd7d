import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { NoFfmpeg } from '#src/media/proxies/render.js'
import { makeByFfmpeg, makeFilm, needs } from '../analysis/samples.js'
import { h264, picture, probe, renderBytes, tone } from './rendering.js'

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

t.test('Films that claim hours in some kilobytes are done soon', needs.films, async (t) => {
  const film = await makeByFfmpeg(t, 'long.mkv', [...picture(0.2, '64x64'), '-vf', 'setpts=N*2500/TB', '-fps_mode', 'vfr', '-c:v', 'mpeg4'])
  t.ok(film.length < 40_000)
  const { metadata, made: { mp4, filmstrip } } = await renderBytes(t, film)
  t.ok(metadata.duration! >= 10_000, `${metadata.duration} seconds`)
  t.ok(Math.abs(mp4!.duration! - metadata.duration!) < 0.1, `${mp4!.duration} and ${metadata.duration} seconds`)
  t.ok(filmstrip!.tiles!.count <= 100)
})

t.test('Broken ends, no pictures, many tracks and subtitles are coped with', needs.films, async (t) => {
  const whole = await makeByFfmpeg(t, 'film.mkv', [...picture(4), ...tone(4), '-c:v', 'mpeg4', '-c:a', 'pcm_s16le'])
  const { made: { mp4 } } = await renderBytes(t, whole.subarray(0, whole.length / 2))
  t.ok(mp4!.duration! > 1 && mp4!.duration! < 3, 'what is there plays')
  const tracks = Array.from({ length: 32 }, () => ['-map', '1:a']).flat()
  const many = await makeByFfmpeg(t, 'many.mxf', [...picture(1, '720x576'), ...tone(1), '-map', '0:v', ...tracks, '-c:v', 'mpeg2video', '-c:a', 'pcm_s16le'])
  t.match((await probe(t, (await renderBytes(t, many)).made.mp4!.bytes)).streams, [{ codec_type: 'video' }, { channels: 2 }])
  const text = join(await makeFolder(t), 'words.srt')
  await writeFile(text, '1\n00:00:00,000 --> 00:00:01,000\nHello\n')
  const spoken = await makeByFfmpeg(t, 'spoken.mkv', [...picture(1), '-i', text, '-c:v', 'mpeg4', '-c:s', 'srt', '-attach', text, '-metadata:s:t', 'mimetype=text/plain'])
  t.equal((await probe(t, (await renderBytes(t, spoken)).made.mp4!.bytes)).streams.length, 1)
})

t.test('A film whose sound cannot be decoded plays without it', needs.films, async (t) => {
  const film = await makeByFfmpeg(t, 'film.avi', [...picture(1), ...tone(1), '-c:v', 'mpeg4', '-c:a', 'libmp3lame'])
  const format = film.indexOf(Buffer.from([0x55, 0]), film.indexOf('auds') + 60)
  film.writeUInt16LE(0x7777, format)
  const { made } = await renderBytes(t, film)
  t.match((await probe(t, made.mp4!.bytes)).streams, [{ codec_name: 'h264' }])
  t.equal(made.waveform, undefined)
})

t.test('Large pictures are made small', needs.films, async (t) => {
  const { made: { mp4 } } = await renderBytes(t, await makeByFfmpeg(t, 'large.avi', [...picture(0.08, '8192x4320'), '-c:v', 'mjpeg']))
  t.match(mp4, { width: 1280, height: 676 })
})

t.test('ffmpeg that hangs is killed, and that is the file’s end', needs.films, async (t) => {
  await replaceFfmpeg(t, onlyProxies('exec sleep 600'))
  const { result } = await renderBytes(t, await makeFilm(t), { silentMs: 1000 })
  t.match(result, { outcome: 'failed', error: 'ffmpeg hangs' })
})

t.test('ffmpeg that takes all of a processor ends at its limit', needs.films, async (t) => {
  await replaceFfmpeg(t, onlyProxies('ulimit -S -t 1; while :; do :; done'))
  t.match((await renderBytes(t, await makeFilm(t))).result, { outcome: 'failed', error: 'It takes too long' })
})

t.test('ffmpeg that is killed, or has no room, is not the file’s fault', needs.films, async (t) => {
  for (const script of ['kill -9 $$', 'kill -15 $$', 'echo "No space left on device" >&2; exit 1', 'exit 255']) {
    await t.test(script, async (t) => {
      await replaceFfmpeg(t, onlyProxies(script))
      await t.rejects(renderBytes(t, await makeFilm(t)), /ffmpeg ended with/)
    })
  }
})

t.test('Without ffmpeg a film waits', needs.films, async (t) => {
  const film = await makeByFfmpeg(t, 'film.mp4', [...picture(1), ...h264])
  setPath(t, t.testdir())
  await t.rejects(renderBytes(t, film), NoFfmpeg)
})

t.test('A work that is given up leaves nothing behind', needs.films, async (t) => {
  await replaceFfmpeg(t, onlyProxies('exec sleep 600'))
  const stopping = new AbortController()
  const film = await makeFilm(t)
  setTimeout(() => stopping.abort(), 3000)
  await t.rejects(renderBytes(t, film, { signal: stopping.signal }))
})
