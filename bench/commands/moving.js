import { runParts } from '../support/parts.js'

const parts = {
  import: () => import('../moving/import.js'),
  export: () => import('../moving/export.js')
}

/**
 * How fast files come in and exports go out, and what that costs everything else.
 * @param {import('../support/options.js').Options} options
 */
export async function run (options) {
  await runParts(
    parts,
    { title: 'Moving in and out', note: 'The service and whatever asks it share the cores.' },
    options
  )
}
