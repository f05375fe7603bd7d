import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { given } from '#proof/harness/failure.js'
import { median } from '#proof/harness/figures.js'
import { watchResident } from '#proof/harness/process-status.js'
import { figure, spreadOf } from '../support/report.js'
import { attach, curlRate, curlRateWhole, MEBIBYTE, newFileUrl, openMedia, ready, remove } from './setup.js'

/** Measures ingests of one file at a time, by the service and by curl in turn. */
export async function run (databases, options) {
  const { mebibytes, rounds = 3 } = options
  const media = await openMedia(databases, 'ingest')
  const watch = watchResident(media.server.pid)
  // The receiving thread starts with the first file.
  await remove(media, await bringIn(media, 1).then(({ assetId }) => assetId))
  const peakOfStart = watch.stop()
  const watchLarge = watchResident(media.server.pid)
  /** @type {Record<'service' | 'curl' | 'whole', number[]>} */
  const measured = { service: [], curl: [], whole: [] }
  for (let round = 1; round <= rounds; round++) {
    const path = join(media.folder, 'curl')
    measured.curl.push(await curlRate(newFileUrl(media, mebibytes * MEBIBYTE), path, mebibytes))
    measured.whole.push(await curlRateWhole(newFileUrl(media, mebibytes * MEBIBYTE), path, mebibytes))
    rmSync(path)
    const { assetId, seconds } = await bringIn(media, mebibytes)
    measured.service.push(mebibytes / seconds)
    await remove(media, assetId)
    process.stderr.write(`ingest, round ${round} of ${rounds}: ${Math.round(given(measured.service.at(-1)))} MiB/s, curl ${Math.round(given(measured.curl.at(-1)))} MiB/s, with sync and sha256sum ${Math.round(given(measured.whole.at(-1)))} MiB/s\n`)
  }
  const peak = watchLarge.stop()
  await media.server.stop()
  await media.sender.stop()
  const by = (others) => measured.service.map((rate, round) => rate / others[round])
  return [
    ['ingest, MiB/s', figure(median(measured.service)),
      `curl -o: ${figure(median(measured.curl))}; and sync, sha256sum: ${figure(median(measured.whole))}`, ''],
    ['ingest by curl -o (min–max)', spread(by(measured.curl)), '', '0.50 or more'],
    ['ingest by curl -o, sync and sha256sum (min–max)', spread(by(measured.whole)), '', ''],
    ['peak memory of the process, MiB', figure(peak), `as the first file comes: ${figure(peakOfStart)}`, 'below 200']
  ]
}

const spread = (ratios) => spreadOf(median(ratios), ratios)

async function bringIn (media, mebibytes) {
  const start = performance.now()
  const assetId = await attach(media, newFileUrl(media, mebibytes * MEBIBYTE))
  await ready(media, assetId)
  return { assetId, seconds: (performance.now() - start) / 1000 }
}
