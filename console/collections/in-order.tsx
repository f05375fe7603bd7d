import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { Asset } from '../api/client.ts'
import { Thumbnail } from '../items/thumbnail.tsx'
import { addressOf } from '../shell/place.ts'
import { Icon } from '../ui/icon.tsx'
import { tell, tellFailure } from '../ui/notes.tsx'
import { Virtual } from '../ui/virtual.tsx'
import { putInto, takeOut } from './api.ts'

interface InOrderProps {
  readonly id: string
  readonly assets: readonly Asset[]
  readonly mayChange: boolean
  /** Shows another order at once. */
  readonly put: (assets: Asset[]) => void
  readonly reload: () => Promise<void>
}

/** Pixels of a row. */
const ROW = 64

/** The assets of a collection. Rows are dragged to another place, or moved by their buttons. */
export function InOrder ({ id, assets, mayChange, put, reload }: InOrderProps) {
  const dragged = useRef<number | null>(null)
  /** The row before which the dragged one would come. */
  const target = useSignal<number | null>(null)
  const scroller = useRef<HTMLDivElement>(null)

  async function move (from: number, to: number): Promise<void> {
    const moved = assets[from]!
    const others = assets.filter((_, index) => index !== from)
    const place = to > from ? to - 1 : to
    if (place === from) return
    put([...others.slice(0, place), moved, ...others.slice(place)])
    try {
      await toPlace(moved, others, place)
    } catch (error) {
      tellFailure(error)
      await reload()
    }
  }

  /** At the end there is no asset to move it before. So the last one is moved before it. */
  async function toPlace (moved: Asset, others: readonly Asset[], place: number): Promise<void> {
    const next = others[place]
    if (next !== undefined) return putInto(id, [moved.id], next.id)
    const last = others.at(-1)
    if (last === undefined) return
    await putInto(id, [moved.id], last.id)
    await putInto(id, [last.id], moved.id)
  }

  async function remove (asset: Asset): Promise<void> {
    const next = assets[assets.indexOf(asset) + 1]
    try {
      await takeOut(id, [asset.id])
      await reload()
      tell('Taken out of the collection.', async () => {
        await putInto(id, [asset.id], next?.id)
        await reload()
      })
    } catch (error) {
      tellFailure(error)
    }
  }

  const row = (index: number) => {
    const asset = assets[index]!
    const title = asset.title === '' ? 'Untitled' : asset.title
    return (
      <div
        key={asset.id} role='listitem' class={target.value === index ? 'in-order-row target' : 'in-order-row'} draggable={mayChange}
        onDragStart={(event) => {
          dragged.current = index
          event.dataTransfer!.effectAllowed = 'move'
          event.dataTransfer!.setData('text/plain', title)
        }}
        onDragOver={(event) => {
          if (dragged.current === null) return
          event.preventDefault()
          target.value = index
        }}
        onDragEnd={() => { dragged.current = null; target.value = null }}
        onDrop={(event) => {
          event.preventDefault()
          const from = dragged.current
          dragged.current = target.value = null
          if (from !== null) move(from, from < index ? index + 1 : index)
        }}
      >
        <Thumbnail asset={asset} />
        <a href={addressOf(`assets/${asset.id}`)} dir='auto'>{title}</a>
        {mayChange && (
          <span class='actions'>
            <Button icon='up' name={`Move ${title} up`} isOff={index === 0} onClick={() => move(index, index - 1)} />
            <Button icon='down' name={`Move ${title} down`} isOff={index === assets.length - 1} onClick={() => move(index, index + 2)} />
            <Button icon='close' name={`Take ${title} out`} onClick={() => remove(asset)} />
          </span>
        )}
      </div>
    )
  }
  return (
    <div class='in-order' ref={scroller} role='list' aria-label='Assets'>
      <Virtual scroller={scroller} count={assets.length} height={ROW} always={-1} row={row} onEnd={() => {}} />
    </div>
  )
}

interface ButtonProps {
  readonly icon: 'up' | 'down' | 'close'
  readonly name: string
  readonly isOff?: boolean
  readonly onClick: () => void
}

function Button ({ icon, name, isOff = false, onClick }: ButtonProps) {
  return (
    <button type='button' class='icon-button' disabled={isOff} onClick={onClick}>
      <Icon name={icon} /><span class='hidden-text'>{name}</span>
    </button>
  )
}
