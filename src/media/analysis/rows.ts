import { statement } from '../../database/sql.js'
import type { Claim } from '../../work/claims/claim.js'
import { dueRows } from '../../work/claims/due-rows.js'
import type { AnalysisStatus } from '../rows.js'

/** The job that looks into files. */
export const ANALYSIS_JOB = 'media-analysis'

/** A file that waits for somebody to look into it; `id` is the file's. */
export interface AnalysisRow {
  readonly id: string
  readonly account_id: number
  readonly user_id: number
  readonly status: AnalysisStatus
  /** Writes no events of its own: the file is from before, or they are written already. */
  readonly quiet: boolean | number
  /** Attempts that the service has failed at, one after the other. */
  readonly failures: number
  /** A JSON array of keys under which an attempt that did not come to its end may have stored something, or null. */
  readonly staged: string | null
}

export type AnalysisClaim = Claim<AnalysisRow>

export const analysisRows = dueRows<AnalysisRow>({
  table: 'media_analyses',
  columns: () => 'id, account_id, user_id, status, quiet, failures, staged'
})

/** $1 file, $2 account, $3 user, $4 time */
export const insertAnalysis = statement('media_analyses_insert', (sql) => `
  INSERT INTO media_analyses (id, account_id, user_id, status, due_at)
  VALUES ($1, $2, $3, 'pending', ${sql.moment('$4')})`)
