import { assetCount, seededId } from '#proof/harness/seed.js'

/**
 * @typedef {object} Measured a kind of request that is measured
 * @property {string} name
 * @property {'GET' | 'POST' | 'PUT'} method
 * @property {(layout: import('#proof/harness/seed.js').Layout, turn: number) => string} path
 * @property {(turn: number) => object} [body]
 * @property {boolean} [countsHits] whether its cost grows with the hits, up to 10,000
 */

/**
 * @param {import('#proof/harness/random.js').Random} random
 * @returns {Measured[]}
 */
export function requestsOf (random) {
  const asset = (layout) => seededId('asset', 1 + random.below(assetCount(layout)))
  const project = (layout) => seededId('project', 1 + random.below(layout.projects))
  const search = (name, query) => ({ name, method: /** @type {const} */ ('GET'), path: () => `search?limit=50&${query}` })
  return [
    { name: 'get an asset', method: 'GET', path: (layout) => `assets/${asset(layout)}` },
    { name: 'list a project', method: 'GET', path: (layout) => `projects/${project(layout)}/assets` },
    { name: 'history of an asset', method: 'GET', path: (layout) => `assets/${asset(layout)}/history` },
    { name: 'path of a project', method: 'GET', path: (layout) => `projects/${project(layout)}/path` },
    { name: 'a page of projects', method: 'GET', path: () => 'projects?limit=100' },
    { name: 'the first changes', method: 'GET', path: () => 'changes?limit=100' },
    { name: 'the newest change', method: 'GET', path: () => 'changes?since=now' },
    { name: 'a page of webhooks', method: 'GET', path: () => 'admin/webhooks?limit=1' },
    search('search: the newest', ''),
    search('search: a word', 'q=interview'),
    search('search: a word and filters', 'q=camera&tag=interview&status=open&type=asset'),
    { name: 'search: within a project', method: 'GET', path: (layout) => `search?limit=50&q=camera&within=${project(layout)}` },
    { ...search('search: by relevance', 'q=interview&sort=relevance'), countsHits: true },
    {
      ...search('search: facets and total', 'q=interview&facets=category&facets=tag&total=true'),
      countsHits: true
    },
    { name: 'create', method: 'POST', path: () => 'assets', body: (turn) => ({ title: `New ${turn}` }) },
    {
      name: 'update',
      method: 'PUT',
      path: (layout) => `assets/${asset(layout)}`,
      body: (turn) => ({ title: `Title ${turn} ${random.below(2 ** 30)}` })
    },
    {
      name: 'assign',
      method: 'POST',
      path: (layout) => `assets/${asset(layout)}/assign`,
      body: () => ({ to_project_id: seededId('project', 1 + random.below(10)) })
    },
    { name: 'trash an asset', method: 'POST', path: (_layout, turn) => `assets/${seededId('asset', 1 + turn)}/trash_bin` },
    { name: 'restore it', method: 'POST', path: (_layout, turn) => `assets/${seededId('asset', 1 + turn)}/restore` },
    {
      name: 'bulk of ten creates',
      method: 'POST',
      path: () => 'bulk',
      body: (turn) => ({
        operations: Array.from({ length: 10 }, (_, index) =>
          ({ method: 'POST', path: '/api/v2/assets', body: { title: `Bulk ${turn} ${index}` } }))
      })
    }
  ]
}
