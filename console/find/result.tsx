import { unsaved } from '../items/edits.ts'
import { Thumbnail } from '../items/thumbnail.tsx'
import { Icon } from '../ui/icon.tsx'
import { carried, takesDropped } from './drag-move.ts'
import { found, type Found } from './results.ts'
import { active, selected, selectTo, toggle } from './selection.ts'
import type { Step } from './walk.ts'

/** The props of a result. If none of them changes, it is not drawn again. */
export interface Shown {
  readonly index: number
  readonly result: Found
  readonly isActive: boolean
  readonly isSelected: boolean
}

export function shown (index: number): Shown {
  const result = found.value[index]!
  return { index, result, isActive: active.value === index, isSelected: selected.value.has(result.item.id) }
}

/** The attributes of a row or picture for arrow keys, and for dragging what is selected. */
export function walked ({ index, result, isActive, isSelected }: Shown) {
  const { type, item } = result
  return {
    ...carried(result, isSelected),
    ...(type === 'project' ? takesDropped(item.id, titleOf(result)) : {}),
    'aria-selected': isSelected,
    tabIndex: isActive ? 0 : -1,
    'data-active': isActive ? '' : undefined,
    'data-index': index,
    onFocus: () => { active.value = index }
  }
}

/** Selects with the mouse as lists usually do. */
export function Choose ({ index, result: { item }, isSelected }: Shown) {
  return (
    <input
      type='checkbox' tabIndex={-1} checked={isSelected} aria-label={`Choose ${item.title}`}
      onClick={(event) => {
        event.stopPropagation()
        if (event.shiftKey) selectTo(found.value, index)
        else toggle(found.value, index)
        active.value = index
      }}
    />
  )
}

export function Picture ({ result: { type, item } }: Shown) {
  return type === 'asset' ? <Thumbnail asset={item} /> : <span class='thumbnail'><Icon name='folder' /></span>
}

/** Marks what has unsaved edits in this tab. */
export function UnsavedMark ({ result: { item } }: Shown) {
  return unsaved.value.some(({ id }) => id === item.id) ? <span class='tag unsaved'>Not saved</span> : null
}

export function titleOf ({ item }: Found): string {
  return item.title === '' ? 'Untitled' : item.title
}

export function pageOf ({ type, item }: Step): string {
  return type === 'asset' ? `assets/${item.id}` : `projects/${item.id}`
}
