import type { Caller } from '../core/caller.js'
import type { Unit } from '../core/unit.js'
import { statement, type Dialect, type Statement } from '../database/sql.js'
import { LAST_ID } from '../basics/ids.js'
import type { Page } from '../basics/page.js'
import { LAST_MOMENT_MS, toDatabase, toMilliseconds } from '../basics/time.js'
import { DAY_MS } from '../basics/units.js'
import { isBounded } from '../items/sight.js'
import { seenAmong } from '../items/standing.js'
import { nextTurn } from '../work/turns/next-turn.js'
import { assetShape, projectShape } from '../items/rows.js'
import { highestBelow, readBelow, weighBelow, type TrashedBelow } from './below.js'

/** An item that was trashed itself, with the items that were trashed with it. */
export interface Trashed {
  readonly id: string
  readonly trashed_at: string
  readonly user_id: number
  readonly items: number
  /** The item as JSON: one of the two. */
  readonly asset: string | null
  readonly project: string | null
}

type Table = 'assets' | 'projects'

/** A column of the item that was trashed itself. For an EXISTS, PostgreSQL would read whole tables. */
const root = (table: Table, column: string) =>
  `(SELECT ${column} FROM ${table} WHERE id = c.root_id AND account_id = $1)`

/** The cohorts of the trash. `$1` is the account. */
const shown = `c.items != 0 AND c.purge_begun_at IS NULL
    AND COALESCE(${root('assets', 'cohort_id')}, ${root('projects', 'cohort_id')}) = c.id
    AND NOT EXISTS (SELECT 1 FROM cascades WHERE account_id = $1 AND kind = 'purge' AND project_id = c.root_id)`

/**
 * $1 account, $2 trashed then or earlier, $3 at that time before this id, $4 limit. Restored items have left the
 * cohort, and cohorts that are being purged are left out.
 */
const list = <Row>(name: string, columns: (sql: Dialect) => string) => statement<Row>(name, (sql) => `
  SELECT c.id, ${sql.milliseconds('c.trashed_at')} AS trashed_at, ${columns(sql)} FROM trash_cohorts AS c
  WHERE c.account_id = $1 AND c.trashed_at <= ${sql.moment('$2')}
    AND (c.trashed_at < ${sql.moment('$2')} OR c.id < $3) AND ${shown}
  ORDER BY c.trashed_at DESC, c.id DESC LIMIT $4`)

const entry = (sql: Dialect) => `c.user_id, c.items,
  ${root('assets', assetShape.json(sql))} AS asset, ${root('projects', projectShape.json(sql))} AS project`

const bytes = () => `COALESCE(${root('assets', assetShape.bytes)}, ${root('projects', projectShape.bytes)}, 0) AS bytes`

const read = list<Trashed>('trash_list', entry)
const weigh = list<Weight>('trash_weigh', bytes)

const findRoots = list<Root>('trash_roots', () => `c.root_id,
  CASE WHEN ${root('assets', 'id')} IS NULL THEN 'project' ELSE 'asset' END AS type`)

/** The same columns for the cohorts of a list. $1 account, $2 JSON list of cohorts */
const ofList = <Row>(name: string, columns: (sql: Dialect) => string) => statement<Row>(name, (sql) => `
  SELECT c.id, ${sql.milliseconds('c.trashed_at')} AS trashed_at, ${columns(sql)} FROM trash_cohorts AS c
  WHERE c.account_id = $1 AND ${sql.among('c.id', sql.strings('$2'))} AND ${shown}
  ORDER BY c.trashed_at DESC, c.id DESC`)

const KEY = /^(\d{13})-([\da-f-]{36})(?:~([\da-f-]{36}))?$/

const readSome = ofList<Trashed>('trash_list_some', entry)
const weighSome = ofList<Weight>('trash_weigh_some', bytes)

/** Cohorts per look at those that the caller may not see. */
const ROOTS_PER_READ = 500

interface Weight extends Pick<Trashed, 'id' | 'trashed_at'> {
  readonly bytes: number
}

interface Root extends Pick<Trashed, 'id' | 'trashed_at'> {
  readonly root_id: string
  readonly type: 'asset' | 'project'
}

/** An entry of the list: the root of a cohort, or a project below it. */
interface Place extends Pick<Trashed, 'trashed_at' | 'id'> {
  readonly project_id?: string | undefined
}

/** The key that a page continues after: the time of trashing, and the cohort; of a project below its root also that. */
export function keyOfTrashed ({ trashed_at: trashedAt, id, project_id: projectId }: Place): string {
  return `${String(Date.parse(trashedAt)).padStart(13, '0')}-${id}${projectId === undefined ? '' : `~${projectId}`}`
}

