import type { TargetedPointerEvent } from 'preact'
import { useRef } from 'preact/hooks'
import { useOnePointer } from './one-pointer.ts'
import { within } from './part.ts'

interface SliderProps {
  readonly name: string
  readonly most: number
  readonly value: number
  /** Of what is dragged, in pixels. */
  readonly handle: number
  /** The step of keys. */
  readonly step?: number | 'any'
  readonly class?: string
  readonly text?: string
  readonly onChange: (value: number) => void
}

/** A slider that one pointer moves: those of browsers go to any finger, and stay at the palm beside a pen. */
export function Slider ({ name, most, value, handle, text, onChange, ...rest }: SliderProps) {
  /** The pointers that press it: while there is one, the slider of the browser has no say. */
  const pressing = useRef(new Set<number>())
  const leave = ({ pointerId }: PointerEvent) => { pressing.current.delete(pointerId) }
  const take = (event: TargetedPointerEvent<Element>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const part = (event.clientX - left - handle / 2) / (width - handle)
    onChange(within(part) * most)
  }
  const { handlers } = useOnePointer({
    begin: (event) => {
      (event.currentTarget as HTMLElement).focus()
      take(event)
    },
    move: take
  })
  return (
    <input
      type='range' aria-label={name} aria-valuetext={text} min={0} max={most} value={value} {...rest} {...handlers}
      onMouseDown={(event) => event.preventDefault()}
      onPointerDownCapture={({ pointerId }) => { pressing.current.add(pointerId) }}
      onPointerUpCapture={leave} onPointerCancelCapture={leave}
      onInput={({ currentTarget: input }) => {
        if (pressing.current.size === 0) onChange(input.valueAsNumber)
        else input.value = String(value)
      }}
    />
  )
}
