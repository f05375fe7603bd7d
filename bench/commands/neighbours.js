import { runParts } from '../support/parts.js'

const parts = {
  streams: () => import('../neighbours/streams.js'),
  searches: () => import('../neighbours/searches.js'),
  moving: () => import('../neighbours/moving.js')
}

/**
 * Measures how long one user waits while another asks for as much as possible.
 * @param {import('../support/options.js').Options} options
 */
export async function run (options) {
  await runParts(
    parts,
    { title: 'Neighbours', note: 'The service, the one who asks for much and the neighbour share the cores.' },
    options
  )
}
