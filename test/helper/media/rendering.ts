import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Test } from 'tap'
import { analyse } from '#src/media/analysis/inside/analyse.js'
import { render, type RenderOptions } from '#src/media/proxies/render.js'
import type { MadeProxy, Playback, ProxyKind, ProxyResult } from '#src/media/proxies/task.js'
import type { FileMetadata } from '#src/media/analysis/task.js'
import type { Client } from '../app.js'
import { addAsset } from '../items.js'
import { ffprobe } from './samples.js'
import { startFileSender } from './sender.js'
import { attach, readUntil, mediaOf } from './world.js'

export const picture = (seconds = 2, size = '320x180', rate = '25') => ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${rate}:d=${seconds}`]
export const tone = (seconds = 2, rate = 48_000) => ['-f', 'lavfi', '-i', `sine=frequency=440:d=${seconds}:r=${rate}`]
/** A film that is as small as can be. */
export const tiny = [...picture(0.2, '64x64'), '-c:v', 'mpeg4']
export const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']

/** The events of the analysis of a film or a picture, latest first. */
export const FROM_ANALYSIS =
  ['ASSET_FINISHED_ANALYSIS', 'ASSET_FINISHED_IMAGE_PREVIEW', 'ASSET_FINISHED_IMAGE_THUMBNAIL', 'ASSET_STARTED_ANALYSIS']

/** What the analysis finds. */
export interface Analysed {
  readonly metadata: FileMetadata
  readonly playback: Playback | undefined
}

export interface Rendered extends Analysed {
  readonly result: ProxyResult
  readonly made: Partial<Record<ProxyKind, MadeProxy & { readonly bytes: Buffer }>>
}

/** What the analysis finds in some bytes. It runs in this process and makes no previews. */
export async function analyseBytes (t: Test, bytes: Buffer | string): Promise<Analysed> {
  const folder = t.testdir()
  const path = join(folder, 'file')
  await writeFile(path, bytes)
  const previews = { thumbnail: join(folder, 'thumbnail'), preview: join(folder, 'preview') }
  const result = await analyse({
    path, previews, scratch: join(folder, 'scratch'), programs: { ffmpeg: null, ffprobe, pdftoppm: null, heifConvert: null }
  })
  if (result.outcome !== 'done') throw new Error(`It was to be analysed: ${JSON.stringify(result)}`)
  return { metadata: result.metadata, playback: result.playback }
}

/** The proxies that are made of some bytes, after their analysis unless that is known. Nothing must be left behind. */
export async function renderBytes (
  t: Test, bytes: Buffer | string, options: Partial<RenderOptions> = {}, known?: Analysed
): Promise<Rendered> {
  const { metadata, playback } = known ?? await analyseBytes(t, bytes)
  const folder = t.testdir()
  const path = join(folder, 'file')
  await writeFile(path, bytes)
  const temporary = join(folder, 'incoming')
  const { result, targets, discard } = await render(path, {
    fileId: 'f',
    metadata,
    playback: playback ?? null,
    folder: temporary,
    signal: new AbortController().signal,
    onProgress: () => {},
    ...options
  })
  const made: Rendered['made'] = {}
  if (result.outcome === 'done') {
    for (const proxy of result.proxies) made[proxy.kind] = { ...proxy, bytes: await readFile(targets[proxy.kind]) }
  }
  await discard()
  t.same(await readdir(temporary), [])
  return { metadata, playback, result, made }
}

interface Probed {
  readonly format: { readonly duration: string }
  readonly streams: ReadonlyArray<Readonly<Record<string, string | number>>>
}

/** What ffprobe reports about a film or a sound. */
export async function probe (t: Test, bytes: Buffer, ...more: string[]): Promise<Probed> {
  const path = join(t.testdir(), 'asked')
  await writeFile(path, bytes)
  const { stdout } = await promisify(execFile)(ffprobe!, ['-v', 'error', '-of', 'json', '-show_format', '-show_streams', ...more, path])
  return JSON.parse(stdout) as Probed
}

/** A folder that is not emptied when films are made, as `t.testdir()` is. */
export async function makeFolder (t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cutroom-'))
  t.teardown(() => rm(folder, { recursive: true }))
  return folder
}

/** Attaches a file to a new asset, and returns the id of the asset. */
export async function attachFilm (t: Test, admin: Client, bytes: Buffer | string, name = 'film.mkv'): Promise<string> {
  const { id } = await addAsset(admin)
  await attach(admin, id, (await startFileSender(t, { bytes: Buffer.from(bytes) })).url, name)
  return id
}

/** The file of an asset, when it does not wait for its proxies any more. */
export async function renderedFile (admin: Client, id: string) {
  const [file] = await readUntil(() => mediaOf(admin, id), ([file]) =>
    file !== undefined && !['pending', 'running'].includes(file.proxy_status))
  return file!
}
