import { useEffect } from 'preact/hooks'
import { rightsOf } from '../items/rights.ts'
import { addressOf, place } from '../shell/place.ts'
import { Icon } from '../ui/icon.tsx'
import { tellFailure } from '../ui/notes.tsx'
import { Cell, Editable } from './cell.tsx'
import { chosenColumns, edited, namesCustomFields, TITLE, type Column } from './columns.ts'
import { carried } from './drag-move.ts'
import { Grid } from './grid.tsx'
import { loadGroups } from './names.ts'
import { searchOf, sortBy } from './query.ts'
import { Choose, pageOf, Picture, shown, titleOf, UnsavedMark, walked, type Shown } from './result.tsx'
import { active } from './selection.ts'
import { found } from './results.ts'

const HEIGHT = 52
const SHOWN_TAGS = 3
/** The least widths in pixels: of what comes before the columns, and of a column. */
const TITLE_WIDTH = 296
const COLUMN_WIDTH = 110

/** The results as a table. */
export function ResultTable () {
  const needsNames = namesCustomFields()
  useEffect(() => { if (needsNames) loadGroups().catch(tellFailure) }, [needsNames])
  const columns = chosenColumns()
  const head = (
    <div class='grid-row grid-head' role='row'>
      <span role='columnheader'><span class='hidden-text'>Chosen</span></span>
      <span role='columnheader'><span class='hidden-text'>Picture</span></span>
      <Header column={TITLE} />
      {columns.map((column) => <Header key={column.key} column={column} isColumn />)}
    </div>
  )
  const style = {
    '--columns': columns.length === 0 ? '' : `repeat(${columns.length}, minmax(${COLUMN_WIDTH}px, 1fr))`,
    '--least': `${TITLE_WIDTH + columns.length * COLUMN_WIDTH}px`
  }
  return (
    <Grid
      class='as-table' name='Results' columns={1} height={HEIGHT} head={head} row={tableRow} style={style}
      onEdit={editFirst}
    />
  )
}

/** A heading. If results can be sorted by it, a click does so, and another one reverses the order. */
function Header ({ column: { name, sort }, isColumn = false }: { column: Column, isColumn?: boolean }) {
  const now = searchOf(place.value.params).get('sort') ?? '-modified_date'
  const turned = sort === undefined ? undefined : sort.startsWith('-') ? sort.slice(1) : `-${sort}`
  const isOn = now === sort || now === turned
  const isDown = now.startsWith('-')
  return (
    <span
      role='columnheader' class={isColumn ? 'column' : undefined}
      aria-sort={sort === undefined ? undefined : !isOn ? 'none' : isDown ? 'descending' : 'ascending'}
    >
      {sort === undefined
        ? name
        : (
          <button type='button' class='sort' onClick={() => sortBy(now === sort ? turned! : sort)}>
            {name}{isOn && <Icon name={isDown ? 'down' : 'up'} />}
          </button>
          )}
    </span>
  )
}

/** Edits the first cell of the row that has the focus. */
function editFirst (): void {
  const result = found.value[active.value]
  if (result === undefined || result.item.deleted || !rightsOf(result.type, result.item).change) return
  const { item } = result
  edited.value = { id: item.id, key: TITLE.key }
}

function tableRow (index: number) {
  return <Row {...shown(index)} />
}

function Row (props: Shown) {
  const { index, result } = props
  const { item } = result
  return (
    <div class='grid-row' role='row' aria-rowindex={index + 2} {...walked(props)}>
      <span role='gridcell' class='cell-check'><Choose {...props} /></span>
      <span role='gridcell' {...carried(result, true)}><Picture {...props} /></span>
      <span role='gridcell' class='cell-title'>
        <Editable column={TITLE} result={result}>
          <a href={addressOf(pageOf(result))} tabIndex={-1} draggable={false} dir='auto'>{titleOf(result)}</a>
          <UnsavedMark {...props} />
          <span class='tags'>
            {item.tags.slice(0, SHOWN_TAGS).map((tag) => <span key={tag} class='tag'>{tag}</span>)}
            {item.tags.length > SHOWN_TAGS && <span class='tag'>+{item.tags.length - SHOWN_TAGS}</span>}
          </span>
        </Editable>
      </span>
      {chosenColumns().map((column) => <Cell key={column.key} column={column} result={result} />)}
    </div>
  )
}
