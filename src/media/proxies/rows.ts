import { DAY_MS } from '../../basics/units.js'
import { toDatabase } from '../../basics/time.js'
import type { Transaction } from '../../core/transact.js'
import { statement } from '../../database/sql.js'
import type { Claim } from '../../work/claims/claim.js'
import { dueRows } from '../../work/claims/due-rows.js'
import type { FileMetadata } from '../analysis/task.js'
import { fileWork, fileWorkColumns, type FileWorkRow } from '../file-work/rows.js'
import type { ProxyStatus } from '../rows.js'

/** The name of the job that makes proxies. */
export const PROXY_JOB = 'media-proxies'

/** Shorter files have a lane of their own. */
const SHORT_SECONDS = 60

/** A file that waits for its proxies. */
export interface RenderingRow extends FileWorkRow {
  readonly status: ProxyStatus
}

export type RenderingClaim = Claim<RenderingRow>

const table = {
  table: 'media_renderings',
  columns: fileWorkColumns('media_renderings'),
  // A film of four hours, on a machine that has much else to do.
  longestMs: 30 * DAY_MS
}

export const renderingRows = dueRows<RenderingRow>(table)

export const renderingWork = fileWork(renderingRows)

/** The short ones among them. */
export const shortRenderingRows = dueRows<RenderingRow>({ ...table, lane: { name: 'short', where: 'short = true' } })

const truth = (parameter: string) => `CAST(${parameter} AS integer) = 1`

/** $1 file, $2 account, $3 user, $4 status, $5 whether short, $6 quiet, $7 backlog, $8 time, or null */
const insertRendering = statement('media_renderings_insert', (sql) => `
  INSERT INTO media_renderings (id, account_id, user_id, status, short, quiet, backlog, due_at)
  VALUES ($1, $2, $3, $4, ${truth('$5')}, ${truth('$6')}, ${truth('$7')}, ${sql.moment('$8')})
  ON CONFLICT DO NOTHING`)

/** Whether a file is a film or a sound. */
export function isPlayable ({ content_type: type, video_codec: video, audio_codec: audio }: FileMetadata): boolean {
  return video !== null || audio !== null || /^(?:video|audio)\//.test(type)
}

/**
 * Queues a film or a sound that has been analysed. Without proxies it waits until there are some, and is quiet then.
 */
export async function queueRendering (
  tx: Transaction,
  { id, account_id: accountId, user_id: userId, quiet }: Pick<RenderingRow, 'id' | 'account_id' | 'user_id' | 'quiet'>,
  { duration }: FileMetadata,
  isOn: boolean
): Promise<void> {
  const isShort = duration !== null && duration < SHORT_SECONDS
  await tx.sql.run(insertRendering, [id, accountId, userId, isOn ? 'pending' : 'none', Number(isShort),
    Number(!isOn || Boolean(quiet)), Number(!isOn), isOn ? toDatabase(tx.time) : null])
  if (isOn) tx.wake(PROXY_JOB)
}
