import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { Project } from '../api/client.ts'
import { rightsOf } from '../items/rights.ts'
import { addressOf, go } from '../shell/place.ts'
import { Icon } from '../ui/icon.tsx'
import { keyOf } from '../ui/keys.ts'
import { tellFailure } from '../ui/notes.tsx'
import { move } from './move.ts'
import { close, isWithin, open, type Row } from './tree.ts'

/** The rows of the tree, for arrow keys. Dragging one onto another moves it. */
export function TreeRows ({ rows, onMove }: { rows: readonly Row[], onMove: (project: Project) => void }) {
  const active = useSignal<string | null>(null)
  const dragged = useSignal<Project | null>(null)
  /** The project below the pointer; null at the top. */
  const target = useSignal<string | null | undefined>(undefined)
  const box = useRef<HTMLDivElement>(null)
  const index = Math.max(0, rows.findIndex(({ project }) => project.id === active.value))

  function focus (at: number) {
    const row = rows[Math.max(0, Math.min(rows.length - 1, at))]
    if (row === undefined) return
    active.value = row.project.id
    box.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(row.project.id)}"]`)?.focus()
  }

  function onKeyDown (event: KeyboardEvent) {
    const { project, isOpen, depth } = rows[index]!
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowDown') focus(index + 1)
    else if (event.key === 'ArrowUp') focus(index - 1)
    else if (event.key === 'Home') focus(0)
    else if (event.key === 'End') focus(rows.length - 1)
    else if (event.key === 'ArrowRight') isOpen ? focus(index + 1) : open(project.id).catch(tellFailure)
    else if (event.key === 'ArrowLeft') {
      if (isOpen) close(project.id)
      else focus(rows.findLastIndex((row, at) => at < index && row.depth === depth - 1))
    } else if (event.key === 'Enter') go(`projects/${project.id}`)
    else if (keyOf(event) === 'm' && rightsOf('project', project).place) onMove(project)
    else return
    event.preventDefault()
  }

  const over = (id: string | null) => (event: DragEvent) => {
    const { value: project } = dragged
    if (project === null || (id !== null && isWithin(id, project.id))) return
    event.preventDefault()
    event.stopPropagation()
    target.value = id
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const [project, to] = [dragged.value, target.value]
    dragged.value = null
    target.value = undefined
    if (project !== null && to !== undefined) move(project, to)
  }

  return (
    <div ref={box} class='tree' role='tree' aria-label='Tree' onKeyDown={onKeyDown}>
      {rows.map(({ project, depth, isOpen, hasChildren, position, siblings }, at) => (
        <div
          key={project.id} role='treeitem' data-id={project.id} class={target.value === project.id ? 'tree-row target' : 'tree-row'}
          aria-level={depth} aria-posinset={position} aria-setsize={siblings}
          aria-expanded={hasChildren === false ? undefined : isOpen} tabIndex={at === index ? 0 : -1}
          style={{ paddingInlineStart: `${8 + (depth - 1) * 24}px` }} draggable={rightsOf('project', project).place}
          onFocus={() => { active.value = project.id }} onDrop={drop} onDragOver={over(project.id)}
          onDragStart={(event) => {
            dragged.value = project
            event.dataTransfer!.effectAllowed = 'move'
            event.dataTransfer!.setData('text/plain', project.title)
          }}
          onDragEnd={() => {
            dragged.value = null
            target.value = undefined
          }}
        >
          <button
            type='button' class='icon-button small' tabIndex={-1} aria-hidden='true'
            onClick={() => { isOpen ? close(project.id) : open(project.id).catch(tellFailure) }}
          >
            {hasChildren !== false && <Icon name={isOpen ? 'down' : 'right'} />}
          </button>
          <Icon name={project.private ? 'lock' : 'folder'} />
          <a href={addressOf(`projects/${project.id}`)} tabIndex={-1} dir='auto'>{project.title === '' ? 'Untitled' : project.title}</a>
          <span class='quiet'>{project.category}</span>
        </div>
      ))}
      {dragged.value !== null && dragged.value.project_id !== null && (
        <div class={target.value === null ? 'tree-top target' : 'tree-top'} role='presentation' onDragOver={over(null)} onDrop={drop}>
          Drop here for the top
        </div>
      )}
    </div>
  )
}
