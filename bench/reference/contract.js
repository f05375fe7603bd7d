// The parts of the reference servers that do not depend on the database: the shapes of the contract.
import { hash } from 'node:crypto'
import Fastify from 'fastify'
import { v7 } from 'uuid'

/**
 * @typedef {object} Caller the owner of a key, as both databases store it
 * @property {number} account_id
 * @property {number} user_id
 * @property {string} email
 * @property {string | number | null} expires_at
 */

/**
 * @typedef {object} AssetBody an asset in a request
 * @property {string} title
 * @property {string} [description]
 * @property {string} [category]
 * @property {string[]} [tags]
 * @property {string} [media_type]
 */

/**
 * @typedef {object} ReferenceRequest
 * @property {import('node:http').IncomingHttpHeaders} headers
 * @property {Caller} caller
 * @property {{ asset_id: string, project_id: string }} params
 * @property {AssetBody} body
 */

/**
 * @typedef {object} Reply
 * @property {(status: number) => Reply} code
 * @property {(body?: object) => Reply} send
 */

/** @typedef {(request: ReferenceRequest, reply: Reply) => unknown} Handler */
/** @typedef {(request: ReferenceRequest, reply: Reply, done: () => void) => unknown} Hook */

/**
 * @typedef {object} App the part of Fastify that the references use: the service gives requests a caller of another
 * type
 * @property {(path: string, options: object, handler: Handler) => unknown} get
 * @property {(path: string, options: object, handler: Handler) => unknown} post
 * @property {(path: string, options: object, handler: Handler) => unknown} put
 * @property {(name: string, hook: Hook) => unknown} addHook
 * @property {(listener: { host: string, port: number }) => Promise<string>} listen
 * @property {() => Promise<void>} close
 */

const text = { type: 'string' }
const optional = { type: ['string', 'null'] }
const texts = { type: 'array', items: text }
const object = (properties, required) => ({ type: 'object', properties, ...(required && { required }) })

const head = { id: text, external_id: optional, project_id: optional }
const words = { owner: text, description: text, title: text, category: text, tags: texts, media_type: text }
const dates = { modification_date: text, created_date: text, status: text }
const asset = object({
  ...head,
  parent_asset_id: optional,
  ...words,
  ...dates,
  original_filename: optional,
  deleted: { type: 'boolean' }
})
const project = object({ ...head, ...words, ...dates, deleted: { type: 'boolean' } })

/** The schemas of the routes, for bodies and for fast-json-stringify. */
export const schemas = {
  get: { response: { 200: object({ asset }) } },
  create: {
    body: object({ title: text, description: text, category: text, tags: texts, media_type: { const: 'live' } }, [
      'title'
    ]),
    response: { 200: object({ asset }) }
  },
  update: {
    body: object({ title: text, description: text, category: text, tags: texts }),
    response: { 200: object({ asset, errors: object({}) }) }
  },
  list: {
    response: {
      200: object({ assets: { type: 'array', items: asset }, subprojects: { type: 'array', items: project } })
    }
  }
}

export const digest = (key) => hash('sha256', key)
export const newId = () => v7()

/** A time as the answers show it. */
const toSeconds = (moment) => `${moment.toISOString().slice(0, 19)}Z`

export const presentAsset = (row) => ({
  id: row.id,
  external_id: row.external_id,
  project_id: row.project_id,
  parent_asset_id: row.parent_asset_id,
  owner: row.owner,
  description: row.description,
  title: row.title,
  category: row.category,
  tags: JSON.parse(row.tags),
  media_type: row.media_type,
  modification_date: row.modification_date,
  created_date: row.created_date,
  status: row.status,
  original_filename: row.original_filename,
  deleted: row.cohort_id !== null
})

export const presentProject = (row) => ({
  id: row.id,
  external_id: row.external_id,
  project_id: row.project_id,
  owner: row.owner,
  description: row.description,
  title: row.title,
  category: row.category,
  tags: JSON.parse(row.tags),
  media_type: 'project',
  modification_date: row.modification_date,
  created_date: row.created_date,
  status: row.status,
  deleted: row.cohort_id !== null
})

/** The row of a new asset. */
export const newAsset = (caller, body, now) => ({
  id: newId(),
  external_id: null,
  project_id: null,
  parent_asset_id: null,
  owner: caller.email,
  description: body.description ?? '',
  title: body.title,
  category: body.category ?? '',
  tags: JSON.stringify(body.tags ?? []),
  media_type: body.media_type ?? 'placeholder',
  modification_date: toSeconds(now),
  created_date: toSeconds(now),
  status: 'open',
  original_filename: null,
  cohort_id: null
})

/** The row after an update, or the same object if nothing changes. */
export const updatedAsset = (row, body, now) => {
  const tags = body.tags === undefined ? row.tags : JSON.stringify(body.tags)
  const { title = row.title, description = row.description, category = row.category } = body
  if (title === row.title && description === row.description && category === row.category && tags === row.tags) {
    return row
  }
  return { ...row, title, description, category, tags, modification_date: toSeconds(now) }
}

/** @returns {App} */
export const createApp = () => {
  const app = /** @type {any} */ (Fastify({ logger: false }))
  app.decorateRequest('caller', null)
  return app
}

/** Listens on a free port and prints it. */
export const serve = async (/** @type {App} */ app) => {
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  process.stdout.write(`listening on ${url}\n`)
  process.once('SIGTERM', () => { app.close().then(() => process.exit(0)) })
}
