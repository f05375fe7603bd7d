import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { lookInto } from '#src/media/analysis/look-into.js'
import { makeByFfmpeg, needs } from '../helper/media/samples.js'
import { analyseBytes, h264, makeFolder, probe, renderBytes } from '../helper/media/rendering.js'
import { frameOf, INTERLACED, isWhole, makeRed, middleOf, staysRed } from '../helper/media/screens.js'

t.test('Red of a film in PQ stays red on usual screens', needs.films, async (t) => staysRed(t, 'smpte2084'))

t.test('Red of a film in HLG stays red on usual screens', needs.films, async (t) => staysRed(t, 'arib-std-b67'))

t.test('A film of 8 bits for other screens gets a proxy, too', needs.films, async (t) => {
  const film = await makeByFfmpeg(t, 'film.mp4', ['-f', 'lavfi', '-i', 'color=red:s=192x108:r=25:d=0.2', ...h264,
    '-color_primaries', 'bt2020', '-color_trc', 'arib-std-b67', '-colorspace', 'bt2020nc', '-movflags', '+faststart'])
  t.equal((await analyseBytes(t, film)).playback, 'shown')
})

t.test('Where ffmpeg cannot map colours, a film in HLG has its proxies and previews all the same, which do not claim BT.709', needs.films, async (t) => {
  const folder = await makeFolder(t)
  await writeFile(join(folder, 'ffmpeg'), `#!/bin/sh
case "$*" in *zscale*) echo "[AVFilterGraph @ 0x1] No such filter: 'zscale'" >&2; exit 1;; esac
exec /usr/bin/ffmpeg "$@"
`)
  await chmod(join(folder, 'ffmpeg'), 0o755)
  const film = await makeRed(t, 'arib-std-b67')
  const path = process.env.PATH!
  process.env.PATH = `${folder}:${path}`
  t.teardown(() => { process.env.PATH = path })
  const { result, made: { mp4, filmstrip } } = await renderBytes(t, film)
  t.match(result, { outcome: 'done', isUnmapped: true })
  t.ok(filmstrip)
  t.match((await probe(t, mp4!.bytes)).streams, [{ pix_fmt: 'yuv420p', color_space: 'bt2020nc', color_transfer: 'arib-std-b67' }])
  const at = t.testdir({ film })
  const insight = await lookInto(join(at, 'film'), 'f', at, new AbortController().signal)
  await insight.discard()
  t.match(insight.result, { outcome: 'done', isUnmapped: true, previews: [{ kind: 'preview' }, { kind: 'thumbnail' }] })
})

t.test('Films of television before HD have their colours', needs.films, async (t) => {
  for (const options of [['-colorspace', 'bt470bg'], []]) {
    const film = await makeByFfmpeg(t, 'film.mkv', ['-f', 'lavfi', '-i', 'color=red:s=192x108:r=25:d=0.2', '-vf', 'scale=out_color_matrix=bt601', ...h264, ...options])
    const { made: { mp4 } } = await renderBytes(t, film)
    t.match((await probe(t, mp4!.bytes)).streams, [{ color_space: 'bt709' }])
    const [red, green, blue] = await middleOf(await frameOf(t, mp4!.bytes))
    t.ok(red! > 245 && green! < 10 && blue! < 10, `${red}, ${green}, ${blue}`)
  }
})

for (const kind of INTERLACED) {
  t.test(`An interlaced film gets a proxy of whole pictures: ${kind[0]}`, needs.films, async (t) => isWhole(t, kind))
}
