import { groupBy } from '../basics/group-by.js'
import { MEBIBYTE } from '../basics/units.js'
import type { LinePart } from '../core/extension.js'
import { statement, type Sql } from '../database/sql.js'
import { domains } from '../domains.js'
import type { GroupValues } from '../fields/values/overview.js'
import { assetKind, projectKind } from '../items/kinds.js'
import { assetShape, projectShape } from '../items/rows.js'
import { listedColumns } from '../media/list-files.js'
import type { ListedFile } from '../media/rows.js'
import { piecesOf, type PieceLimits, type Size } from '../work/pieces/fitting.js'
import type { ItemType } from '../core/item-type.js'

/** Items of one type. */
export interface Batch {
  readonly type: ItemType
  readonly ids: readonly string[]
}

/** An item with everything in its line: present.ts. */
export interface LoadedItem {
  readonly type: ItemType
  readonly id: string
  /** Its answer as JSON. */
  readonly json: string
  readonly groups: readonly GroupValues[]
  readonly files: readonly ListedFile[]
  /** What it has of the parts that domains add. They are read apart, as they may be large. */
  readonly parts: readonly LinePart[]
}

/** The parts of a line that domains add. */
export const lineParts = domains.flatMap(({ line }) => line ?? [])

const partsOf = (type: ItemType) => lineParts.filter((part) => part.type === undefined || part.type === type)

/** Those of each type. */
export const linePartsOf: Readonly<Record<ItemType, readonly LinePart[]>> = {
  asset: partsOf('asset'), project: partsOf('project')
}

/** What is in memory at the same time. */
const LIMITS: PieceLimits = { items: 100, bytes: MEBIBYTE }

const conditions = { false: 'AND i.cohort_id IS NULL', true: 'AND i.cohort_id IS NOT NULL' }

/** Whether items in the trash are included. */
type State = keyof typeof conditions | 'any'

const shapes = { assets: assetShape, projects: projectShape }

const weighOf = (
  table: 'assets' | 'projects', state: keyof typeof conditions
) => statement<Size>(`lines_weigh_${table}_${state}`, (sql) => `
  SELECT i.id, ${shapes[table].bytesWithValues('i')} AS bytes
  FROM ${table} AS i WHERE i.account_id = $1 AND ${sql.among('i.id', sql.strings('$2'))} ${conditions[state]}`)

const weighsOf = (state: keyof typeof conditions) => ({ asset: weighOf('assets', state), project: weighOf('projects', state) })
const weighs = {
  false: weighsOf('false'),
  true: weighsOf('true'),
  any: { asset: assetKind.statements.sizes, project: projectKind.statements.sizes }
}

interface LineRow {
  readonly id: string
  readonly json: string
  readonly [part: string]: unknown
}

const readOf = (table: 'assets' | 'projects', parts: readonly LinePart[]) => statement<LineRow>(`lines_read_${table}`, (sql) => `
  SELECT id, ${shapes[table].json(sql)} AS json
    ${parts.map(({ name, isThere }) => `, ${isThere(`${table}.id`)} AS ${name}`).join('')}
  FROM ${table} WHERE account_id = $1
    AND ${sql.among('id', sql.strings('$2'))}`)

/** $1 account, $2 JSON list of ids */
const reads = { asset: readOf('assets', linePartsOf.asset), project: readOf('projects', linePartsOf.project) }

/** $1 account, $2 JSON list of items */
const listValues = statement<GroupValues & { item_id: string }>('lines_values', (sql) => `
  SELECT v.item_id, v.field_group_id, g.name, g.group_type, v.document FROM field_values AS v
    JOIN field_groups AS g ON g.id = v.field_group_id
  WHERE v.account_id = $1 AND ${sql.among('v.item_id', sql.strings('$2'))} AND NOT g.removed
    ORDER BY v.item_id, v.field_group_id`)

/** $1 account, $2 JSON list of assets */
const listFiles = statement<ListedFile & { asset_id: string }>('lines_files', (sql) => `
  SELECT file.asset_id, ${listedColumns(sql)}
  FROM media_files AS file LEFT JOIN media_blobs ON media_blobs.id = file.blob_id
  WHERE file.account_id = $1 AND ${sql.among('file.asset_id', sql.strings('$2'))} AND file.status <> 'replaced'
  ORDER BY file.asset_id, file.created_at, file.id`)

/** The existing items of a batch in a state, in its order, with the approximate size of their lines. */
export async function weigh (sql: Sql, accountId: number, { type, ids }: Batch, state: State): Promise<Size[]> {
  const sizes = await sql.all(weighs[state][type], [accountId, JSON.stringify(ids)])
  const known = new Map(sizes.map((size) => [size.id, size]))
  return ids.flatMap((id) => known.get(id) ?? [])
}

/**
 * Reads the items of a batch in its order, in chunks. Items in another state are left out.
 */
export async function * load (
  sql: Sql, accountId: number, { type, ids }: Batch, state: State
): AsyncGenerator<LoadedItem[]> {
  if (ids.length === 0) return
  const sizes = await weigh(sql, accountId, { type, ids }, state)
  for (const piece of piecesOf(sizes, LIMITS)) yield await read(sql, accountId, { type, ids: piece })
}

/** Reads items together, in their order. Missing ones are left out. */
async function read (sql: Sql, accountId: number, { type, ids }: Batch): Promise<LoadedItem[]> {
  const parameters = [accountId, JSON.stringify(ids)]
  const items = await sql.all(reads[type], parameters)
  const rows = new Map(items.map((item) => [item.id, item]))
  const values = await sql.all(listValues, parameters)
  const groups = groupBy(values, (group) => group.item_id)
  const listed = type === 'project' ? [] : await sql.all(listFiles, parameters)
  const files = groupBy(listed, (file) => file.asset_id)
  return ids.filter((id) => rows.has(id)).map((id) => ({
    type,
    id,
    json: rows.get(id)!.json,
    groups: groups.get(id) ?? [],
    files: files.get(id) ?? [],
    parts: linePartsOf[type].filter(({ name }) => Boolean(rows.get(id)![name]))
  }))
}
