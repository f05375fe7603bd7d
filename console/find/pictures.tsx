import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Asset } from '../api/client.ts'
import { Thumbnail } from '../items/thumbnail.tsx'
import { addressOf } from '../shell/place.ts'
import { Icon } from '../ui/icon.tsx'
import { Grid, onChoose, pageOf, shown, type Shown } from './grid.tsx'
import { found } from './results.ts'
import { active } from './selection.ts'

const WIDEST = 240
const WORDS_HEIGHT = 60

/** The results as pictures. */
export function ResultPictures () {
  const width = useSignal(960)
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const measure = () => { width.value = box.current!.clientWidth }
    const observer = new ResizeObserver(measure)
    observer.observe(box.current!)
    measure()
    return () => observer.disconnect()
  }, [])
  const columns = Math.max(2, Math.round(width.value / WIDEST))
  const height = Math.round((width.value / columns) * 0.68) + WORDS_HEIGHT
  const row = (index: number) => (
    <div class='picture-row' role='row' aria-rowindex={index + 1} style={{ gridTemplateColumns: `repeat(${columns}, 1fr)` }}>
      {found.value.slice(index * columns, (index + 1) * columns).map((_, place) =>
        <Picture key={place} {...shown(index * columns + place)} />)}
    </div>
  )
  return (
    <div ref={box} class='fill'>
      <Grid class='as-pictures' name='Results' columns={columns} height={height} row={row} />
    </div>
  )
}

function Picture ({ index, result, isActive, isSelected }: Shown) {
  const { type, item } = result
  return (
    <div
      class='picture' role='gridcell' aria-selected={isSelected} tabIndex={isActive ? 0 : -1}
      data-active={isActive ? '' : undefined} onFocus={() => { active.value = index }}
    >
      <input
        type='checkbox' tabIndex={-1} checked={isSelected} aria-label={`Choose ${item.title}`}
        onClick={(event) => onChoose(event, index)}
      />
      <a href={addressOf(pageOf(result))} tabIndex={-1}>
        {type === 'asset' ? <Thumbnail asset={item as Asset} /> : <span class='thumbnail'><Icon name='folder' /></span>}
        <span class='picture-title'>{item.title === '' ? 'Untitled' : item.title}</span>
        <span class='picture-words'>{item.category || item.tags.join(', ') || (type === 'project' ? 'Project' : ' ')}</span>
      </a>
    </div>
  )
}
