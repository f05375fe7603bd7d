import { useEffect } from 'preact/hooks'
import type { Sketch } from '../room/sketch.ts'
import { keyOf } from '../ui/keys.ts'
import type { Tool } from './layer.tsx'
import { color, tool } from './pencil.ts'
import './draw.css'

/** The palette of Okabe and Ito: those who do not see red and green tell the colours apart. */
const COLORS = [
  ['Orange', '#e69f00'], ['Light blue', '#56b4e9'], ['Yellow', '#f0e442'], ['Blue', '#0072b2'], ['White', '#ffffff'], ['Black', '#000000']
] as const

const TOOLS: ReadonlyArray<readonly [tool: Tool, name: string, key: string, path: string]> = [
  ['pen', 'Pen', 'p', 'M2 14c3-9 5 3 7-3s3-4 5-8'],
  ['arrow', 'Arrow', 'a', 'M2 14 13 3M6.500 3H13v6.500'],
  ['line', 'Line', 'l', 'M2 14 14 2'],
  ['rectangle', 'Rectangle', 'r', 'M2 3.500h12v9h-12z'],
  ['ellipse', 'Ellipse', 'e', 'M2 8a6 4.500 0 1 0 12 0a6 4.500 0 1 0-12 0Z']
]

/** The tools of who draws. */
export function DrawTools ({ sketch }: { sketch: Sketch }) {
  const { drawing, before, change, undo } = sketch
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      if (target.matches('input, textarea, select, [contenteditable], dialog *') || event.altKey) return
      const key = keyOf(event)
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && key === 'z'
      const named = event.ctrlKey || event.metaKey ? undefined : TOOLS.find(([, , letter]) => letter === key)
      if (isUndo) undo()
      else if (named !== undefined) tool.value = named[0]
      // A shape that is begun by keys is ended by the picture itself.
      else if (key === 'Escape' && !target.matches('.drawn-on')) sketch.take(false)
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    // Before the player, which has keys of its own.
    document.addEventListener('keydown', press, true)
    return () => document.removeEventListener('keydown', press, true)
  }, [])
  const isEmpty = (drawing.value ?? []).length === 0
  return (
    <div class='draw-tools' role='toolbar' aria-label='Draw'>
      <span class='draw-group'>
        {TOOLS.map(([each, name, key, path]) => (
          <button
            key={each} type='button' class='draw-tool' aria-label={name} title={`${name} (${key.toUpperCase()})`} aria-pressed={tool.value === each}
            onClick={() => { tool.value = each }}
          >
            <svg viewBox='0 0 16 16' aria-hidden='true'><path d={path} /></svg>
          </button>
        ))}
      </span>
      <span class='draw-group'>
        {COLORS.map(([name, each]) => (
          <button
            key={each} type='button' class='draw-tool' aria-label={name} title={name} aria-pressed={color.value === each}
            onClick={() => { color.value = each }}
          >
            <span class='draw-color' style={{ background: each }} />
          </button>
        ))}
      </span>
      <button type='button' class='button' title='Ctrl+Z' disabled={before.value.length === 0} onClick={undo}>Undo</button>
      <button type='button' class='button' disabled={isEmpty} onClick={() => change([])}>Clear</button>
    </div>
  )
}
