import { systemCaller } from '../core/caller.js'
import type { Database } from '../database/database.js'
import { statement } from '../database/sql.js'
import { addToBacklog } from './analysis/again.js'
import type { BacklogDependencies } from './backlog.js'

/**
 * The versions of what is made of a file. Raise one when the analysis, or the proxies, of this Cutroom have more than
 * before: files that were done by an older one are done again, after all that is new, and without events. If proxies
 * depend on what the analysis has in addition, raise both.
 */
export const ANALYSIS_VERSION = 2
export const RENDERING_VERSION = 1

/** How many files with different bytes are found at once. */
const BLOBS_AT_ONCE = 20

/** An outcome counts as missing if an older version has found it. */
export const currentAnalysis = `CASE WHEN analysis_version >= ${ANALYSIS_VERSION} THEN analysis END AS outcome`
export const currentRendering = `CASE WHEN rendering_version >= ${RENDERING_VERSION} THEN rendering END AS outcome`

/** $1 limit */
const outdatedAnalyses = statement<{ id: string }>('media_blobs_outdated_analysis', () => `
  SELECT id FROM media_blobs WHERE analysis IS NOT NULL AND analysis_version < ${ANALYSIS_VERSION}
  ORDER BY analysis_version LIMIT $1`)

/** $1 limit. Proxies follow from an analysis of this version. */
const outdatedRenderings = statement<{ id: string }>('media_blobs_outdated_rendering', () => `
  SELECT id FROM media_blobs WHERE rendering IS NOT NULL AND rendering_version < ${RENDERING_VERSION}
    AND analysis IS NOT NULL AND analysis_version >= ${ANALYSIS_VERSION}
  ORDER BY rendering_version LIMIT $1`)

/** $1 JSON list of blobs */
const forget = {
  analysis: statement('media_blobs_forget_old_analysis', (sql) =>
    `UPDATE media_blobs SET analysis = NULL WHERE ${sql.among('id', sql.strings('$1'))}`),
  rendering: statement('media_blobs_forget_old_rendering', (sql) =>
    `UPDATE media_blobs SET rendering = NULL WHERE ${sql.among('id', sql.strings('$1'))}`)
}

/** $1 JSON list of blobs */
const filesOf = statement<{ id: string }>('media_files_of_blobs', (sql) =>
  `SELECT id FROM media_files WHERE ${sql.among('blob_id', sql.strings('$1'))} AND asset_id IS NOT NULL
    AND status <> 'removed' ORDER BY id`)

async function findOutdated ({ reads: { sql } }: Database, what: 'analysis' | 'rendering'): Promise<string[]> {
  const analyses = await sql.all(outdatedAnalyses, [BLOBS_AT_ONCE])
  if (what === 'analysis') return analyses.map(({ id }) => id)
  if (analyses.length > 0) return []
  return (await sql.all(outdatedRenderings, [BLOBS_AT_ONCE])).map(({ id }) => id)
}

/**
 * Adds some files to the backlog that an older version has analysed, or made proxies of. Returns whether there were
 * any.
 */
export async function queueOutdated (
  { database, transact }: BacklogDependencies, what: 'analysis' | 'rendering'
): Promise<boolean> {
  const blobs = await findOutdated(database, what)
  if (blobs.length === 0) return false
  return transact(systemCaller(), async (tx) => {
    const list = JSON.stringify(blobs)
    await tx.sql.run(forget[what], [list])
    const files = await tx.sql.all(filesOf, [list])
    await tx.sql.run(addToBacklog[what], [JSON.stringify(files.map(({ id }) => id))])
    return true
  })
}
