import { networkOf } from '../access/network.js'
import { newId } from '../basics/ids.js'
import { toDatabase } from '../basics/time.js'
import { HOUR_MS } from '../basics/units.js'
import type { Transaction } from '../core/transact.js'
import { statement } from '../database/sql.js'
import { TooManyRequests } from '../errors.js'
import { LinkNotFound } from './errors.js'

/** The most of what guests send, by one link from one network in an hour. */
export const mostAnHour = { comment: 60, decision: 60, upload: 600 } as const

/** $1 link */
const lock = statement('links_lock', (sql) => `SELECT id FROM links WHERE id = $1 ${sql.forUpdate}`)

/** $1 link, $2 network, $3 since, $4 kind, $5 how many newer ones there are */
const findRecent = statement<{ created_at: string }>('link_comments_recent', (sql) => `
  SELECT ${sql.milliseconds('created_at')} AS created_at FROM link_comments
  WHERE link_id = $1 AND network = $2 AND created_at > ${sql.moment('$3')} AND kind = $4
  ORDER BY created_at DESC LIMIT 1 OFFSET $5`)

/** $1 id, $2 link, $3 network, $4 now, $5 kind */
const insert = statement('link_comments_insert', (sql) => `
  INSERT INTO link_comments (id, link_id, network, created_at, kind) VALUES ($1, $2, $3, ${sql.moment('$4')}, $5)`)

/** Counts what a guest sends, for all processes. Throws TooManyRequests, and LinkNotFound if the link was revoked. */
export async function countOfGuest (
  { sql, time }: Transaction, kind: keyof typeof mostAnHour, linkId: number, address: string
): Promise<void> {
  if (await sql.first(lock, [linkId]) === undefined) throw new LinkNotFound()
  const network = networkOf(address)
  const since = toDatabase(new Date(time.getTime() - HOUR_MS))
  const last = await sql.first(findRecent, [linkId, network, since, kind, mostAnHour[kind] - 1])
  if (last !== undefined) {
    const leftMs = Date.parse(last.created_at) + HOUR_MS - time.getTime()
    throw Object.assign(new TooManyRequests(), { retryAfterS: Math.max(1, Math.ceil(leftMs / 1000)) })
  }
  await sql.run(insert, [newId(), linkId, network, toDatabase(time), kind])
}
