import { Type } from '@sinclair/typebox'
import type { Caller } from '../core/caller.js'
import { statement, type Sql } from '../database/sql.js'
import { domains } from '../domains.js'
import { described, Nullable } from '../http/schemas.js'
import { versionOf } from '../media/list-files.js'

/** The review of an asset: the number of its file, and what domains add. */

const parts = domains.flatMap(({ review }) => review ?? [])

interface ReviewRow {
  readonly id: string
  readonly version: number | null
}

/** The column of each part. */
type AddedColumns = Readonly<Record<string, unknown>>

/** $1 account, $2 JSON list of assets */
const read = statement<ReviewRow & AddedColumns>('included_reviews', (sql) => `
  SELECT i.id, (SELECT ${versionOf} FROM media_files AS file WHERE file.asset_id = i.id AND file.status = 'ready'
      ORDER BY file.id DESC LIMIT 1) AS version
    ${parts.map(({ name, column }) => `, ${column(sql)} AS ${name}`).join('')}
  FROM assets AS i WHERE i.account_id = $1 AND ${sql.among('i.id', sql.strings('$2'))}`)

export const Review = Type.Object({
  version: described(Nullable(Type.Integer()), 'Number of the file of the asset; null if there is none.', 2),
  ...Object.fromEntries(parts.map(({ name, schema }) => [name, schema]))
}, { title: 'Review' })

/** The reviews of some assets as JSON, by id: in one statement, however many there are. */
export async function readReviews (
  sql: Sql, { accountId }: Caller, ids: readonly string[]
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql.all(read, [accountId, JSON.stringify(ids)])
  return new Map(rows.map(({ id, version, ...columns }) => {
    const added = parts.map(({ name, present }) => [name, present(columns[name] as string | null)])
    return [id, JSON.stringify({ version, ...Object.fromEntries(added) })]
  }))
}
