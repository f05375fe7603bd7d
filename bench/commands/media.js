import { existsSync } from 'node:fs'
import { ensure } from '#proof/harness/failure.js'
import { runParts } from '../support/parts.js'

const parts = {
  ingest: () => import('../media/ingest.js'),
  serve: () => import('../media/serve.js'),
  uploads: () => import('../media/uploads.js')
}

/**
 * Measures how fast files are fetched, received and served.
 * @param {import('../support/options.js').Options} options
 */
export async function run (options) {
  ensure(existsSync('/proc/self/status'), 'media reads /proc, which is not here')
  await runParts(parts, {
    title: `Files of ${options.mebibytes} MiB`,
    note:
      'The service, the sender and whatever asks it for something share the cores. Rates are medians of interleaved rounds. The service hashes what it receives and syncs it to disk; curl alone does neither.'
  }, options)
}
