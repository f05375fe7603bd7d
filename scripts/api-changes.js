// Compares the API document with that of the last release, released/openapi.json.br: within a major nothing is removed,
// and nothing becomes narrower. `node scripts/api-changes.js` prints what does, and fails.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { major } from 'semver'
import { createComparison, resolve } from './api-schemas.js'
import { root } from './sources.js'

const file = 'released/openapi.json.br'
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/**
 * What a caller, or a receiver of webhooks, may miss in a document that had it in the one before.
 * @param {any} before
 * @param {any} after
 * @returns {string[]} a sentence for each
 */
export function findApiChanges (before, after) {
  const compare = createComparison(before, after)
  const ofCalls = pairsOf(before.paths, after.paths).flatMap(({ where, old, present }) =>
    present === undefined ? [`${where} is gone`] : compareOperations({ where, old, present }))
  // What the service sends to webhooks is an answer to those who read it.
  const ofWebhooks = pairsOf(before.webhooks, after.webhooks).flatMap(({ where, old, present }) =>
    present === undefined
      ? [`Webhooks, ${where} is gone`]
      : compareContents({ old: old.requestBody, present: present.requestBody, where: `Webhooks, ${where}`, direction: 'answer' }))
  return [...new Set([...ofCalls, ...ofWebhooks])]

  function compareOperations ({ where, old, present }) {
    return [
      ...old.operationId === present.operationId ? [] : [`${where}: ${old.operationId} has another operationId`],
      ...compareParameters({ where, old, present }),
      ...compareBodies({ where, old: resolve(before, old.requestBody), present: resolve(after, present.requestBody) }),
      ...compareAnswers({ where, old, present })
    ]
  }

  function compareParameters ({ where, old, present }) {
    const [ofBefore, ofAfter] = [parametersOf(before, old), parametersOf(after, present)]
    return [
      ...[...ofBefore].flatMap(([key, parameter]) => {
        const other = ofAfter.get(key)
        if (other === undefined) return [`${where}: ${key} is gone`]
        return [
          ...other.required && !parameter.required ? [`${where}: ${key} is required now`] : [],
          ...compare({ before: parameter.schema, after: other.schema, direction: 'request', where: `${where}, ${key}` })
        ]
      }),
      ...[...ofAfter].filter(([key, { required }]) => required && !ofBefore.has(key))
        .map(([key]) => `${where}: ${key} is new and required`)
    ]
  }

  function compareBodies ({ where, old, present }) {
    if (old === undefined) return present?.required ? [`${where}: a body is required now`] : []
    if (present === undefined) return [`${where}: the body is gone`]
    const isRequired = present.required && !old.required
    return [
      ...isRequired ? [`${where}: a body is required now`] : [],
      ...compareContents({ old, present, where: `${where}, body`, direction: 'request' })
    ]
  }

  function compareAnswers ({ where, old, present }) {
    return Object.entries(old.responses ?? {}).flatMap(([status, answer]) => {
      const name = `${where}, ${status}`
      if (present.responses?.[status] === undefined) return [`${name} is gone`]
      const [one, other] = [resolve(before, answer), resolve(after, present.responses[status])]
      return [
        ...Object.keys(one.headers ?? {}).filter((header) => other.headers?.[header] === undefined)
          .map((header) => `${name}: the header ${header} is gone`),
        ...compareContents({ old: one, present: other, where: name, direction: 'answer' })
      ]
    })
  }

  function compareContents ({ old, present, where, direction }) {
    return Object.entries(old?.content ?? {}).flatMap(([type, content]) => {
      const other = present?.content?.[type]
      if (other === undefined) return [`${where}: ${type} is gone`]
      const errors = errorsOf(other)
      return [
        ...compare({ before: content.schema, after: other.schema, direction, where }),
        ...errorsOf(content).filter((text) => !errors.includes(text)).map((text) => `${where}: “${text}” is gone`)
      ]
    })
  }
}

/** The operations of paths, or of webhooks, each beside the one that takes its place. */
function pairsOf (before = {}, after = {}) {
  return Object.entries(before).flatMap(([path, item]) =>
    methods.filter((method) => item[method] !== undefined).map((method) => ({
      where: `${method.toUpperCase()} ${path}`,
      old: withShared(item, method),
      present: after[path]?.[method] === undefined ? undefined : withShared(after[path], method)
    })))
}

/** An operation with the parameters of its path. */
function withShared ({ parameters = [], ...item }, method) {
  return { ...item[method], parameters: [...parameters, ...item[method].parameters ?? []] }
}

function parametersOf (document, { parameters }) {
  return new Map(parameters.map((parameter) => resolve(document, parameter))
    .map((parameter) => [`${parameter.name} (${parameter.in})`, parameter]))
}

/** The texts of errors, which the document has as examples. */
function errorsOf ({ examples = {} }) {
  return Object.values(examples).map(({ value }) => value?.error).filter((text) => typeof text === 'string')
}

/**
 * Compares a document with that of the last release.
 * @param {string} folder the checkout
 * @param {{ readDocument: () => Promise<any>, version: string }} present the document, and the version that is to be
 * @returns {Promise<{ last?: string, changes: string[], isBroken: boolean }>} whether changes break what is promised
 */
export async function compareWithRelease (folder, { readDocument, version }) {
  const path = join(folder, file)
  if (!existsSync(path)) return { changes: [], isBroken: false }
  const released = JSON.parse(brotliDecompressSync(readFileSync(path)).toString())
  const last = released.info.version
  const changes = findApiChanges(released, await readDocument())
  return { last, changes, isBroken: changes.length > 0 && major(version) <= major(last) }
}

/**
 * Keeps the document of a release.
 * @param {string} folder the checkout
 * @param {any} document
 */
export function keepApiDocument (folder, document) {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), brotliCompressSync(JSON.stringify(document)))
}

if (process.argv[1] === import.meta.filename) {
  const { readApiDocument } = await import('./document.js')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { last, changes, isBroken } = await compareWithRelease(root, { readDocument: readApiDocument, version })
  if (last === undefined) console.log('The API: no release yet')
  else if (changes.length === 0) console.log(`The API has all that ${last} has`)
  else {
    console.log(`The API has no longer what ${last} has, which ${isBroken ? 'only a new major may do' : 'a new major may do'}:`)
    for (const change of changes) console.log(`- ${change}`)
    process.exitCode = Number(isBroken)
  }
}
