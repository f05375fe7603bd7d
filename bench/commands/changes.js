import { runParts } from '../support/parts.js'

const parts = {
  pages: () => import('../changes/pages.js')
}

/**
 * Measures how fast many changes are read.
 * @param {import('../support/options.js').Options} options
 */
export async function run (options) {
  await runParts(
    parts,
    { title: 'Changes', note: 'The service, its readers and whatever writes share the cores.' },
    options
  )
}
