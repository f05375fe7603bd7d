import { toDatabase } from '../../basics/time.js'
import { DAY_MS, HOUR_MS } from '../../basics/units.js'
import type { Transaction } from '../../core/transact.js'
import { statement, type Dialect, type Sql } from '../../database/sql.js'
import { removeLoose } from '../../media/loose-files.js'
import { LinkFull } from '../errors.js'
import type { Bounds } from '../rows.js'

/**
 * What guests have sent by a link of a drop folder. An upload counts until it is cancelled, or has got no byte for an
 * hour. One that goes on later counts again, if nobody has taken its place: who takes it cancels it.
 */

/** How long an upload waits for its next byte (src/media/uploads/rows.ts). */
const LIFETIME_MS = DAY_MS
/** An upload that is older may be about to end while bytes come. */
const YOUNG_MS = 6 * DAY_MS

/** $2 the end of uploads that have got no byte for an hour, $3 now, $4 what is older counts until its end */
const isBusy = (sql: Dialect) => `(upload.expires_at > ${sql.moment('$2')}
    OR COALESCE(upload.leased_until > ${sql.moment('$3')}, FALSE) OR upload.created_at < ${sql.moment('$4')})`

interface Sum {
  readonly files: number
  readonly bytes: number
}

/** $1 link, and as above: what counts */
const sumCounted = statement<Sum>('link_uploads_sum', (sql) => `
  SELECT COUNT(*) AS files, CAST(COALESCE(SUM(sent.size), 0) AS bigint) AS bytes
  FROM link_uploads AS sent WHERE sent.link_id = $1 AND (sent.has_come OR COALESCE((
    SELECT ${isBusy(sql)} FROM uploads AS upload WHERE upload.id = sent.upload_id AND upload.status = 'open'), FALSE))`)

/** $1 link, and as above: what may go on, and does not count. It is locked, so that it does not go on meanwhile. */
const lockIdle = statement<{ id: string, size: number }>('link_uploads_idle', (sql) => `
  SELECT upload.id, upload.size FROM uploads AS upload
  WHERE ${sql.among('upload.id', 'SELECT upload_id FROM link_uploads WHERE link_id = $1 AND has_come = FALSE')}
    AND upload.status = 'open' AND NOT ${isBusy(sql)} ORDER BY upload.id ${sql.forUpdate}`)

/** $1 link: what has ended without all of its bytes */
const forgetEnded = statement('link_uploads_forget', () => `
  DELETE FROM link_uploads WHERE link_id = $1 AND has_come = FALSE
    AND NOT EXISTS (SELECT 1 FROM uploads WHERE uploads.id = link_uploads.upload_id AND uploads.status = 'open')`)

/** $1 upload, $2 account, $3 link, $4 size */
const insert = statement('link_uploads_insert', () => `
  INSERT INTO link_uploads (upload_id, account_id, link_id, size, has_come) VALUES ($1, $2, $3, $4, FALSE)`)

const parametersOf = (linkId: number, now: Date) => [
  linkId, toDatabase(new Date(now.getTime() + LIFETIME_MS - HOUR_MS)), toDatabase(now),
  toDatabase(new Date(now.getTime() - YOUNG_MS))
]

/** How many files, and bytes, a link still takes. */
export async function leftOf (sql: Sql, linkId: number, { files, bytes }: Bounds, now: Date): Promise<Bounds> {
  const sum = (await sql.first(sumCounted, parametersOf(linkId, now)))!
  return { files: Math.max(0, files - sum.files), bytes: Math.max(0, bytes - sum.bytes) }
}

/** Makes sure that a link, whose row is locked, takes a file of this size. Throws LinkFull. */
export async function requireRoomFor (tx: Transaction, linkId: number, bounds: Bounds, size: number): Promise<void> {
  const idle = await tx.sql.all(lockIdle, parametersOf(linkId, tx.time))
  const left = await leftOf(tx.sql, linkId, bounds, tx.time)
  if (left.files < 1) throw new LinkFull(left.files, 'files')
  if (left.bytes < size) throw new LinkFull(left.bytes, 'bytes')
  const bytes = idle.reduce((sum, each) => sum + each.size, 0)
  if (left.files < 1 + idle.length || left.bytes < size + bytes) await removeLoose(tx, idle.map(({ id }) => id))
  await tx.sql.run(forgetEnded, [linkId])
}

/** The upload counts from now on. */
export async function countUpload (tx: Transaction, linkId: number, uploadId: string, size: number): Promise<void> {
  await tx.sql.run(insert, [uploadId, tx.caller.accountId, linkId, size])
}
