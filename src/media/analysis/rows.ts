import { HOUR_MS } from '../../basics/units.js'
import { statement } from '../../database/sql.js'
import type { Claim } from '../../work/claims/claim.js'
import { dueRows } from '../../work/claims/due-rows.js'
import type { AnalysisStatus } from '../rows.js'

/** The name of the analysis job. */
export const ANALYSIS_JOB = 'media-analysis'

/** A file that waits for its analysis. `id` is that of the file. */
export interface AnalysisRow {
  readonly id: string
  readonly account_id: number
  readonly user_id: number
  readonly status: AnalysisStatus
  /** Whether events are left out: the file is old, or its events are written already. */
  readonly quiet: boolean | number
  /** Consecutive attempts that failed by the service's own fault. */
  readonly failures: number
  /** A JSON array of keys that an unfinished attempt may have stored, or null. */
  readonly staged: string | null
}

export type AnalysisClaim = Claim<AnalysisRow>

export const analysisRows = dueRows<AnalysisRow>({
  table: 'media_analyses',
  columns: () => 'id, account_id, user_id, status, quiet, failures, staged',
  longestMs: HOUR_MS
})

/** $1 file, $2 account, $3 user, $4 time */
export const insertAnalysis = statement('media_analyses_insert', (sql) => `
  INSERT INTO media_analyses (id, account_id, user_id, status, due_at)
  VALUES ($1, $2, $3, 'pending', ${sql.moment('$4')})`)
