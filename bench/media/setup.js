import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { call } from '../support/call.js'
import { ensure } from '#proof/harness/failure.js'
import { makeFolderOnDisk, projectRoot } from '#proof/harness/folders.js'
import { startServer } from '../support/processes.js'
import { createMigrated, startService } from '../support/servers.js'

/** Often enough for files that take seconds, and rare enough not to be a load itself. */
const POLL_MS = 100
const run = promisify(execFile)
export const MEBIBYTE = 1024 ** 2

/** Starts a service with a media folder on the disk of the checkout, and a sender beside it. */
export async function openMedia (databases, name, settings = {}) {
  const database = await createMigrated(databases, name)
  const folder = makeFolderOnDisk()
  const server = await startService(database, { settings: { MEDIA_DIR: folder, ...settings } })
  const sender = await startScript('sender', 'sender-process.js', {})
  return { database, folder, server, sender }
}

export function startScript (name, script, environment) {
  return startServer({
    name,
    path: join(projectRoot, 'bench/media', script),
    environment: { ...process.env, ...environment },
    ready: /listening on (http:\S+)/
  })
}

/** The URL of a new file of the sender. */
export function newFileUrl ({ sender }, bytes) {
  return `${sender.url}/${randomUUID()}/${bytes}`
}

/** Creates an asset and attaches a file to it. Returns the asset's id. */
export async function attach ({ server }, fileUrl) {
  const { asset } = await call(server, 'POST', 'assets', { title: 'Film' })
  await call(server, 'POST', `assets/${asset.id}/media`, { file_url: fileUrl, filename: 'film.mp4' })
  return asset.id
}

/** The file of an asset, when it is ready. Throws RunFailure if it has failed. */
export async function ready ({ server }, assetId) {
  while (true) {
    const { media: [file] } = await call(server, 'GET', `assets/${assetId}/media`)
    ensure(file.status !== 'failed', `an ingest failed: ${file.error}`)
    if (file.status === 'ready') return file
    await delay(POLL_MS)
  }
}

export async function remove ({ server }, assetId) {
  await call(server, 'DELETE', `assets/${assetId}`)
}

/** The rate of a transfer by curl, in MiB/s. */
export function curlRate (url, path, mebibytes) {
  return rateOf(mebibytes, () => curl(url, path))
}

/** The same with everything that the service does: the bytes synced to disk, and their SHA-256 computed. */
export function curlRateWhole (url, path, mebibytes) {
  return rateOf(mebibytes, async () => {
    await curl(url, path)
    await run('sync', [path])
    await run('sha256sum', [path])
  })
}

export async function curl (url, path) {
  await run('curl', ['--silent', '--fail', '--output', path, url])
}

async function rateOf (mebibytes, transfer) {
  const start = performance.now()
  await transfer()
  return mebibytes * 1000 / (performance.now() - start)
}
