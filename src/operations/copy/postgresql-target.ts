import type pg from 'pg'
import { OperatorMistake } from '../../errors.js'
import { connect, quote, readingStore, type Pages } from './postgresql-source.js'
import type { Mark, TargetStore } from './store.js'
import { keyOf, type ColumnKind } from './table.js'
import { locks } from '../../database/advisory-locks.js'

const writers: Readonly<Record<ColumnKind, (text: string) => string>> = {
  text: (text) => text,
  integer: (text) => `${text}::bigint`,
  boolean: (text) => `${text}::int::boolean`,
  moment: (text) => `${text}::timestamptz`,
  number: (text) => `${text}::float8`,
  bytes: (text) => `decode(${text}, 'hex')`
}

interface Reference {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/** Opens the database for a copy. Throws OperatorMistake where another one is being made into it. */
export async function openPostgresqlTarget (url: string): Promise<TargetStore> {
  const reader = await connect(url)
  const writer = await connect(url)
  const close = async () => {
    await reader.end()
    await writer.end()
  }
  const { rows: [lock] } = await writer.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
    locks.copy
  ])
  if (!lock!.locked) {
    await close()
    throw new OperatorMistake('A copy is being made into this database already')
  }

  const readMark = async () => {
    const { rows: [found] } = await writer.query<
      { marked: boolean }
    >("SELECT to_regclass('_cutroom_copy') IS NOT NULL AS marked")
    if (!found!.marked) return null
    return (await writer.query<
      Mark & { foreign_keys: string }
    >('SELECT source, state, foreign_keys FROM _cutroom_copy')).rows[0] ?? null
  }
  const setMark = async ({ source, state }: Mark, references: readonly Reference[]) => {
    await writer.query('CREATE TABLE IF NOT EXISTS _cutroom_copy (source text NOT NULL, state text NOT NULL, foreign_keys text NOT NULL); DELETE FROM _cutroom_copy')
    await writer.query('INSERT INTO _cutroom_copy (source, state, foreign_keys) VALUES ($1, $2, $3)', [source, state,
      JSON.stringify(references)])
  }
  /** What an interrupted run took away is known from its mark only. */
  const takenAway = async () => JSON.parse((await readMark())?.foreign_keys ?? '[]') as Reference[]

  return {
    ...readingStore(reader, (pages) => inSnapshot(reader, pages)),
    readMark,
    begin: (source) =>
      inTransaction(writer, async () => {
        const references = await listReferences(writer)
        await setMark({ source, state: 'copying' }, [...await takenAway(), ...references])
        for (const { table, name } of references) {
          await writer.query(`ALTER TABLE ${quote(table)} DROP CONSTRAINT ${quote(name)}`)
        }
      }),
    insert: async (table, rows) => {
      const names = table.columns.map(({ name }) => quote(name))
      await writer.query(`INSERT INTO ${quote(table.name)} (${names.join(', ')})
        SELECT ${table.columns.map(({ name, kind }) => writers[kind](quote(name))).join(', ')}
          FROM ${textTable(names)}`,
      table.columns.map((_column, index) => rows.map((row) => row[index])))
    },
    remove: async (table, rows) => {
      const key = table.key.map((name) => table.columns.find((column) => column.name === name)!)
      const names = key.map(({ name }) => quote(name))
      const keys = rows.map((row) => keyOf(table, row))
      await writer.query(`DELETE FROM ${quote(table.name)} WHERE (${names.join(', ')}) IN
        (SELECT ${key.map(({ name, kind }) => writers[kind](quote(name))).join(', ')} FROM ${textTable(names)})`,
      key.map((_column, index) => keys.map((values) => values[index])))
    },
    setPosition: async (table, position) => {
      await writer.query('SELECT setval(pg_get_serial_sequence($1, $2), $3, $4)', [quote(table.name), table.counter,
        Math.max(position, 1), position > 0])
    },
    finish: () =>
      inTransaction(writer, async () => {
        for (const { table, name, definition } of await takenAway()) {
          await writer.query(`ALTER TABLE ${quote(table)} ADD CONSTRAINT ${quote(name)} ${definition}`)
        }
        await setMark({ source: (await readMark())!.source, state: 'done' }, [])
      }),
    close
  }
}

/** A transaction for as long as is read. It must end then: the tables are changed after it. */
async function * inSnapshot (client: pg.Client, pages: Pages): Pages {
  await client.query('BEGIN READ ONLY')
  try {
    yield * pages
  } finally {
    await client.query('COMMIT')
  }
}

async function listReferences (client: pg.Client): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(`
    SELECT c.relname AS table, k.conname AS name, pg_get_constraintdef(k.oid) AS definition
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
    WHERE k.contype = 'f' AND c.relnamespace = current_schema()::regnamespace ORDER BY c.relname, k.conname`)
  return rows
}

async function inTransaction<Result> (client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  await client.query('BEGIN')
  try {
    const result = await work()
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

/** One text array for each column, as a table. */
function textTable (names: readonly string[]): string {
  return `unnest(${names.map((_name, index) => `$${index + 1}::text[]`).join(', ')}) AS given (${names.join(', ')})`
}
