import { signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { placeOf } from '../film/clock.ts'
import { isDrawing, player, shown, sketch } from '../room/stage.ts'
import { DrawingLayer, type Tool } from './layer.tsx'

/** What the stage of a page shows of drawings: that of the chosen comment, or the one that is being made. */

const tool = signal<Tool>('pen')
const color = signal('#e69f00')
/** The drawings before the last changes. */
const history = signal<ReadonlyArray<typeof sketch.value>>([])

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

/** A film that was moved by less still shows the picture of a drawing, in seconds. */
const SAME_PICTURE = 0.02

function change (drawing: typeof sketch.value): void {
  history.value = [...history.value, sketch.value]
  sketch.value = drawing
}

function undo (): void {
  sketch.value = history.value.at(-1) ?? []
  history.value = history.value.slice(0, -1)
}

export function StageDrawing ({ ratio }: { ratio: number }) {
  const isAway = useIsAway(shown.value?.time ?? null)
  const mine = sketch.value
  useEffect(() => { history.value = [] }, [mine === null])
  if (mine !== null) {
    const pencil = isDrawing.value ? { tool: tool.value, color: color.value, onChange: change } : null
    return <DrawingLayer drawing={mine} ratio={ratio} pencil={pencil} />
  }
  return shown.value === null || isAway ? null : <DrawingLayer drawing={shown.value.drawing} ratio={ratio} />
}

/** Whether the film shows another picture than that of a moment. */
function useIsAway (time: number | null): boolean {
  const isAway = useSignal(false)
  useEffect(() => {
    const film = player.value
    isAway.value = false
    if (film === null || time === null) return
    const look = () => { isAway.value = !film.paused || Math.abs(film.currentTime - placeOf(time)) > SAME_PICTURE }
    const names = ['play', 'pause', 'seeked', 'timeupdate']
    for (const name of names) film.addEventListener(name, look)
    return () => { for (const name of names) film.removeEventListener(name, look) }
  }, [time, player.value])
  return isAway.value
}

/** The tools of who draws, below the picture. */
export function DrawTools () {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      if (target.matches('input, textarea, select, [contenteditable]') || event.altKey) return
      const key = event.key.toLowerCase()
      const isUndo = (event.ctrlKey || event.metaKey) && key === 'z'
      const named = event.ctrlKey || event.metaKey ? undefined : TOOLS.find(([, , letter]) => letter === key)
      if (isUndo) undo()
      else if (named !== undefined) tool.value = named[0]
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    // Before the player, which has keys of its own.
    document.addEventListener('keydown', press, true)
    return () => document.removeEventListener('keydown', press, true)
  }, [])
  const isEmpty = (sketch.value ?? []).length === 0
  return (
    <div class='draw-tools' role='toolbar' aria-label='Draw'>
      <span class='group'>
        {TOOLS.map(([each, name, key, path]) => (
          <button
            key={each} type='button' class='draw-tool' aria-label={name} title={`${name} (${key.toUpperCase()})`} aria-pressed={tool.value === each}
            onClick={() => { tool.value = each }}
          >
            <svg viewBox='0 0 16 16' aria-hidden='true'><path d={path} /></svg>
          </button>
        ))}
      </span>
      <span class='group'>
        {COLORS.map(([name, each]) => (
          <button
            key={each} type='button' class='draw-tool' aria-label={name} title={name} aria-pressed={color.value === each}
            onClick={() => { color.value = each }}
          >
            <span class='draw-color' style={{ background: each }} />
          </button>
        ))}
      </span>
      <button type='button' class='button' title='Ctrl+Z' disabled={history.value.length === 0} onClick={undo}>Undo</button>
      <button type='button' class='button' disabled={isEmpty} onClick={() => change([])}>Clear</button>
    </div>
  )
}
