import { signal } from '@preact/signals'
import { mayPutInto, rightsOf } from '../items/rights.ts'
import { tellFailure } from '../ui/notes.tsx'
import type { Found } from './results.ts'
import { selected } from './selection.ts'

/** The results that are being dragged, until they are dropped. */
let dragged: readonly Found[] = []
/** The project under the dragged results. */
const target = signal<string | null>(null)

/** The attributes of a result that can be dragged. If it is selected, all selected results are dragged with it. */
export function carried (result: Found, isOn: boolean) {
  if (!isOn || result.item.deleted || !rightsOf(result.type, result.item).place) return {}
  return {
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.stopPropagation()
      dragged = selected.value.has(result.item.id) ? [...selected.value.values()] : [result]
      event.dataTransfer!.effectAllowed = 'move'
      event.dataTransfer!.setData('text/plain', dragged.map(({ item }) => item.title).join('\n'))
    },
    onDragEnd: () => {
      dragged = []
      target.value = null
    }
  }
}

/** The attributes of a project that takes dropped results. */
export function takesDropped (id: string, title: string) {
  return {
    'data-target': target.value === id ? '' : undefined,
    onDragOver: (event: DragEvent) => {
      if (dragged.length === 0 || dragged.some(({ item }) => item.id === id) || !mayPutInto(id)) return
      event.preventDefault()
      target.value = id
    },
    onDragLeave: () => { if (target.value === id) target.value = null },
    onDrop: (event: DragEvent) => {
      if (dragged.length === 0) return
      event.preventDefault()
      const items = dragged
      dragged = []
      target.value = null
      import('../bulk/move-into.ts').then(async ({ moveInto }) => moveInto(items, id, title)).catch(tellFailure)
    }
  }
}

/** The dragged results, for a place that takes them. With `isOver` the dragging has ended. */
export function takeDragged ({ isOver }: { isOver: boolean }): readonly Found[] {
  const items = dragged
  if (isOver) dragged = []
  return items
}
