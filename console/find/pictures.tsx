import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useFiles, type WithFiles } from '../items/previews.ts'
import { ThumbnailOf } from '../items/thumbnail.tsx'
import { addressOf } from '../shell/place.ts'
import { Grid } from './grid.tsx'
import { PICTURE_WIDTH, readKept } from './kept.ts'
import { Choose, pageOf, Picture, shown, titleOf, UnsavedMark, walked, type Shown } from './result.tsx'
import { found } from './results.ts'
import { Scrub } from './scrub.tsx'
import { Signs } from './signs.tsx'

/** Two lines of a title, and one of other words. */
const WORDS_HEIGHT = 76

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
  const { pictureWidth } = readKept()
  const fewest = pictureWidth === undefined ? 2 : 1
  const columns = Math.max(fewest, Math.round(width.value / (pictureWidth ?? PICTURE_WIDTH)))
  const height = Math.round((width.value / columns) * 0.68) + WORDS_HEIGHT
  const row = (index: number) => (
    <div class='picture-row' role='row' aria-rowindex={index + 1} style={{ gridTemplateColumns: `repeat(${columns}, 1fr)` }}>
      {found.value.slice(index * columns, (index + 1) * columns).map((_, place) =>
        <Cell key={place} {...shown(index * columns + place)} />)}
    </div>
  )
  return (
    <div ref={box} class='fill'>
      <Grid class='as-pictures' name='Results' columns={columns} height={height} row={row} />
    </div>
  )
}

function Cell (props: Shown) {
  const { result } = props
  const { type, item } = result
  return (
    <div class='picture' role='gridcell' {...walked(props)}>
      <Choose {...props} />
      <a href={addressOf(pageOf(result))} tabIndex={-1} draggable={false}>
        <span class='picture-box'>
          {type === 'asset' ? <AssetPicture asset={item} /> : <Picture {...props} />}
        </span>
        <span class='picture-title' dir='auto' title={titleOf(result)}><UnsavedMark {...props} />{titleOf(result)}</span>
        <span class='picture-words'>{item.category || item.tags.join(', ') || (type === 'project' ? 'Project' : ' ')}</span>
      </a>
    </div>
  )
}

function AssetPicture ({ asset }: { asset: WithFiles }) {
  const files = useFiles(asset, true) ?? []
  return (
    <>
      <ThumbnailOf asset={asset} files={files} />
      <Scrub files={files} />
      <Signs asset={asset} files={files} />
    </>
  )
}
