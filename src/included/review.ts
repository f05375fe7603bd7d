import { Type } from '@sinclair/typebox'
import type { Caller } from '../core/caller.js'
import type { ReviewPart } from '../core/extension.js'
import { statement, type Dialect, type Sql } from '../database/sql.js'
import { domains } from '../domains.js'
import { described, Nullable } from '../http/schemas.js'
import { versionOf } from '../media/list-files.js'
import { isShownFile } from '../media/rows.js'

/** The review of an asset: the number of its file, and what domains add. */

export const reviewParts: readonly ReviewPart[] = domains.flatMap(({ review }) => review ?? [])

interface ReviewRow {
  readonly id: string
  readonly version: number | null
}

/** The column of each part. */
export type AddedColumns = Readonly<Record<string, unknown>>

export const columnsOf = (parts: readonly ReviewPart[], sql: Dialect): string =>
  parts.map(({ name, column }) => `, ${column(sql)} AS ${name}`).join('')

/** $1 account, $2 JSON list of assets */
const read = statement<ReviewRow & AddedColumns>('included_reviews', (sql) => `
  SELECT i.id, (SELECT ${versionOf} FROM media_files AS file WHERE file.asset_id = i.id AND ${isShownFile('file')}
      ORDER BY file.id DESC LIMIT 1) AS version
    ${columnsOf(reviewParts, sql)}
  FROM assets AS i WHERE i.account_id = $1 AND ${sql.among('i.id', sql.strings('$2'))}`)

export const Review = Type.Object({
  version: described(Nullable(Type.Integer()), 'Number of the file of the asset; null if there is none.', 2),
  ...Object.fromEntries(reviewParts.map(({ name, schema }) => [name, schema]))
}, { title: 'Review' })

/** The reviews of some assets as JSON, by id: in one statement, however many there are. */
export async function readReviews (
  sql: Sql, { accountId }: Caller, ids: readonly string[]
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql.all(read, [accountId, JSON.stringify(ids)])
  return new Map(rows.map(({ id, version, ...columns }) => {
    const added = reviewParts.map(({ name, present }) => [name, present(columns[name] as string | null)])
    return [id, JSON.stringify({ version, ...Object.fromEntries(added) })]
  }))
}
