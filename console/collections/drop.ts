import { signal } from '@preact/signals'
import { takeDragged } from '../find/drag-move.ts'

/** The dropped assets, for which the user has to choose a collection; null if there are none. */
export const dropped = signal<readonly string[] | null>(null)

/** The attributes of a link that takes assets for a collection. */
export const takesForCollection = {
  onDragOver: (event: DragEvent) => { if (takeDragged({ isOver: false }).length > 0) event.preventDefault() },
  onDrop: (event: DragEvent) => {
    const ids = takeDragged({ isOver: true }).filter(({ type }) => type === 'asset').map(({ item }) => item.id)
    if (ids.length === 0) return
    event.preventDefault()
    dropped.value = ids
  }
}
