import { dialects, seed, seededId } from './seed.js'

export const PROJECTS = 10
const LAST = 1000

/**
 * Fills an account: assets in ten projects, the last of them with the tag `last`, or each with `tags` tags of its own.
 * The service builds its index at its next start.
 * @param {import('./seed.js').Fillable} database migrated, with its first administrator
 * @param {{ assets: number, tags?: number }} size
 */
export async function fillCrowd (database, { assets, tags = 0 }) {
  await seed(database, { projects: PROJECTS, assetsPerProject: assets / PROJECTS })
  const { [database.kind]: sql } = dialects
  const own = database.kind === 'sqlite'
    ? `(SELECT json_group_array('tag ' || n.i || ' of ' || assets.id) FROM ${sql.numbers(tags)} AS n)`
    : `(SELECT CAST(json_agg('tag ' || n.i || ' of ' || assets.id) AS text) FROM generate_series(1, ${tags}) AS n(i))`
  await database.execute([
    `UPDATE assets SET tags = '["last"]' WHERE id > '${seededId('asset', assets - LAST)}'`,
    ...tags === 0 ? [] : [`UPDATE assets SET tags = ${own.replace('AS numbers AS n', 'AS n')}`],
    `INSERT INTO changes (account_id, number, entry_id, project_id)
    SELECT h.account_id, (SELECT COALESCE(MAX(number), 0) FROM changes) + row_number() OVER (ORDER BY h.id), h.id,
      a.project_id
    FROM history AS h LEFT JOIN assets AS a ON a.id = h.asset_id WHERE h.id NOT IN (SELECT entry_id FROM changes)`,
    'DELETE FROM search_state'
  ].join(';\n'))
  await database.settle()
}
