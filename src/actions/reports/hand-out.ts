import { MEBIBYTE } from '../../basics/units.js'
import type { Unit } from '../../core/unit.js'
import type { Sql } from '../../database/sql.js'
import { Unauthorized } from '../../errors.js'
import { requireItems } from '../../items/require.js'
import { load, type LoadedItem } from '../../lines/load.js'
import { presentLine } from '../../lines/present.js'
import type { MediaReader } from '../../media/present.js'
import { handedOut } from '../runs/advance.js'
import { readRun, stepOf } from '../runs/open.js'
import { presentRun } from '../runs/rows.js'
import { requireOpen, type OpenStep } from './open.js'
import { kinds } from './paths.js'

/** A part of the line that is larger is left out: what is handed out is in memory. In characters. */
const LARGEST_PART = MEBIBYTE

/**
 * What a program reads of its step, as JSON: the run, the step as it was handed out, and the item as in an export, with
 * URLs. Throws StepOver, the item's 404 if the user of the run does not see it any more, and Unauthorized.
 */
export async function readHandOut (
  { caller, reads: { sql } }: Unit, open: OpenStep, readMedia: MediaReader['ofAsset']
): Promise<string> {
  const found = stepOf(await readRun({ sql, caller }, open.runId), open.stepId)
  if (found === null) throw new Unauthorized()
  const { run, step } = found
  requireOpen(step.row, open)
  const { item_type: type, item_id: id } = run.row
  if (!open.isEnabled) throw new kinds[type].NotFound()
  await requireItems(kinds[type], sql, caller, [id])
  for await (const [item] of load(sql, caller.accountId, { type, ids: [id] }, 'any')) {
    if (item !== undefined) {
      const media = type === 'asset' ? await readMedia(id) : '[]'
      return `{"run":${JSON.stringify(presentRun(run.row))},"step":${JSON.stringify(handedOut(step, run))},"item":${
        await wholeLine(sql, caller.accountId, item, media)}}`
    }
  }
  throw new kinds[type].NotFound()
}

async function wholeLine (sql: Sql, accountId: number, item: LoadedItem, media: string): Promise<string> {
  let line = presentLine(item, media).slice(0, -1)
  for (const part of item.parts) {
    const texts: string[] = []
    let characters = 0
    for await (const few of part.read(sql, accountId, item.id)) {
      texts.push(...few)
      characters += few.reduce((sum, text) => sum + text.length, 0)
      if (characters > LARGEST_PART) break
    }
    if (characters <= LARGEST_PART) line += `,"${part.name}":[${texts.join()}]`
  }
  return `${line}}`
}
