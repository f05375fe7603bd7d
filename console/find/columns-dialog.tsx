import { useEffect } from 'preact/hooks'
import { Dialog } from '../ui/dialog.tsx'
import { tellFailure } from '../ui/notes.tsx'
import { allColumns, chosenColumns, toggleColumn } from './columns.ts'
import { loadGroups } from './names.ts'

/** Chooses the columns of the table. They are kept in the browser. */
export function ColumnsDialog ({ onClose }: { onClose: () => void }) {
  useEffect(() => { loadGroups().catch(tellFailure) }, [])
  const chosen = chosenColumns()
  return (
    <Dialog title='Columns' onClose={onClose}>
      <div class='stack'>
        {allColumns().map((column) => (
          <label key={column.key} class='check'>
            <input
              type='checkbox' checked={chosen.some(({ key }) => key === column.key)}
              onChange={() => toggleColumn(column.key)}
            />
            <span>{column.name}</span>
          </label>
        ))}
        <div class='actions'><button type='button' class='button primary' onClick={onClose}>Done</button></div>
      </div>
    </Dialog>
  )
}
