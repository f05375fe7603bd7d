import type { ComponentChildren } from 'preact'

interface TableProps {
  readonly name: string
  readonly columns: readonly string[]
  readonly children: ComponentChildren
}

/** A table that scrolls sideways if it is too wide. Columns without a heading hold buttons. */
export function Table ({ name, columns, children }: TableProps) {
  return (
    <div class='table-box' role='region' aria-label={name} tabIndex={0}>
      <table class='table'>
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
