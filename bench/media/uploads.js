import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { promisify } from 'node:util'
import { median } from '#proof/harness/figures.js'
import { call } from '../support/call.js'
import { figure, spreadOf } from '../support/report.js'
import { attach, MEBIBYTE, newFileUrl, openMedia, ready, remove } from './setup.js'

/** The size of a piece in tus. */
const PIECE_MEBIBYTES = 64
const start = promisify(execFile)

/** Measures one file at a time: by URL, by one PUT and in pieces by tus, in turn. */
export async function run (databases, options) {
  const { mebibytes, rounds = 3 } = options
  const media = await openMedia(databases, 'uploads')
  const path = join(media.folder, 'upload')
  await fill(path, mebibytes)
  await start('split', ['-b', `${PIECE_MEBIBYTES}M`, path, `${path}-`])
  const ways = { url: byUrl, put: byPut, tus: byTus }
  /** @type {Record<'url' | 'put' | 'tus', number[]>} */
  const measured = { url: [], put: [], tus: [] }
  for (let round = 0; round <= rounds; round++) {
    for (const [way, send] of Object.entries(ways)) {
      await renew(path)
      const begunAt = performance.now()
      const assetId = await send(media, path, mebibytes)
      await ready(media, assetId)
      const rate = mebibytes / ((performance.now() - begunAt) / 1000)
      // The first round only warms up.
      if (round > 0) measured[way].push(rate)
      await remove(media, assetId)
    }
    if (round > 0) process.stderr.write(`uploads, round ${round} of ${rounds}: ${Object.entries(measured).map(([way, rates]) => `${way} ${Math.round(rates.at(-1) ?? 0)}`).join(', ')} MiB/s\n`)
  }
  for (const each of [path, ...piecesOf(path)]) rmSync(each)
  await media.server.stop()
  await media.sender.stop()
  const byIngest = (rates) => {
    const ratios = rates.map((rate, round) => rate / (measured.url[round] ?? NaN))
    return spreadOf(median(ratios), ratios)
  }
  return [
    ['upload by PUT, MiB/s', figure(median(measured.put)), `ingest of the same: ${figure(median(measured.url))}`, ''],
    ['upload by PUT by the ingest (min–max)', byIngest(measured.put), '', '0.80 or more'],
    ['upload by tus, MiB/s', figure(median(measured.tus)), `pieces of ${PIECE_MEBIBYTES} MiB`, ''],
    ['upload by tus by the ingest (min–max)', byIngest(measured.tus), '', '0.80 or more']
  ]
}

async function byUrl (media, _path, mebibytes) {
  return attach(media, newFileUrl(media, mebibytes * MEBIBYTE))
}

async function byPut (media, path, mebibytes) {
  const { assetId, url } = await askForUrl(media, mebibytes)
  await curl('-T', path, url)
  return assetId
}

/** Uses one client and one connection for all pieces, as tus clients do: a piece does not include its start. */
async function byTus (media, path, mebibytes) {
  const { assetId, url } = await askForUrl(media, mebibytes)
  let offset = 0
  const requests = piecesOf(path).flatMap((piece, index) => {
    const headers = [
      'Expect:', 'Tus-Resumable: 1.0.0', `Upload-Offset: ${offset}`, 'Content-Type: application/offset+octet-stream'
    ].flatMap((header) => ['-H', header])
    offset += statSync(piece).size
    return [...index === 0 ? [] : ['--next'], '-sf', '-X', 'PATCH', ...headers, '-T', piece, url]
  })
  await start('curl', ['--fail-early', ...requests])
  return assetId
}

async function curl (...parameters) {
  await start('curl', ['-sf', '-H', 'Expect:', ...parameters])
}

async function askForUrl ({ server }, mebibytes) {
  const { asset } = await call(server, 'POST', 'assets', { title: 'Film' })
  const body = { filename: 'film.mp4', size: mebibytes * MEBIBYTE }
  const { upload } = await call(server, 'POST', `assets/${asset.id}/uploads`, body)
  return { assetId: asset.id, url: upload.url }
}

async function fill (path, mebibytes) {
  const file = await open(path, 'w')
  const block = randomBytes(MEBIBYTE)
  for (let written = 0; written < mebibytes; written++) await file.write(block)
  await file.close()
}

/** Splits a file into pieces, each a file too. */
function piecesOf (path) {
  return readdirSync(dirname(path)).filter((name) => name.startsWith(`${basename(path)}-`)).sort()
    .map((name) => join(dirname(path), name))
}

/** Makes another file of the same size: the same bytes would be stored only once. */
async function renew (path) {
  for (const each of [path, piecesOf(path)[0] ?? path]) {
    const file = await open(each, 'r+')
    await file.write(randomBytes(32), 0, 32, 0)
    await file.close()
  }
}
