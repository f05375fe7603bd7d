import { runParts } from '../support/parts.js'

const parts = {
  latency: () => import('../changes/latency.js'),
  waiters: () => import('../changes/waiters.js'),
  pages: () => import('../changes/pages.js')
}

/**
 * Measures how soon followers get a change, what waiting costs, and how fast many changes are read.
 * @param {import('../support/options.js').Options} options
 */
export async function run (options) {
  await runParts(
    parts,
    { title: 'Changes', note: 'The service, its readers and whatever writes share the cores.' },
    options
  )
}
