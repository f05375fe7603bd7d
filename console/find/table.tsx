import { addressOf } from '../shell/place.ts'
import { ago, date } from '../ui/words.ts'
import { Grid } from './grid.tsx'
import { Choose, pageOf, Picture, shown, titleOf, UnsavedMark, walked, type Shown } from './result.tsx'

const HEIGHT = 52
const SHOWN_TAGS = 3

/** The results as a table. */
export function ResultTable () {
  const head = (
    <div class='grid-row grid-head' role='row'>
      <span role='columnheader'><span class='hidden-text'>Chosen</span></span>
      <span role='columnheader'><span class='hidden-text'>Picture</span></span>
      <span role='columnheader'>Title</span>
      <span role='columnheader'>Category</span>
      <span role='columnheader'>Owner</span>
      <span role='columnheader'>Changed</span>
    </div>
  )
  return <Grid class='as-table' name='Results' columns={1} height={HEIGHT} head={head} row={tableRow} />
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
      <span role='gridcell'><Picture {...props} /></span>
      <span role='gridcell' class='cell-title'>
        <a href={addressOf(pageOf(result))} tabIndex={-1} draggable={false}>{titleOf(result)}</a>
        <UnsavedMark {...props} />
        <span class='tags'>
          {item.tags.slice(0, SHOWN_TAGS).map((tag) => <span key={tag} class='tag'>{tag}</span>)}
          {item.tags.length > SHOWN_TAGS && <span class='tag'>+{item.tags.length - SHOWN_TAGS}</span>}
        </span>
      </span>
      <span role='gridcell' class='cell-quiet'>{item.category}</span>
      <span role='gridcell' class='cell-quiet'>{item.owner}</span>
      <span role='gridcell' class='cell-quiet'>
        <time dateTime={item.modification_date} title={date(item.modification_date)}>
          {ago(item.modification_date)}
        </time>
      </span>
    </div>
  )
}
