import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { projectRoot } from '#src/basics/paths.js'
import { createTestDatabase } from '../../helper/databases.js'
import { noteOrigins } from '../../helper/rows/origins.js'
import { readTypes, type RowType } from '../../helper/rows/types.js'

t.test('A statement returns the columns of the type of its rows, on both databases', async (t) => {
  const origins = noteOrigins()
  // Loaded after the line above, which notes what they make.
  const { loadStatements } = await import('../../helper/statements.js')
  const { openPostgresqlColumns, openSqliteColumns } = await import('../../helper/rows/columns.js')
  const statements = await loadStatements()
  const types = readTypes(sourcesWithStatements())

  const [sqlite, postgresql] = await Promise.all([createTestDatabase('sqlite'), createTestDatabase('postgresql')])
  const asked = [openSqliteColumns(sqlite.url), await openPostgresqlColumns(postgresql.url)]
  t.teardown(async () => {
    for (const { close } of asked) await close()
    for (const { drop } of [sqlite, postgresql]) await drop()
  })

  const wrong: string[] = []
  for (const statement of statements) {
    const places = origins.get(statement)!
    const [{ path, line }] = places as [typeof places[number]]
    try {
      const row = types.rowAt(places)
      if (row === null) continue
      const answers = await Promise.all(asked.map(({ columnsOf }) => columnsOf(statement)))
      const known = answers.filter((columns) => columns !== null)
      wrong.push(...new Set(known.flatMap((columns) => differences(row, columns))
        .map((what) => `${path}:${line}, ${statement.name}: ${what}`)))
    } catch (error) {
      wrong.push(`${path}:${line}, ${statement.name}: ${(error as Error).message}`)
    }
  }
  t.strictSame(wrong, [])

  const made = new Set([...origins.values()].map(([first]) => `${first!.path}:${first!.line}`))
  const unmade = types.statementCalls().filter((place) => !made.has(place))
  t.strictSame(unmade.map((place) => `${place} makes no statement when its module is loaded: make it there`), [])
})

function differences (row: RowType, columns: readonly string[]): string[] {
  const missing = [...row.names].filter(([name, { isOptional }]) => !isOptional && !columns.includes(name))
    .map(([name]) => `select ${name}, which the type of its rows has, or take it out of the type`)
  const unknown = columns.filter((name) => !row.isOpen && !row.names.has(name))
    .map((name) => `put ${name} into the type of its rows, or do not select it`)
  return [...missing, ...unknown]
}

function sourcesWithStatements (): string[] {
  return readdirSync(join(projectRoot, 'src'), { recursive: true, encoding: 'utf8' }).map((path) => join('src', path))
    .filter((path) => path.endsWith('.ts') && /\bstatement[<(]/.test(readFileSync(join(projectRoot, path), 'utf8')))
}
