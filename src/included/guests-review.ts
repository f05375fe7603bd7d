import { Type, type TObject, type TOptional, type TProperties } from '@sinclair/typebox'
import type { ReviewPart } from '../core/extension.js'
import { statement, type Sql } from '../database/sql.js'
import { columnsOf, reviewParts, type AddedColumns } from './review.js'

type Reviews = ReadonlyMap<string, object>

/** The `review` of assets as guests see it: what domains name for them. */
export interface GuestsReview {
  /** `review`, or nothing if no domain names anything. */
  readonly properties: TProperties & { readonly review?: TOptional<TObject> }
  /** What guests see of some assets, by id: in one statement, however many there are. */
  readonly read: (sql: Sql, accountId: number, ids: readonly string[]) => Promise<Reviews>
}

const none: GuestsReview = { properties: {}, read: async () => new Map() }

export function createGuestsReview (
  parts: readonly ReviewPart[], name = 'included_reviews_of_guests'
): GuestsReview {
  const shown = parts.flatMap((part) => part.guests === null ? [] : [{ ...part, guests: part.guests }])

  /** $1 account, $2 JSON list of assets */
  const read = statement<{ id: string } & AddedColumns>(name, (sql) => `
    SELECT i.id ${columnsOf(shown, sql)}
    FROM assets AS i WHERE i.account_id = $1 AND ${sql.among('i.id', sql.strings('$2'))}`)
  if (shown.length === 0) return none

  return {
    properties: {
      review: Type.Optional(Type.Object(
        Object.fromEntries(shown.map(({ name, guests }) => [name, guests.schema])),
        { title: 'SharedReview', description: 'Review of the asset, as guests see it.' }
      ))
    },
    async read (sql, accountId, ids) {
      const rows = await sql.all(read, [accountId, JSON.stringify(ids)])
      return new Map(rows.map(({ id, ...columns }) => [id, Object.fromEntries(shown.map(({ name, present, guests }) =>
        [name, guests.of(present(columns[name] as string | null) as object)]))]))
    }
  }
}

export const guestsReview = createGuestsReview(reviewParts)
