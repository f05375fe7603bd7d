import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { median } from '../support/pairs.js'
import { watchResident } from '../support/process-status.js'
import { figure, spreadOf } from '../support/report.js'
import { attach, curlRate, MEBIBYTE, newFileUrl, openMedia, ready, remove } from './setup.js'

/** One file at a time, by the service and by curl in turn. */
export async function run (databases, options) {
  const { mebibytes, rounds = 3 } = options
  const media = await openMedia(databases, 'ingest', options)
  // The receiving thread starts with the first file.
  await remove(media, await bringIn(media, 1).then(({ assetId }) => assetId))
  const watch = watchResident(media.server.pid)
  const measured = { service: [], curl: [] }
  for (let round = 1; round <= rounds; round++) {
    const path = join(media.folder, 'curl')
    measured.curl.push(await curlRate(newFileUrl(media, mebibytes * MEBIBYTE), path, mebibytes))
    rmSync(path)
    const { assetId, seconds } = await bringIn(media, mebibytes)
    measured.service.push(mebibytes / seconds)
    await remove(media, assetId)
    process.stderr.write(`ingest, round ${round} of ${rounds}: ${Math.round(measured.service.at(-1))} MiB/s, curl ${Math.round(measured.curl.at(-1))} MiB/s\n`)
  }
  const peak = watch.stop()
  await media.server.stop()
  await media.sender.stop()
  const ratios = measured.service.map((rate, round) => rate / measured.curl[round])
  return [
    ['ingest, MiB/s', figure(median(measured.service)), `curl -o: ${figure(median(measured.curl))}`, ''],
    ['ingest by curl -o (min–max)', spreadOf(median(ratios), ratios), '', '0.50 or more'],
    ['peak memory of the process, MiB', figure(peak), '', 'below 150']
  ]
}

async function bringIn (media, mebibytes) {
  const start = performance.now()
  const assetId = await attach(media, newFileUrl(media, mebibytes * MEBIBYTE))
  await ready(media, assetId)
  return { assetId, seconds: (performance.now() - start) / 1000 }
}
