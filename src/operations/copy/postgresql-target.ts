import type pg from 'pg'
import { OperatorMistake } from '../../errors.js'
import { connect, readingStore } from './postgresql-source.js'
import type { Mark, TargetStore } from './store.js'
import { quote, type ColumnKind } from './table.js'
import { locks } from '../../database/locks.js'

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

/**
 * Opens the database for a copy. After the mark everything is one transaction: an interrupted copy leaves the mark
 * only. Throws OperatorMistake if another copy is running into it.
 */
export async function openPostgresqlTarget (url: string): Promise<TargetStore> {
  const client = await connect(url)
  const { rows: [lock] } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
    locks.copy
  ])
  if (!lock!.locked) {
    await client.end()
    throw new OperatorMistake('A copy is being made into this database already')
  }
  let references: readonly Reference[] = []

  const setMark = async ({ source, state }: Mark) => {
    await client.query('DROP TABLE IF EXISTS _cutroom_copy; CREATE TABLE _cutroom_copy (source text NOT NULL, state text NOT NULL)')
    await client.query('INSERT INTO _cutroom_copy (source, state) VALUES ($1, $2)', [source, state])
  }

  return {
    ...readingStore(client),
    async readMark () {
      const { rows: [found] } = await client.query<
        { marked: boolean }
      >("SELECT to_regclass('_cutroom_copy') IS NOT NULL AS marked")
      if (!found!.marked) return null
      return (await client.query<Mark>('SELECT source, state FROM _cutroom_copy')).rows[0] ?? null
    },
    async begin (source, tables) {
      await setMark({ source, state: 'copying' })
      await client.query('BEGIN')
      references = await listReferences(client)
      for (const { table, name } of references) {
        await client.query(`ALTER TABLE ${quote(table)} DROP CONSTRAINT ${quote(name)}`)
      }
      await client.query(`TRUNCATE ${tables.map(({ name }) => quote(name)).join(', ')}`)
    },
    async insert (table, rows) {
      const names = table.columns.map(({ name }) => quote(name))
      await client.query(`INSERT INTO ${quote(table.name)} (${names.join(', ')})
        SELECT ${table.columns.map(({ name, kind }) => writers[kind](quote(name))).join(', ')}
          FROM ${textTable(names)}`,
      table.columns.map((_column, index) => rows.map((row) => row[index])))
    },
    async setPosition (table, position) {
      await client.query('SELECT setval(pg_get_serial_sequence($1, $2), $3, $4)', [quote(table.name), table.counter,
        Math.max(position, 1), position > 0])
    },
    async finish (source) {
      for (const { table, name, definition } of references) {
        await client.query(`ALTER TABLE ${quote(table)} ADD CONSTRAINT ${quote(name)} ${definition}`)
      }
      await setMark({ source, state: 'behind' })
      await client.query('COMMIT')
    },
    async complete () {
      await client.query("UPDATE _cutroom_copy SET state = 'done'")
    },
    close: () => client.end()
  }
}

async function listReferences (client: pg.Client): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(`
    SELECT c.relname AS table, k.conname AS name, pg_get_constraintdef(k.oid) AS definition
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
    WHERE k.contype = 'f' AND c.relnamespace = current_schema()::regnamespace ORDER BY c.relname, k.conname`)
  return rows
}

/** A table of text arrays, one for each column. */
function textTable (names: readonly string[]): string {
  return `unnest(${names.map((_name, index) => `$${index + 1}::text[]`).join(', ')}) AS given (${names.join(', ')})`
}
