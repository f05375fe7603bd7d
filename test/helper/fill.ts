import { newId } from '../../src/basics/ids.js'
import { toDatabase } from '../../src/basics/time.js'
import type { Transaction } from '../../src/core/transact.js'
import { statement } from '../../src/database/sql.js'
import type { World } from './app.js'

/** The app to write with, and the caller to write as. */
type Writer = { readonly app: Pick<World['app'], 'transact'> } & Pick<World, 'adminCaller'>

/** A row with the names of its Prisma model. */
type Row = Readonly<Record<string, string | number | boolean | Date | null>>

/** Writes rows with the same columns by one statement. Prisma's `createMany` takes half a millisecond for each. */
export async function fillTable ({ sql }: Pick<Transaction, 'sql'>, table: string, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const names = Object.keys(rows[0]!).map(columnOf)
  const values = sql.dialect.name === 'sqlite'
    ? `SELECT ${names.map((name) => `value ->> '${name}'`).join()} FROM json_each($1)`
    : `SELECT ${names.join()} FROM json_populate_recordset(NULL::${table}, $1)`
  await sql.run(statement('', () => `INSERT INTO ${table} (${names.join()}) ${values}`), [
    JSON.stringify(rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) =>
      [columnOf(name), value instanceof Date ? toDatabase(value) : value]))))
  ])
}

function columnOf (name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Adds many comments of the caller to an item, without history. `more` changes the columns of one. */
export async function fillComments (
  { app, adminCaller }: Writer, itemId: string, count: number, more: (index: number) => Row = () => ({})
): Promise<void> {
  const { accountId, userId } = adminCaller
  await app.transact(adminCaller, (tx) => fillTable(tx, 'comments', Array.from({ length: count }, (_, index) => ({
    accountId,
    userId,
    itemId,
    itemType: 'asset',
    text: String(index),
    internal: false,
    createdAt: tx.time,
    updatedAt: tx.time,
    ...more(index)
  }))))
}

/** Adds many items to a project faster than requests could, without history. Returns their ids, in order. */
export async function fillProject (
  { app, adminCaller }: Writer, projectId: string, { assets = 0, projects = 0 }: { assets?: number, projects?: number }
) {
  const { accountId, email } = adminCaller
  const rows = (count: number, title: string) =>
    Array.from({ length: count }, (_, index) => {
      const createdAt = new Date()
      return {
        id: newId(),
        accountId,
        projectId,
        owner: email,
        description: '',
        title: `${title} ${index}`,
        category: '',
        tags: '[]',
        createdAt,
        modifiedAt: createdAt
      }
    })
  const added = { assets: rows(assets, 'Asset'), projects: rows(projects, 'Project') }
  await app.transact(adminCaller, async (tx) => {
    await fillTable(tx, 'assets', added.assets.map((row) => ({ ...row, mediaType: 'placeholder' })))
    await fillTable(tx, 'projects', added.projects)
    await logParents(tx, added.projects)
  })
  return { assets: added.assets.map((row) => row.id), projects: added.projects.map((row) => row.id) }
}

/** Creates a chain of projects, each in the one before it, without history. Returns their ids from the top down. */
export async function fillChain ({ app, adminCaller }: World, depth: number): Promise<string[]> {
  const { accountId, email } = adminCaller
  const createdAt = new Date()
  const ids = Array.from({ length: depth }, () => newId())
  const rows = ids.map((id, index) => (
    {
      id,
      accountId,
      projectId: ids[index - 1] ?? null,
      owner: email,
      description: '',
      title: `Level ${index}`,
      category: '',
      tags: '[]',
      createdAt,
      modifiedAt: createdAt
    }
  ))
  await app.transact(adminCaller, async (tx) => {
    await fillTable(tx, 'projects', rows)
    await logParents(tx, rows)
  })
  return ids
}

/** Logs the places of the projects, as if they had never moved. */
async function logParents (
  tx: Transaction, rows: ReadonlyArray<{ id: string, accountId: number, projectId: string | null }>
): Promise<void> {
  await fillTable(tx, 'project_parents', rows.map(({ id, accountId, projectId }) =>
    ({ accountId, projectId: id, number: 0, parentId: projectId })))
}
