import { Table } from '../ui/table.tsx'
import { knownColumns, NONE } from './columns.ts'
import { isUnseenColumn, type Sheet } from './sheet.ts'

interface MatchColumnsProps {
  readonly sheet: Sheet
  /** What each column of the file is to become. */
  readonly columns: readonly string[]
  readonly onChange: (columns: readonly string[]) => void
}

const EXAMPLE_LENGTH = 60

/** Says what each column of a file becomes, and lets somebody choose. */
export function MatchColumns ({ sheet, columns, onChange }: MatchColumnsProps) {
  const known = knownColumns()
  const seen = sheet.headings.map((heading, index) => ({ heading, index }))
    .filter(({ index }) => !isUnseenColumn(sheet, index))
  const out = seen.filter(({ index }) => columns[index] === NONE).length
  return (
    <section class='stack' aria-label='Match columns'>
      <h2>Match columns</h2>
      <p class='quiet'>
        {out === 0 ? 'Each column of the file has its place.' : 'Choose what the columns without a place mean, or leave them out.'}
      </p>
      <Table name='Columns' columns={['In the file', 'First row', 'Becomes']}>
        {seen.map(({ heading, index }) => (
          <tr key={index}>
            <th scope='row'>{heading}</th>
            <td class='cut'>{(sheet.example[index] ?? '').slice(0, EXAMPLE_LENGTH)}</td>
            <td>
              <select
                value={columns[index]} aria-label={`Column ${heading}`}
                onChange={({ currentTarget: { value } }) => {
                  // Each may be chosen once.
                  onChange(columns.map((name, at) => at === index ? value : name === value ? NONE : name))
                }}
              >
                <option value={NONE}>Leave out</option>
                {known.map(([name, shown]) => <option key={name} value={name}>{shown}</option>)}
              </select>
            </td>
          </tr>
        ))}
      </Table>
    </section>
  )
}
