import { HOUR_MS } from '../../basics/units.js'
import { statement } from '../../database/sql.js'
import type { Claim } from '../../work/claims/claim.js'
import { dueRows } from '../../work/claims/due-rows.js'
import { fileWork, fileWorkColumns, type FileWorkRow } from '../file-work/rows.js'
import type { AnalysisStatus } from '../rows.js'

/** The name of the analysis job. */
export const ANALYSIS_JOB = 'media-analysis'

/** A file that waits for its analysis. */
export interface AnalysisRow extends FileWorkRow {
  readonly status: AnalysisStatus
}

export type AnalysisClaim = Claim<AnalysisRow>

export const analysisRows = dueRows<AnalysisRow>({
  table: 'media_analyses',
  columns: fileWorkColumns('media_analyses'),
  longestMs: HOUR_MS
})

export const analysisWork = fileWork(analysisRows)

/** $1 file, $2 account, $3 user, $4 time */
export const insertAnalysis = statement('media_analyses_insert', (sql) => `
  INSERT INTO media_analyses (id, account_id, user_id, status, due_at)
  VALUES ($1, $2, $3, 'pending', ${sql.moment('$4')})`)
