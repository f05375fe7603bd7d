import { RunFailure, given } from '#proof/harness/failure.js'
import { assetCount, seededId } from '#proof/harness/seed.js'

const SAMPLE = 250
/** A prime far from any count in use: its multiples visit all rows before one repeats. */
const STRIDE = 611_953

/** @typedef {import('#proof/harness/seed.js').Layout} Layout */

/**
 * @typedef {object} Scenario
 * @property {string} name
 * @property {string} title
 * @property {'GET' | 'POST' | 'PUT'} method
 * @property {(layout: Layout, connection: number) => object[]} requests of one connection, sent repeatedly
 * @property {(body: any, layout: Layout) => boolean} isSane whether a parsed answer is right
 */

/** Each connection has rows of its own, if there are enough. */
const sample = (count, connection) =>
  Array.from({ length: SAMPLE }, (_, index) => spread(connection * SAMPLE + index, count))

/** The row of the index-th request. */
const spread = (index, count) => 1 + (index * STRIDE) % count

const assetPath = (number) => `/api/v2/assets/${seededId('asset', number)}`
const projectPath = (number) => `/api/v2/projects/${seededId('project', number)}/assets`

const NEW_ASSET = JSON.stringify({
  title: 'Interview',
  description: 'Second take, camera B',
  category: 'Rushes',
  tags: ['interview', 'camera B']
})

/** Counts over all rounds, so that every update changes the title. */
let titles = 0

/** @type {Scenario[]} */
export const scenarios = [
  {
    name: 'get',
    title: 'GET an asset',
    method: 'GET',
    requests: (layout, connection) =>
      sample(assetCount(layout), connection).map((number) => ({ path: assetPath(number) })),
    isSane: ({ asset }) => isAsset(asset)
  },
  {
    name: 'list',
    title: 'List a project',
    method: 'GET',
    requests: (layout, connection) =>
      sample(layout.projects, connection).map((number) => ({ path: projectPath(number) })),
    isSane: ({ assets, subprojects }, layout) =>
      assets?.length === layout.assetsPerProject && assets.every(isAsset) && subprojects?.length === 0
  },
  {
    name: 'create',
    title: 'Create an asset',
    method: 'POST',
    requests: () => [{ path: '/api/v2/assets', body: NEW_ASSET }],
    isSane: ({ asset }) => isAsset(asset) && asset.title === 'Interview' && asset.project_id === null
  },
  {
    name: 'update',
    title: 'Update a title',
    method: 'PUT',
    requests: (layout) => [{
      setupRequest: (request) => {
        const number = titles++
        return { ...request, path: assetPath(spread(number, assetCount(layout))), body: `{"title":"Title ${number}"}` }
      }
    }],
    isSane: ({ asset, errors }) =>
      isAsset(asset) && asset.title === `Title ${titles - 1}` && Object.keys(errors ?? { missing: true }).length === 0
  }
]

/** @param {string} name of one of them */
export function scenarioOf (name) {
  return given(scenarios.find((scenario) => scenario.name === name))
}

function isAsset (asset) {
  return typeof asset?.id === 'string' && Array.isArray(asset.tags) && asset.deleted === false &&
    asset.owner === 'admin@example.com'
}

/**
 * Sends one request of a scenario and checks the whole answer. Throws RunFailure if it is wrong.
 * @param {import('./processes.js').Server} server
 * @param {Scenario} scenario
 * @returns {Promise<any>} the parsed answer
 */
export async function checkOnce (server, scenario, layout, headers) {
  const [template] = scenario.requests(layout, 0)
  const { path, body } = template.setupRequest?.({}) ?? template
  const answer = await fetch(`${server.url}${path}`, { method: scenario.method, body, headers })
    .catch(({ cause, message }) => {
      throw new RunFailure(`${server.name}: ${scenario.method} ${path}: ${cause?.message ?? message}`)
    })
  const text = await answer.text()
  const parsed = parse(text)
  if (answer.status !== 200 || parsed === null || !scenario.isSane(parsed, layout)) {
    throw new RunFailure(`${server.name}: ${scenario.method} ${path} answered ${answer.status} ${text.slice(0, 300)}`)
  }
  return parsed
}

function parse (text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