/** The place right before a cohort: no id of a cohort lies between. */
const justAfter = (cohortId: string) => `${cohortId}g`

/**
 * The trash, newest first: the items that were trashed themselves and that the caller sees, or the highest of their
 * cohorts that the caller sees. A cohort counts whole, or what is below such an item.
 */
export function createTrash ({ retentionDays }: { retentionDays: number }) {
  function parametersOf ({ accountId }: Caller, { after, limit }: Page) {
    const [, moment = LAST_MOMENT_MS, id = LAST_ID, projectId] = KEY.exec(after) ?? []
    return [accountId, toDatabase(new Date(Number(moment))), projectId === undefined ? id : justAfter(id), limit]
  }

  /** Looks at the trash of the account piece by piece, so that others have their turn. */
  async function placesSeen ({ caller, reads: { sql } }: Unit, { after, limit }: Page): Promise<Place[]> {
    const seen: Place[] = []
    const [, , cohort, passed = ''] = KEY.exec(after) ?? []
    for (let place = after; ; await nextTurn(caller)) {
      const rows = await sql.all(findRoots, parametersOf(caller, { after: place, limit: ROOTS_PER_READ }))
      const idsOf = (type: Root['type']) => rows.filter((row) => row.type === type).map((row) => row.root_id)
      const roots = {
        asset: await seenAmong('asset', sql, caller, idsOf('asset')),
        project: await seenAmong('project', sql, caller, idsOf('project'))
      }
      const isSeen = ({ type, root_id: id }: Root) => roots[type].has(id)
      const hidden = rows.filter((row) => row.type === 'project' && !isSeen(row))
      const below = await highestBelow(sql, caller, hidden.map(({ id }) => id))
      seen.push(...rows.flatMap((row): Place[] => {
        const { id, trashed_at: trashedAt } = row
        if (isSeen(row)) return id === cohort ? [] : [{ id, trashed_at: trashedAt }]
        const projects = below.get(id) ?? []
        return projects.filter((projectId) => id !== cohort || projectId < passed)
          .map((projectId) => ({ id, trashed_at: trashedAt, project_id: projectId }))
      }))
      if (seen.length >= limit || rows.length < ROOTS_PER_READ) return seen.slice(0, limit)
      place = keyOfTrashed(rows.at(-1)!)
    }
  }

  /** The rows of a page: `all` lists those of callers who see everything, `some` and `below` those that are seen. */
  async function select<Row extends Place, Below extends Place> (
    unit: Unit, page: Page, all: Statement<Row>, some: Statement<Row>, below: Statement<Below>
  ): Promise<Array<Row | Below>> {
    const { caller, reads: { sql } } = unit
    if (!isBounded(caller)) return sql.all(all, parametersOf(caller, page))
    const places = await placesSeen(unit, page)
    const roots = places.flatMap(({ id, project_id: projectId }) => projectId === undefined ? id : [])
    const projects = places.flatMap(({ project_id: projectId }) => projectId ?? [])
    const rows: Array<Row | Below> = await sql.all(some, [caller.accountId, JSON.stringify(roots)])
    if (projects.length === 0) return rows
    rows.push(...await sql.all(below, [caller.accountId, JSON.stringify(projects)]))
    const byKey = new Map(rows.map((row) => [keyOfTrashed(row), row]))
    return places.flatMap((place) => byKey.get(keyOfTrashed(place)) ?? [])
  }

  return {
    list: (unit: Unit, page: Page): Promise<Array<Trashed | TrashedBelow>> =>
      select(unit, page, read, readSome, readBelow),

    /** The bytes of each entry of the list. */
    async weigh (unit: Unit, page: Page) {
      const rows = await select(unit, page, weigh, weighSome, weighBelow)
      return rows.map((row) => ({ key: keyOfTrashed(row), bytes: row.bytes }))
    },

    /** As JSON. */
    present (trashed: Trashed | TrashedBelow): string {
      const { project, trashed_at: trashedAt, user_id: userId, items } = trashed
      const asset = 'asset' in trashed ? trashed.asset : null
      const type = asset === null ? 'project' : 'asset'
      const purgeAt = toMilliseconds(new Date(Date.parse(trashedAt) + retentionDays * DAY_MS))
      const rest = JSON.stringify({ trashed_at: trashedAt, purge_at: purgeAt, user_id: userId, count: items })
      return `{"type":"${type}","${type}":${asset ?? project},${rest.slice(1)}`
    }
  }
}

export type Trash = ReturnType<typeof createTrash>
