import { readFile } from 'node:fs/promises'
import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { projectRoot } from '#proof/harness/folders.js'

/**
 * @typedef {object} FunctionTime
 * @property {string} name
 * @property {string} place its file and line
 * @property {number} own its share of the busy time, 0 to 1
 * @property {number} total the same with the functions that it calls
 */

/**
 * Reads a processor profile of V8: its functions, sorted by their own time, the largest first.
 * @param {string} file
 * @returns {Promise<FunctionTime[]>}
 */
export async function readProfile (file) {
  const { nodes, samples, timeDeltas } = JSON.parse(await readFile(file, 'utf8'))
  const timeOf = new Map()
  samples.forEach((id, index) => timeOf.set(id, (timeOf.get(id) ?? 0) + timeDeltas[index]))
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const isBusy = ({ callFrame: { functionName: name } }) => name !== '(idle)' && name !== '(root)'
  const busy = nodes.filter(isBusy).reduce((sum, { id }) => sum + (timeOf.get(id) ?? 0), 0)

  const functions = new Map()
  const visit = (node, callers) => {
    const key = keyOf(node)
    const entry = functions.get(key) ??
      { name: node.callFrame.functionName || '(anonymous)', place: placeOf(node), own: 0, total: 0 }
    functions.set(key, entry)
    const own = (timeOf.get(node.id) ?? 0) / busy
    entry.own += own
    const within = new Set(callers).add(key)
    let total = own
    for (const id of node.children ?? []) total += visit(byId.get(id), within)
    // Of a recursive function only the outermost call counts.
    if (!callers.has(key)) entry.total += total
    return total
  }
  visit(nodes[0], new Set())
  return [...functions.values()].filter(({ name }) => name !== '(idle)' && name !== '(root)').sort((a, b) =>
    b.own - a.own
  )
}

function keyOf ({ callFrame: { functionName, url, lineNumber, columnNumber } }) {
  return `${functionName} ${url}:${lineNumber}:${columnNumber}`
}

function placeOf ({ callFrame: { url, lineNumber } }) {
  if (url === '') return ''
  if (!url.startsWith('file:')) return `${url}:${lineNumber + 1}`
  const path = relative(projectRoot, fileURLToPath(url)).split(sep).join('/')
  return `${path.replace(/^.*node_modules\//, '')}:${lineNumber + 1}`
}
