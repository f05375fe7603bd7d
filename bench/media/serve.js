import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { given } from '#proof/harness/failure.js'
import { median } from '#proof/harness/figures.js'
import { figure, spreadOf } from '../support/report.js'
import { attach, curlRate, MEBIBYTE, newFileUrl, openMedia, ready, startScript } from './setup.js'

/** Measures the same file from the same folder, served by the service and by its library alone in turn. */
export async function run (databases, options) {
  const { mebibytes, rounds = 3 } = options
  const media = await openMedia(databases, 'serve')
  const file = await ready(media, await attach(media, newFileUrl(media, mebibytes * MEBIBYTE)))
  const objects = join(media.folder, 'objects')
  const bare = await startScript('library', 'bare-process.js', { FOLDER: objects })
  const path = readdirSync(objects, { recursive: true }).find((name) => name.includes('/'))
  /** @type {Record<'service' | 'library', number[]>} */
  const measured = { service: [], library: [] }
  for (let round = 0; round <= rounds; round++) {
    const library = await curlRate(`${bare.url}/${path}`, '/dev/null', mebibytes)
    const service = await curlRate(file.download_url, '/dev/null', mebibytes)
    // The first round only warms up.
    if (round === 0) continue
    measured.library.push(library)
    measured.service.push(service)
    process.stderr.write(`serve, round ${round} of ${rounds}: ${Math.round(service)} MiB/s, library ${Math.round(library)} MiB/s\n`)
  }
  for (const server of [media.server, media.sender, bare]) await server.stop()
  const ratios = measured.service.map((rate, round) => rate / given(measured.library[round]))
  return [
    ['serving, MiB/s', figure(median(measured.service)), `library alone: ${figure(median(measured.library))}`, ''],
    ['serving by the library alone (min–max)', spreadOf(median(ratios), ratios), '', '0.50 or more']
  ]
}
