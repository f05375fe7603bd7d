import { LAST_ID, toItemId, toRowId } from '../../basics/ids.js'
import type { Page } from '../../basics/page.js'
import { MEBIBYTE } from '../../basics/units.js'
import type { Caller } from '../../core/caller.js'
import { itemTypes } from '../../core/item-type.js'
import type { Unit } from '../../core/unit.js'
import { statement, type Sql, type SqlValue } from '../../database/sql.js'
import { isBounded } from '../../items/sight.js'
import { isAllowed, seenAmong } from '../../items/standing.js'
import { nextTurn } from '../../work/turns/next-turn.js'
import { RunNotFound } from '../errors.js'
import { readRevision } from './open.js'
import { findRun, listSteps, presentRun, presentStep, selectRuns, type RunRow } from './rows.js'

/** Runs of one look, where those that are not seen are left out. */
const LEAST_AT_ONCE = 100
/** The lines of a log that are shown, and kept. */
export const MOST_LINES = 1000

/** What a list is filtered by: in the order in which they find the fewest. */
const filters = {
  batch: 'r.batch',
  asset_id: "r.item_type = 'asset' AND r.item_id",
  project_id: "r.item_type = 'project' AND r.item_id",
  action_id: 'r.action_id',
  status: 'r.status'
} as const

/** Characters of parameters on a page. */
const LARGEST_PAGE_CHARACTERS = 4 * MEBIBYTE

export interface ListedRuns {
  readonly rows: readonly RunRow[]
  readonly hasMore: boolean
}

export type RunFilters = Partial<Readonly<Record<keyof typeof filters, string>>>

const filterNames = Object.keys(filters) as Array<keyof typeof filters>

/** Every choice of filters. */
const choices = filterNames.reduce<string[][]>(
  (some, name) => [...some, ...some.map((names) => [...names, name])], [[]]
)

/** $1 account, $2 before this id, $3 limit, then the values of the filters */
const lists = new Map(choices.map((names) => {
  const conditions = names
    .map((name, index) => ` AND ${filters[name as keyof typeof filters]} = $${index + 4}`).join('')
  return [names.join(' '), statement<RunRow>(`action_runs_list_${names.join('_')}`, (sql) =>
    selectRuns(sql, `r.account_id = $1 AND r.id < $2${conditions} ORDER BY r.id DESC LIMIT $3`))]
}))

/** $1 run, $2 account: the last lines, the first of them first */
const listLines = statement<{ time: string, step: string | null, attempt: number | null, message: string }>(
  'action_log_list', (sql) => `
  SELECT ${sql.milliseconds('time')} AS time, step, attempt, message FROM (
    SELECT id, time, step, attempt, message FROM action_log WHERE run_id = $1 AND account_id = $2
    ORDER BY id DESC LIMIT ${MOST_LINES}) AS newest ORDER BY id`)

/** Runs, for who sees their items. Those with the id of a missing one throw RunNotFound. */
export const runLists = {
  /** The newest first. */
  async list ({ caller, reads: { sql } }: Unit, sent: RunFilters, { after, limit }: Page): Promise<ListedRuns> {
    const names = filterNames.filter((name) => sent[name] !== undefined)
    if (sent.action_id !== undefined && toRowId(sent.action_id) === null) return { rows: [], hasMore: false }
    const values = names.map((name): SqlValue => name === 'action_id' ? toRowId(sent[name]!) : sent[name]!)
    const found: RunRow[] = []
    const size = Math.max(limit + 1, isBounded(caller) ? LEAST_AT_ONCE : 0)
    for (let before = after === '' ? LAST_ID : after; ; await nextTurn(caller)) {
      const rows = await sql.all(lists.get(names.join(' '))!, [caller.accountId, before, size, ...values])
      found.push(...isBounded(caller) ? await seenRuns(sql, caller, rows) : rows)
      if (rows.length < size || found.length > limit) return cut(found, limit)
      before = rows.at(-1)!.id
    }
  },

  /** A run with its steps and its log. */
  async whole (unit: Unit, sentId: string) {
    const { caller, reads: { sql } } = unit
    const row = await requireRun(sql, caller, sentId)
    const [definitions, steps, log] = await Promise.all([
      readRevision({ sql, caller }, row),
      sql.all(listSteps, [row.id, caller.accountId]),
      sql.all(listLines, [row.id, caller.accountId])
    ])
    return {
      run: presentRun(row),
      steps: steps.map((step) => presentStep(definitions[step.position]!.name, step)),
      log
    }
  }
}

/** A run of which the caller sees the item. Throws RunNotFound. */
export async function requireRun (sql: Sql, caller: Caller, sentId: string): Promise<RunRow> {
  const id = toItemId(sentId)
  const row = id === null ? undefined : await sql.first(findRun, [id, caller.accountId])
  if (row === undefined || !await isAllowed(row.item_type, sql, caller, row.item_id, 'read')) throw new RunNotFound()
  return row
}

/** A page has at most `limit` runs, and ends early where their parameters are large. */
function cut (found: readonly RunRow[], limit: number): ListedRuns {
  const rows: RunRow[] = []
  let characters = 0
  for (const row of found) {
    if (rows.length === limit || characters >= LARGEST_PAGE_CHARACTERS) break
    rows.push(row)
    characters += row.parameters.length
  }
  return { rows, hasMore: rows.length < found.length }
}

async function seenRuns (sql: Sql, caller: Caller, rows: readonly RunRow[]): Promise<RunRow[]> {
  const seen = new Set<string>()
  for (const type of itemTypes) {
    const ids = rows.filter((row) => row.item_type === type).map((row) => row.item_id)
    for (const id of await seenAmong(type, sql, caller, [...new Set(ids)])) seen.add(id)
  }
  return rows.filter((row) => seen.has(row.item_id))
}
