import { useRef } from 'preact/hooks'
import { fromLocal, toLocal } from './local-time.ts'
import type { ControlProps } from './value-field.tsx'

/** A date and time, in local time. Only what is typed changes: see `fromLocal`. */
export function DateTimeControl ({ id, value, onChange, readOnly, required }: ControlProps) {
  /** The text that was typed, and the value that was made of it. The browser forgets half a year if it is set anew. */
  const typed = useRef<{ text: string, value: string | null } | null>(null)
  /** The last value that was not typed here. */
  const before = useRef<Date | null>(null)
  if (typed.current?.value !== value) {
    typed.current = null
    before.current = typeof value === 'string' ? new Date(value) : null
  }

  function change (text: string): void {
    const time = fromLocal(text, before.current)
    typed.current = { text, value: time?.toISOString() ?? null }
    onChange(typed.current.value)
  }

  return (
    <input
      id={id} type='datetime-local' step='1' max='9999-12-31T23:59:59' readOnly={readOnly}
      required={required}
      value={typed.current?.text ?? (typeof value === 'string' ? toLocal(new Date(value)) : '')}
      onInput={(event) => change(event.currentTarget.value)}
    />
  )
}
