/** Values of a parameter that take the longest within 1 MiB: at the bound, and above it. */
const MANY = 49_900
const worst = [
  `[${Array(MANY).fill('1234567890123456789').join()}]`,
  `[${Array(MANY).fill('{}').join()}]`,
  `[${Array.from({ length: MANY / 2 }, (_, index) => `{"key ${index}":{}}`).join()}]`,
  `[${Array(Math.floor(MANY / 31)).fill('['.repeat(30) + ']'.repeat(30)).join()}]`,
  `"${'x'.repeat(1_000_000)}"`,
  `["${'\\u0001'.repeat(165_000)}"]`,
  `{${Array.from({ length: MANY }, (_, index) => `"${index}":{}`).join()}}`,
  `[${Array(500_000).fill('1').join()}]`,
  '['.repeat(500_000) + ']'.repeat(500_000)
]

/**
 * @typedef {object} Operation a request of the API document
 * @property {string} method
 * @property {string} path with `{names}`
 * @property {string | undefined} parameter the first parameter of the body
 * @property {string[]} query the names of the query's parameters
 */

/**
 * All operations of the API document.
 * @returns {Promise<Operation[]>}
 */
export async function readOperations (url) {
  const document = /** @type {any} */ (await (await fetch(`${url}/openapi.json`)).json())
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).filter(([method]) => ['get', 'post', 'put', 'delete'].includes(method)).map(
      ([method, { parameters = [], requestBody }]) => {
        const schema = requestBody?.content?.['application/json']?.schema
        const { properties = {} } = schema?.$ref === undefined
          ? schema ?? {}
          : document.components.schemas[schema.$ref.split('/').at(-1)]
        return {
          method: method.toUpperCase(),
          path,
          parameter: Object.keys(properties)[0],
          query: parameters.filter((one) => one.in === 'query').map(({ name }) => name)
        }
      }))
}

/**
 * The worst request to an operation, in turn: bodies of a megabyte, the largest page, or the longest text of a
 * parameter.
 * @param {Operation} operation
 * @param {Record<string, string>} ids by the names in paths
 * @param {number} turn
 */
export function worstOf ({ method, path, parameter, query }, ids, turn) {
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name) => ids[name] ?? '1')
  if (parameter !== undefined) {
    return { method, path: url, body: `{${JSON.stringify(parameter)}:${worst[turn % worst.length]}}` }
  }
  if (method !== 'GET' || query.length === 0) return { method, path: url }
  const name = query[turn % query.length]
  const value = name === 'limit' ? '1000' : name === 'wait' ? '0' : 'x'.repeat(turn % 2 === 0 ? 1000 : 10_000)
  return { method, path: `${url}?${name}=${value}` }
}
