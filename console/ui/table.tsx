import type { ComponentChildren } from 'preact'

interface TableProps {
  readonly name: string
  readonly columns: readonly string[]
  readonly children: ComponentChildren
}

/**
 * A table that scrolls sideways if it is too wide. On a phone each row is a block, in which the heading of a column is
 * before its value. Columns without a heading hold buttons.
 */
export function Table ({ name, columns, children }: TableProps) {
  return (
    <div class='table-box' role='region' aria-label={name} tabIndex={0}>
      <table class='table' style={headings(columns)}>
        <thead>
          <tr>
            {columns.map((column, index) => column === ''
              ? <td key={index} />
              : <th key={index} scope='col'>{column}</th>)}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

/** What `tables.css` puts before the values of each column. */
function headings (columns: readonly string[]): Record<string, string> {
  return Object.fromEntries(columns.flatMap((column, index) =>
    column === '' ? [] : [[`--column-${index + 1}`, JSON.stringify(column)]]))
}
