import { defineSentences, type Detail, type ReasonsOf, type Teller } from '../core/events/teller.js'
import { statement, type Sql } from '../database/sql.js'

/** $1 account, $2 JSON list of ids */
const listTitles = statement<{ id: number, title: string }>('drop_folders_titles', (sql) => `
  SELECT id, title FROM drop_folders WHERE account_id = $1 AND ${sql.among('id', sql.integers('$2'))} AND removed_at IS NULL`)

const sentences = defineSentences({
  guest_files: (who, title) => `${who} has sent files to ${title}`,
  arrival_failed: (_who, title) => `A file did not come into ${title}`
})

declare module '../core/events/teller.js' {
  interface Reasons extends ReasonsOf<typeof sentences> {}
}

/** What is told of drop folders is no event: arrivals/told.ts. */
export const dropFolderTeller: Teller = { whom: {}, about: 'drop_folder', sentences, details: titlesOf }

async function titlesOf (sql: Sql, accountId: number, ids: readonly number[]): Promise<ReadonlyMap<number, Detail>> {
  const rows = await sql.all(listTitles, [accountId, JSON.stringify(ids)])
  return new Map(rows.map(({ id, title }) => [id, { title, place: `drop-folders/${id}` }]))
}
