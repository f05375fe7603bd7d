import { runParts } from '../support/parts.js'

const parts = {
  latency: () => import('../changes/latency.js'),
  waiters: () => import('../changes/waiters.js'),
  pages: () => import('../changes/pages.js')
}

/**
 * How soon a change is with who follows, what it costs to wait, and how fast much is read.
 * @param {import('../support/options.js').Options} options
 */
export async function run (options) {
  await runParts(
    parts,
    { title: 'Changes', note: 'The service, its readers and whatever writes share the cores.' },
    options
  )
}
