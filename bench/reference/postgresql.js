// The same as sqlite.js on PostgreSQL: Fastify and `pg` by hand, a pool of ten connections, every statement prepared
// once per connection. The key is looked up in every request. A write is BEGIN, its statements with the history entry,
// COMMIT.
import pg from 'pg'
import { createApp, digest, newAsset, newId, presentAsset, presentProject, schemas, serve, updatedAsset } from './contract.js'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })

const seconds = (column) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
const PROJECT_COLUMNS = `id, external_id, project_id, owner, description, title, category, tags, status, cohort_id,
  ${seconds('modified_at')} AS modification_date, ${seconds('created_at')} AS created_date`
const ASSET_COLUMNS = `${PROJECT_COLUMNS}, parent_asset_id, media_type, original_filename`

const statement = (name, text) => (client, values) => client.query({ name, text, values })

const findKey = statement('find_key', `
  SELECT k.account_id, u.id AS user_id, u.email, u.admin, k.expires_at
  FROM api_keys k JOIN users u ON u.id = k.user_id JOIN accounts a ON a.id = k.account_id
  WHERE k.hash = $1 AND k.revoked_at IS NULL AND u.disabled_at IS NULL`)
const findAsset = statement('find_asset', `SELECT ${ASSET_COLUMNS} FROM assets WHERE id = $1 AND account_id = $2`)
const lockAsset = statement(
  'lock_asset',
  `SELECT ${ASSET_COLUMNS} FROM assets WHERE id = $1 AND account_id = $2 FOR UPDATE`
)
const findProject = statement('find_project', 'SELECT id FROM projects WHERE id = $1 AND account_id = $2')
const listAssets = statement(
  'list_assets',
  `SELECT ${ASSET_COLUMNS} FROM assets WHERE project_id = $1 AND account_id = $2 AND cohort_id IS NULL ORDER BY id`
)
const listProjects = statement(
  'list_projects',
  `SELECT ${PROJECT_COLUMNS} FROM projects WHERE project_id = $1 AND account_id = $2 AND cohort_id IS NULL ORDER BY id`
)
const insertAsset = statement(
  'insert_asset',
  `
  INSERT INTO assets (id, account_id, owner, title, description, category, tags, media_type, status, created_at,
    modified_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`
)
const updateAsset = statement(
  'update_asset',
  'UPDATE assets SET title = $3, description = $4, category = $5, tags = $6, modified_at = $7 WHERE id = $1 AND account_id = $2'
)
const insertHistory = statement(
  'insert_history',
  `
  INSERT INTO history (id, account_id, event, severity, targets, time, user_id, asset_id, project_id, to_project_id)
  VALUES ($1, $2, $3, 1, $4, $5, $6, $7, NULL, NULL)`)

const record = (client, caller, event, assetId, now) =>
  insertHistory(client, [newId(), caller.account_id, event, JSON.stringify({ asset_id: assetId }), now, caller.user_id,
    assetId])

async function transact (work) {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
}

const create = (caller, body) =>
  transact(async (client) => {
    const now = new Date()
    const row = newAsset(caller, body, now)
    await insertAsset(client, [row.id, caller.account_id, row.owner, row.title, row.description, row.category, row.tags,
      row.media_type, row.status, now])
    await record(client, caller, 'ASSET_ADDED', row.id, now)
    return row
  })

const update = (caller, id, body) => transact(async (client) => {
  const before = (await lockAsset(client, [id, caller.account_id])).rows[0]
  if (before === undefined) return undefined
  const now = new Date()
  const after = updatedAsset(before, body, now)
  if (after !== before) {
    await updateAsset(client, [id, caller.account_id, after.title, after.description, after.category, after.tags, now])
    await record(client, caller, 'ASSET_EDITED_METADATA', id, now)
  }
  return after
})

const app = createApp()

app.addHook('onRequest', async (request, reply) => {
  const key = request.headers['x-api-key']
  const caller = typeof key === 'string' ? (await findKey(pool, [digest(key)])).rows[0] : undefined
  if (caller === undefined || (caller.expires_at !== null && Number(caller.expires_at) <= Date.now())) {
    return reply.code(401).send()
  }
  request.caller = caller
})

app.get('/api/v2/assets/:asset_id', { schema: schemas.get }, async (request, reply) => {
  const { rows: [row] } = await findAsset(pool, [request.params.asset_id, request.caller.account_id])
  if (row === undefined) return reply.code(404).send({ error: 'asset not found' })
  return { asset: presentAsset(row) }
})

app.post('/api/v2/assets', { schema: schemas.create }, async (request) => {
  return { asset: presentAsset(await create(request.caller, request.body)) }
})

app.put('/api/v2/assets/:asset_id', { schema: schemas.update }, async (request, reply) => {
  const row = await update(request.caller, request.params.asset_id, request.body)
  if (row === undefined) return reply.code(404).send({ error: 'asset not found' })
  return { asset: presentAsset(row), errors: {} }
})

app.get('/api/v2/projects/:project_id/assets', { schema: schemas.list }, async (request, reply) => {
  const values = [request.params.project_id, request.caller.account_id]
  if ((await findProject(pool, values)).rows.length === 0) return reply.code(404).send({ error: 'project not found' })
  const [assets, subprojects] = await Promise.all([listAssets(pool, values), listProjects(pool, values)])
  return { assets: assets.rows.map(presentAsset), subprojects: subprojects.rows.map(presentProject) }
})

app.addHook('onClose', () => pool.end())
await serve(app)
