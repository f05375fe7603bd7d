import { mkdtempSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { createWorld, dialects, httpDialects, inOneApp, type Client, type World } from '../app.js'
import { succeed } from '../items.js'
import { readUntil } from '#proof/harness/waiting.js'

export { readUntil }

/** A file of an asset, as the API shows it. */
export interface Shown {
  readonly id: string
  readonly filename: string
  readonly content_type: string | null
  readonly size: number | null
  readonly checksum: { readonly algorithm: string, readonly value: string } | null
  readonly status: string
  readonly progress: number
  readonly error: string | null
  readonly created_at: string
  readonly download_url: string | null
  readonly download_url_expires_at: string | null
  readonly analysis: string
  readonly previews: Array<{
    readonly kind: string
    readonly width: number
    readonly height: number
    readonly content_type: string
    readonly url: string
    readonly url_expires_at: string
  }>
  readonly proxies: Array<{
    readonly kind: string
    readonly width: number | null
    readonly height: number | null
    readonly duration: number | null
    readonly size: number
    readonly content_type: string
    readonly url: string
    readonly url_expires_at: string
  }>
  readonly proxy_status: string
  readonly proxy_progress: number | null
  readonly view_url: string | null
  readonly view_url_expires_at: string | null
}

/** A folder for the test. Tap removes it after the teardowns only if a teardown was added before it. */
function folderOf (t: Test): string {
  t.teardown(() => {})
  return t.testdir()
}

/**
 * The settings of a service with a media folder of the test's own, which retries quickly. It analyses no files unless
 * told, makes no proxies, and keeps no versions. The folder is removed when the service has ended.
 */
export function mediaSettings (t: Test, folder = folderOf(t)): Record<string, string> {
  return settingsWith(folder)
}

function settingsWith (folder: string): Record<string, string> {
  return {
    JOBS: 'on',
    MEDIA_DIR: folder,
    MEDIA_RETRY_DELAYS: '0.02,0.02,0.02',
    MEDIA_TIMEOUT: '300',
    MEDIA_ANALYSIS_PARALLEL: '0',
    MEDIA_PROXIES: 'off',
    MEDIA_VERSIONS: '0'
  }
}

let folderOfProcess: string | undefined

/** Such settings of a service that the files of a process share, and that analyses files. Its folder is temporary. */
export function sharedMedia (): Record<string, string> {
  folderOfProcess ??= mkdtempSync(join(tmpdir(), 'cutroom-media-'))
  return { ...settingsWith(folderOfProcess), MEDIA_ANALYSIS_PARALLEL: '1' }
}

/** As `inOneApp`, for tests about files: the service runs its jobs, and has a media folder for each database. */
export function inOneAppWithMedia (
  on: Parameters<typeof inOneApp>[0] = dialects,
  environment: Record<string, string> = {},
  options?: Parameters<typeof inOneApp>[2]
) {
  return inOneApp(on, () => {
    const folder = mkdtempSync(join(tmpdir(), 'cutroom-media-'))
    t.teardown(() => rm(folder, { recursive: true, force: true }))
    return { ...mediaSettings(t, folder), ...environment }
  }, options)
}

type OnWithMedia = NonNullable<Parameters<typeof createWorld>[3]> & {
  readonly skip?: string | false
  readonly on?: typeof httpDialects
}

/** Declares a test about files on both databases, with a service of its own that runs its jobs. */
export function onBothWithMedia (
  promise: string,
  check: (t: Test, world: World) => Promise<void>,
  environment: Record<string, string> = {},
  { skip = false, on = dialects, ...options }: OnWithMedia = {}
): void {
  for (const dialect of on) {
    t.test(`${promise} (${dialect})`, { skip }, async (t) => {
      await check(t, await createWorld(t, dialect, { ...mediaSettings(t), ...environment }, options))
    })
  }
}

/** Declares a test about files in which no SQL matters, with a service of its own that runs its jobs. */
export function onOneWithMedia (...[promise, check, environment, options]: Parameters<typeof onBothWithMedia>): void {
  onBothWithMedia(promise, check, environment, { ...options, on: httpDialects })
}

export async function attach (client: Client, assetId: string, fileUrl: string, filename = 'file.bin'): Promise<void> {
  await succeed(client.post(`assets/${assetId}/media`, { file_url: fileUrl, filename }))
}

export async function mediaOf (client: Client, assetId: string): Promise<Shown[]> {
  return (await succeed(client.get(`assets/${assetId}/media`))).media
}

/** The files of an asset, when each of them is ready or has failed. */
export async function settledMedia (client: Client, assetId: string): Promise<Shown[]> {
  return readUntil(
    () => mediaOf(client, assetId),
    (media) => media.length > 0 && media.every(({ status }) => status === 'ready' || status === 'failed')
  )
}

/** Attaches a file, and returns it when it is ready. */
export async function attachReady (
  client: Client, assetId: string, fileUrl: string, filename?: string
): Promise<Shown> {
  await attach(client, assetId, fileUrl, filename)
  const file = (await settledMedia(client, assetId)).at(-1)!
  if (file.status !== 'ready') throw new Error(`A ready file was expected, not ${JSON.stringify(file)}`)
  return file
}

/** The files of an asset, when none of them is being analysed any more. */
export async function analysedMedia (client: Client, assetId: string): Promise<Shown[]> {
  return readUntil(() => mediaOf(client, assetId), (media) =>
    media.length > 0 && media.every(({ analysis }) => analysis !== 'pending' && analysis !== 'running'))
}

/** The path and query of a URL, for a request to the app itself. */
export function pathOf (url: string | null): string {
  const { pathname, search } = new URL(url!)
  return pathname + search
}

/** The stored files and the temporary ones. */
export async function filesIn ({ config }: World): Promise<{ objects: string[], incoming: string[] }> {
  const list = (name: string) => readdir(join(config.MEDIA_DIR, name), { recursive: true }).catch(() => [])
  return { objects: (await list('objects')).filter((name) => name.includes('-')), incoming: await list('incoming') }
}
