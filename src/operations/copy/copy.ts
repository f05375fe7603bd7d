import { createHash } from 'node:crypto'
import { OperatorMistake } from '../../errors.js'
import type { Progress } from '../progress.js'
import { createDigest, digestOf, type Digest } from './digest.js'
import { charactersOf, PAGE_CHARACTERS, PAGE_ROWS, type SourceStore, type TargetStore } from './store.js'
import { agreeOnTables, type Row, type Table } from './table.js'

export interface CopiedTable extends Digest {
  readonly table: string
  /** The last number of the table's counter; null if it has none. */
  readonly position: number | null
}

/**
 * Copies the rows of the source into the target, table by table, and compares both. It first removes what an earlier
 * copy has left: an interrupted copy starts from the beginning. Tables and columns are read from the databases. Throws
 * OperatorMistake if the target has its own data, or differs in the end.
 */
export async function copyRows (source: SourceStore, target: TargetStore, progress: Progress): Promise<CopiedTable[]> {
  const tables = agreeOnTables(await source.tables(), await target.tables())
  const name = await nameOf(source, tables)
  await requireOwnTarget(target, tables, name)
  await target.begin(name, tables)
  const sent: Digest[] = []
  for (const table of tables) sent.push(await fill(table, source, target, progress))
  const copied: CopiedTable[] = []
  for (const [index, table] of tables.entries()) {
    copied.push(await verify(table, sent[index]!, source, target, progress))
  }
  await target.finish(name)
  return copied
}

/** Identifies a database by its first account, which never changes. */
async function nameOf (source: SourceStore, tables: readonly Table[]): Promise<string> {
  const accounts = tables.find((table) => table.name === 'accounts')
  if (accounts === undefined) throw new TypeError('There is no table of accounts to tell the database by.')
  const pages = source.pages(accounts)
  const { value } = await pages.next()
  await pages.return(undefined)
  if (value === undefined) throw new OperatorMistake('The database is empty: there is nothing to copy')
  return createHash('sha256').update(JSON.stringify(value[0])).digest('hex')
}

async function requireOwnTarget (target: TargetStore, tables: readonly Table[], name: string): Promise<void> {
  const mark = await target.readMark()
  if (mark !== null && mark.source !== name) throw new OperatorMistake('The target holds the copy of another database')
  if (mark !== null) return
  for (const table of tables) {
    if (await target.count(table) > 0) {
      throw new OperatorMistake(`The target has data of its own (in ${table.name}): give an empty database`)
    }
  }
}

async function fill (table: Table, source: SourceStore, target: TargetStore, progress: Progress): Promise<Digest> {
  const total = await source.count(table)
  const digest = createDigest()
  const batch = createBatch((rows) => target.insert(table, rows))
  let done = 0
  for await (const page of source.pages(table)) {
    digest.add(page)
    for (const row of page) {
      progress.report(`Copying ${table.name}`, ++done, total)
      await batch.add(row)
    }
  }
  await batch.flush()
  progress.end()
  if (table.counter !== null) await target.setPosition(table, await source.position(table))
  return digest.end()
}

async function verify (
  table: Table, expected: Digest, source: SourceStore, target: TargetStore, progress: Progress
): Promise<CopiedTable> {
  progress.report(`Comparing ${table.name}`, 0, 1)
  const actual = await digestOf(target, table)
  const position = table.counter === null ? null : await target.position(table)
  const counted = position === null || await source.position(table) === position
  if (expected.rows !== actual.rows || expected.sha256 !== actual.sha256 || !counted) {
    throw new OperatorMistake(`The copy of ${table.name} is not the same (${expected.rows} rows, and ${actual.rows} in the target): run the command again`)
  }
  progress.report(`Comparing ${table.name}`, 1, 1)
  progress.end()
  return { table: table.name, position, ...actual }
}

/** Whether a database still equals the copy. Reads everything again, up to the first table that differs. */
export async function isStillSame (now: SourceStore, copied: readonly CopiedTable[]): Promise<boolean> {
  const tables = new Map((await now.tables()).map((table) => [table.name, table]))
  for (const { table: name, rows, sha256, position } of copied) {
    const table = tables.get(name)
    if (table === undefined || (position !== null && await now.position(table) !== position)) return false
    const digest = await digestOf(now, table)
    if (digest.rows !== rows || digest.sha256 !== sha256) return false
  }
  return true
}

function createBatch (write: (rows: readonly Row[]) => Promise<void>) {
  let rows: Row[] = []
  let characters = 0
  const flush = async () => {
    if (rows.length > 0) await write(rows)
    rows = []
    characters = 0
  }
  return {
    flush,
    add: async (row: Row) => {
      rows.push(row)
      characters += charactersOf(row)
      if (rows.length >= PAGE_ROWS || characters >= PAGE_CHARACTERS) await flush()
    }
  }
}
