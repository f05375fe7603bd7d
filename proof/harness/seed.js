import { createHash } from 'node:crypto'

/**
 * Rows are inserted directly: a million creates over HTTP would take longer than the measurement. They look as if the
 * service had written them: in projects, with a member, and with a history entry for each asset. Ids are of version 7
 * and count up, so that the n-th id is known.
 */

const SERIES = { project: 1, asset: 2, history: 3, tree: 4, edit: 5, root: 6, talk: 7, subject: 8, film: 9, thread: 'a' }
export const MOMENT = "'2026-01-15T09:30:00.000+00:00'"
/** The same in seconds since 1970. */
const SECOND = 1_768_469_400

/**
 * @typedef {object} Fillable a database
 * @property {'sqlite' | 'postgresql'} kind
 * @property {(script: string) => Promise<void>} execute runs statements in one transaction
 * @property {() => Promise<void>} settle after many inserts: does what the database would do later by itself
 */

/**
 * @typedef {object} Layout
 * @property {number} projects
 * @property {number} assetsPerProject
 * @property {number} [projectsPerTree] projects below each further one. Default: no project is below another
 */

/**
 * The id of the n-th seeded row, from 1.
 * @param {keyof typeof SERIES} series
 */
export function seededId (series, number) {
  return `${prefix(series)}${number.toString(16).padStart(12, '0')}`
}

/** @param {Layout} layout */
export function assetCount ({ projects, assetsPerProject }) {
  return projects * assetsPerProject
}

/**
 * @param {Fillable} database migrated, with its first administrator
 * @param {Layout} layout
 */
export async function seed (database, layout) {
  const { projects, assetsPerProject, projectsPerTree } = layout
  const sql = dialects[database.kind]
  const ceiling = (divisor) => `(i + ${divisor - 1}) / ${divisor}`
  const trees = projectsPerTree === undefined ? 0 : Math.ceil(projects / projectsPerTree)
  const treeOf = trees === 0 ? 'NULL' : id(sql, 'tree', ceiling(projectsPerTree))
  await database.execute([
    ...(trees === 0 ? [] : projectRows(sql, trees, 'tree', 'NULL')),
    ...projectRows(sql, projects, 'project', treeOf),
    ...assetRows(sql, assetCount(layout), id(sql, 'project', ceiling(assetsPerProject)))
  ].join(';\n'))
  await database.settle()
}

/**
 * Adds entries to the history of each asset.
 * @param {Fillable} database
 * @param {Layout} layout
 * @param {number} count
 */
export async function seedEdits (database, layout, count) {
  const sql = dialects[database.kind]
  const assets = assetCount(layout)
  for (let edit = 0; edit < count; edit++) {
    await database.execute(`
      INSERT INTO history (id, account_id, event, severity, targets, time, user_id, asset_id)
      SELECT ${id(sql, 'edit', `i + ${edit * assets}`)}, 1, 'ASSET_EDITED_METADATA', 1,
        '{"asset_id":"' || ${id(sql, 'asset', 'i')} || '"}', ${MOMENT}, 1, ${id(sql, 'asset', 'i')}
      FROM ${sql.numbers(assets)}`)
  }
}

/**
 * Adds the account and its first administrator, if no service has made them.
 * @param {Fillable} database
 * @param {string} key
 */
export async function seedAdministrator (database, key) {
  await database.execute(`
    INSERT INTO accounts (name, created_at) VALUES ('default', ${MOMENT});
    INSERT INTO users (account_id, email, email_key, admin, created_at)
    VALUES (1, 'admin@example.com', 'admin@example.com', true, ${MOMENT});
    INSERT INTO api_keys (account_id, user_id, hash, created_at)
    VALUES (1, 1, '${createHash('sha256').update(key).digest('hex')}', ${MOMENT})`)
}

/** The differences between the two databases. */
export const dialects = {
  sqlite: {
    numbers: (count) =>
      `(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count}) SELECT i FROM n) AS numbers`,
    hexadecimal: (number) => `printf('%012x', ${number})`,
    moment: (seconds) => `strftime('%Y-%m-%dT%H:%M:%f+00:00', ${seconds}, 'unixepoch')`
  },
  postgresql: {
    numbers: (count) => `generate_series(1, ${count}) AS numbers(i)`,
    hexadecimal: (number) => `lpad(to_hex(${number}), 12, '0')`,
    moment: (seconds) => `to_timestamp(${seconds})`
  }
}

/**
 * The expression of the id whose number is another expression.
 * @param {Fillable['kind']} kind
 * @param {keyof typeof SERIES} series
 */
export const idExpression = (kind, series, number) => id(dialects[kind], series, number)

const prefix = (series) => `01900000-000${SERIES[series]}-7000-8000-`
const id = (sql, series, number) => `'${prefix(series)}' || ${sql.hexadecimal(number)}`

const projectRows = (sql, count, series, parent) => [`
  INSERT INTO projects (id, account_id, project_id, owner, description, title, category, tags, created_at, modified_at)
  SELECT ${id(sql, series, 'i')}, 1, ${parent}, 'admin@example.com', 'Everything for the second season',
    'Project ' || i, 'Series', '["season 2"]', ${MOMENT}, ${MOMENT}
  FROM ${sql.numbers(count)}`, `
  INSERT INTO project_members (account_id, project_id, user_id, role, created_at)
  SELECT 1, ${id(sql, series, 'i')}, 1, 'Admin', ${MOMENT}
  FROM ${sql.numbers(count)}`]

/** Each asset has a second of its own: search sorts the assets of one second, of which there are never many. */
const assetRows = (sql, count, projectId) => [`
  INSERT INTO assets (id, account_id, project_id, owner, description, title, category, tags, media_type, created_at,
    modified_at)
  SELECT ${id(sql, 'asset', 'i')}, 1, ${projectId}, 'admin@example.com', 'Second take, camera B', 'Interview ' || i,
    'Rushes', '["interview","camera B"]', 'placeholder', ${sql.moment(`${SECOND} + i`)}, ${sql.moment(`${SECOND} + i`)}
  FROM ${sql.numbers(count)}`, `
  INSERT INTO history (id, account_id, event, severity, targets, time, user_id, asset_id)
  SELECT ${id(sql, 'history', 'i')}, 1, 'ASSET_ADDED', 1, '{"asset_id":"' || ${id(sql, 'asset', 'i')} || '"}',
    ${MOMENT}, 1, ${id(sql, 'asset', 'i')}
  FROM ${sql.numbers(count)}`]
