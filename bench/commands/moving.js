import { runParts } from '../support/parts.js'

const parts = {
  import: () => import('../moving/import.js'),
  export: () => import('../moving/export.js')
}

/**
 * Measures how fast imports and exports are, and how much they delay other requests.
 * @param {import('../support/options.js').Options} options
 */
export async function run (options) {
  await runParts(
    parts,
    { title: 'Moving in and out', note: 'The service and whatever asks it share the cores.' },
    options
  )
}
