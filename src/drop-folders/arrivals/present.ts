import type { Static } from '@sinclair/typebox'
import type { Arrival } from '../schema.js'
import type { ArrivalRow } from './rows.js'

/** An arrival as lists read it. */
export interface ListedArrival extends Pick<ArrivalRow, 'id' | 'path' | 'size' | 'status' | 'asset_id' | 'checksum' | 'created_at'> {
  /** Bytes. */
  readonly progress: number
  readonly error: string | null
  readonly guest: string | null
  readonly finished_at: string | null
}

export function presentArrival (row: ListedArrival): Static<typeof Arrival> {
  return {
    id: row.id,
    path: row.path,
    size: row.size,
    status: row.status,
    progress: row.progress,
    error: row.error,
    asset_id: row.asset_id,
    checksum: row.checksum === null ? null : { algorithm: 'sha256', value: row.checksum },
    guest: row.guest,
    created_at: row.created_at,
    finished_at: row.finished_at
  }
}
