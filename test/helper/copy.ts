import { Sqlite } from '#src/database/driver.mjs'
import { foreignTables } from '#src/operations/copy/table.js'
import { sqlitePath } from '#src/database/sqlite-path.js'

/** Rows of each table. */
export const ROWS = 3

interface ColumnInfo {
  readonly name: string
  readonly type: string
  readonly notnull: number
  readonly pk: number
}

interface ReferenceInfo {
  readonly table: string
  readonly from: string
  readonly to: string
}

/** Texts that languages sort differently from bytes, and that are hard to quote. */
const texts = ['Zebra "1" {2}', 'apple, \\ \' NULL', 'Äpfel 😀\n\t']

/**
 * Inserts rows into every table of a migrated SQLite database, whatever tables there are: a value of each type in each
 * column, nulls where they are allowed, and references to later rows.
 */
export function fillEveryTable (url: string): void {
  const driver = new Sqlite(sqlitePath(url))
  driver.pragma('foreign_keys = OFF')
  const tables = driver.prepare<
    [],
    { name: string }
  >("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'").all()
    .filter(({ name }) => !foreignTables.includes(name))
  for (const { name } of tables) {
    const columns = driver.prepare<[string], ColumnInfo>('SELECT name, type, "notnull", pk FROM pragma_table_info(?)').all(name)
    const references = driver.prepare<[string], ReferenceInfo>('SELECT "table", "from", "to" FROM pragma_foreign_key_list(?)').all(name)
    const insert = driver.prepare(`INSERT INTO "${name}" (${columns.map((column) => `"${column.name}"`).join(', ')})
      VALUES (${columns.map(() => '?').join(', ')})`)
    for (let number = 1; number <= ROWS; number++) {
      insert.run(...columns.map((column) => {
        if (number === 2 && column.notnull === 0 && column.pk === 0) return null
        const reference = references.find(({ from }) => from === column.name)
        return reference === undefined
          ? valueFor(name, column, number)
          : valueFor(reference.table, { ...column, name: reference.to }, ROWS + 1 - number)
      }))
    }
  }
  const broken = driver.pragma('foreign_key_check') as unknown[]
  if (broken.length > 0) throw new Error(`the rows do not fit together: ${JSON.stringify(broken[0])}`)
  driver.close()
}

function valueFor (
  table: string, { name, type }: { name: string, type: string }, number: number
): string | number | bigint | Buffer {
  switch (type) {
    case 'INTEGER': return number * 11
    case 'BIGINT': return 2n ** 53n + BigInt(number)
    case 'BOOLEAN': return number % 2
    case 'DATETIME': return `2026-0${number}-28T23:59:59.${number}07+00:00`
    case 'REAL': return number / 3
    case 'BLOB': return Buffer.from([0, number, 255])
    default: return `${texts[number - 1]} ${name === 'id' ? table : name}`
  }
}
