import { chmod, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { NoFfmpeg } from '#src/media/proxies/render.js'
import { createWorld, type Client } from '../../helper/app.js'
import { eventsOf, historyOf } from '../../helper/items.js'
import { ffprobe, makeByFfmpeg, needs } from '../../helper/media/samples.js'
import { analysedMedia, readUntil, filesIn, mediaOf, mediaSettings, onBothWithMedia } from '../../helper/media/world.js'
import { analyseBytes, attachFilm, makeFolder, picture, renderBytes, renderedFile, tiny, type Analysed } from '../../helper/media/rendering.js'

const on = { MEDIA_ANALYSIS_PARALLEL: '1', MEDIA_PROXIES: 'on' }

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

/** Replaces only the making of proxies. The calls of the analysis go to the real program. */
const onlyProxies = (script: string) => `#!/bin/sh
case "$*" in *-progress*) ${script};; esac
exec /usr/bin/ffmpeg "$@"
`

let known: Analysed | undefined

/** Renders a tiny film, which is analysed only once. */
async function renderTiny (t: Test, options: Parameters<typeof renderBytes>[2] = {}) {
  const bytes = await makeByFfmpeg(t, 'film.mkv', tiny)
  known ??= await analyseBytes(t, bytes)
  return renderBytes(t, bytes, options, known)
}

t.test('An ffmpeg that hangs is killed, and the rendering fails', needs.films, async (t) => {
  await replaceFfmpeg(t, onlyProxies('exec sleep 600'))
  const { result } = await renderTiny(t, { silentMs: 1000 })
  t.match(result, { outcome: 'failed', error: 'ffmpeg hangs' })
})

t.test('An ffmpeg that uses too much processor time is ended at its limit', needs.films, async (t) => {
  await replaceFfmpeg(t, onlyProxies('ulimit -S -t 1; while :; do :; done'))
  t.match((await renderTiny(t)).result, { outcome: 'failed', error: 'It takes too long' })
})

t.test('An ffmpeg that is killed or has no room does not count as a failure of the file', needs.films, async (t) => {
  for (const script of ['kill -9 $$', 'kill -15 $$', 'echo "No space left on device" >&2; exit 1', 'exit 255']) {
    await t.test(script, async (t) => {
      await replaceFfmpeg(t, onlyProxies(script))
      await t.rejects(renderTiny(t), /ffmpeg ended with/)
    })
  }
})

t.test('A film whose ffmpeg is killed or missing is rendered later, with each event once, and fails after the last attempt', needs.films, async (t) => {
  const { admin, ...world } = await createWorld(t, 'sqlite', { ...mediaSettings(t), ...on })
  const usualPath = process.env.PATH!
  const send = async (bytes: Buffer) => {
    const id = await attachFilm(t, admin, bytes)
    return { id, file: await renderedFile(admin, id) }
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

  // While ffmpeg is missing, a film waits.
  await replaceFfmpeg(t, onlyProxies('rm "$0"; kill -9 $$'))
  const [folder] = process.env.PATH!.split(':')
  await symlink(ffprobe!, join(folder!, 'ffprobe'))
  setPath(t, folder!)
  const late = await attachFilm(t, admin, Buffer.concat([bytes, Buffer.from([0, 0])]))
  await readUntil(() => readdir(folder!), (names) => names.join() === 'ffprobe')
  t.match(await mediaOf(admin, late), [{ proxies: [] }])
  setPath(t, usualPath)
  t.match(await renderedFile(admin, late), { proxy_status: 'done', proxies: [{ kind: 'mp4' }] })
})

t.test('Rendering without ffmpeg is rejected with NoFfmpeg', needs.films, async (t) => {
  const bytes = await makeByFfmpeg(t, 'film.mkv', tiny)
  const found = await analyseBytes(t, bytes)
  setPath(t, await makeFolder(t))
  await t.rejects(renderBytes(t, bytes, {}, found), NoFfmpeg)
})

t.test('An aborted rendering leaves nothing behind', needs.films, async (t) => {
  const begun = await makeFolder(t)
  await replaceFfmpeg(t, onlyProxies(`touch ${begun}/begun; exec sleep 600`))
  const stopping = new AbortController()
  const rendering = t.rejects(renderTiny(t, { signal: stopping.signal }))
  await readUntil(() => readdir(begun), (names) => names.length > 0)
  stopping.abort()
  await rendering
})

onBothWithMedia('A film waits for at most one film of another account, and a short film for none', async (t, { admin, addStranger }) => {
  const folder = await makeFolder(t)
  const [order, hold] = [join(folder, 'order'), join(folder, 'hold')]
  await writeFile(hold, '')
  // Writes down how large the film is, by which it is known here, waits until it may go on, and refuses the film.
  await replaceFfmpeg(t, onlyProxies(`
    for each; do if test -f "\${each#file:}"; then wc -c < "\${each#file:}" >> ${order}; break; fi; done
    while test -e ${hold}; do sleep 0.2; done
    exit 1`))
  const film = await makeByFfmpeg(t, 'film.mkv', [...picture(61, '64x36', '1'), '-c:v', 'mpeg4'])
  const short = await makeByFfmpeg(t, 'film.mkv', tiny)
  const sized = (more: number) => Buffer.concat([film, Buffer.alloc(more)])
  const send = async (client: Client, bytes: Buffer) => {
    const id = await attachFilm(t, client, bytes)
    await analysedMedia(client, id)
    return () => renderedFile(client, id)
  }
  const { client } = await addStranger()
  const waiting = []
  for (let more = 0; more < 2; more++) waiting.push(await send(admin, sized(more)))
  waiting.push(await send(client, sized(9)), await send(client, short))
  const begun = async () => (await readFile(order, 'utf8')).trim().split(/\s+/).map((size) => Number(size) - film.length)
  await readUntil(begun, ({ length }) => length === 2)
  t.strictSame(await begun(), [0, short.length - film.length], 'the short one waits for none')
  await rm(hold)
  for (const rendered of waiting) t.match(await rendered(), { proxy_status: 'failed' })
  t.equal((await begun())[2], 9, 'the long one of the other account is next')
}, { ...on, MEDIA_ANALYSIS_PARALLEL: '4' }, needs.films)
