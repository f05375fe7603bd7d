// The reference for the service: Fastify and better-sqlite3 by hand. No ORM, no layers, every statement prepared once.
// It does what the service promises and no more: it looks the key up by an index in every request and does not remember
// it, every write is one transaction with its history entry, and an acknowledged write is on disk.
import { Sqlite } from '../../src/database/driver.mjs'
import { createApp, digest, newAsset, newId, presentAsset, presentProject, schemas, serve, updatedAsset } from './contract.js'

const database = new Sqlite(String(process.env.DATABASE_URL).replace(/^file:/, ''))
database.pragma('journal_mode = WAL')
database.pragma('synchronous = FULL')
database.pragma('foreign_keys = ON')
database.pragma('busy_timeout = 5000')

const PROJECT_COLUMNS = `id, external_id, project_id, owner, description, title, category, tags, status, cohort_id,
  substr(modified_at, 1, 19) || 'Z' AS modification_date, substr(created_at, 1, 19) || 'Z' AS created_date`
const ASSET_COLUMNS = `${PROJECT_COLUMNS}, parent_asset_id, media_type, original_filename`

/** @type {import('better-sqlite3').Statement<[string], import('./contract.js').Caller>} */
const findKey = database.prepare(`
  SELECT k.account_id, u.id AS user_id, u.email, u.admin, k.expires_at
  FROM api_keys k JOIN users u ON u.id = k.user_id JOIN accounts a ON a.id = k.account_id
  WHERE k.hash = ? AND k.revoked_at IS NULL AND u.disabled_at IS NULL`)
const findAsset = database.prepare(`SELECT ${ASSET_COLUMNS} FROM assets WHERE id = ? AND account_id = ?`)
const findProject = database.prepare('SELECT id FROM projects WHERE id = ? AND account_id = ?')
const listAssets = database.prepare(`SELECT ${ASSET_COLUMNS} FROM assets WHERE project_id = ? AND account_id = ?
  AND cohort_id IS NULL ORDER BY id`)
const listProjects = database.prepare(`SELECT ${PROJECT_COLUMNS} FROM projects WHERE project_id = ? AND account_id = ?
  AND cohort_id IS NULL ORDER BY id`)
const insertAsset = database.prepare(`
  INSERT INTO assets (id, account_id, owner, title, description, category, tags, media_type, status, created_at,
    modified_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
const updateAsset = database.prepare('UPDATE assets SET title = ?, description = ?, category = ?, tags = ?, modified_at = ? WHERE id = ? AND account_id = ?')
const insertHistory = database.prepare(`
  INSERT INTO history (id, account_id, event, severity, targets, time, user_id, asset_id, project_id, to_project_id)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)

const toDatabase = (moment) => `${moment.toISOString().slice(0, -1)}+00:00`

const record = (caller, event, assetId, moment) =>
  insertHistory.run(
    newId(),
    caller.account_id,
    event,
    1,
    JSON.stringify({ asset_id: assetId }),
    moment,
    caller.user_id,
    assetId,
    null,
    null
  )

const create = database.transaction((caller, body) => {
  const now = new Date()
  const moment = toDatabase(now)
  const row = newAsset(caller, body, now)
  insertAsset.run(
    row.id,
    caller.account_id,
    row.owner,
    row.title,
    row.description,
    row.category,
    row.tags,
    row.media_type,
    row.status,
    moment,
    moment
  )
  record(caller, 'ASSET_ADDED', row.id, moment)
  return row
}).immediate

const update = database.transaction((caller, id, body) => {
  const before = findAsset.get(id, caller.account_id)
  if (before === undefined) return undefined
  const now = new Date()
  const moment = toDatabase(now)
  const after = updatedAsset(before, body, now)
  if (after !== before) {
    updateAsset.run(after.title, after.description, after.category, after.tags, moment, id, caller.account_id)
    record(caller, 'ASSET_EDITED_METADATA', id, moment)
  }
  return after
}).immediate

const app = createApp()

app.addHook('onRequest', (request, reply, done) => {
  const key = request.headers['x-api-key']
  const caller = typeof key === 'string' ? findKey.get(digest(key)) : undefined
  if (caller === undefined || (caller.expires_at !== null && Date.parse(String(caller.expires_at)) <= Date.now())) {
    reply.code(401).send()
    return
  }
  request.caller = caller
  done()
})

app.get('/api/v2/assets/:asset_id', { schema: schemas.get }, (request, reply) => {
  const row = findAsset.get(request.params.asset_id, request.caller.account_id)
  if (row === undefined) return reply.code(404).send({ error: 'asset not found' })
  reply.send({ asset: presentAsset(row) })
})

app.post('/api/v2/assets', { schema: schemas.create }, (request, reply) => {
  reply.send({ asset: presentAsset(create(request.caller, request.body)) })
})

app.put('/api/v2/assets/:asset_id', { schema: schemas.update }, (request, reply) => {
  const row = update(request.caller, request.params.asset_id, request.body)
  if (row === undefined) return reply.code(404).send({ error: 'asset not found' })
  reply.send({ asset: presentAsset(row), errors: {} })
})

app.get('/api/v2/projects/:project_id/assets', { schema: schemas.list }, (request, reply) => {
  const { account_id: accountId } = request.caller
  const id = request.params.project_id
  if (findProject.get(id, accountId) === undefined) return reply.code(404).send({ error: 'project not found' })
  reply.send({
    assets: listAssets.all(id, accountId).map(presentAsset),
    subprojects: listProjects.all(id, accountId).map(presentProject)
  })
})

app.addHook('onClose', async () => { database.close() })
await serve(app)
