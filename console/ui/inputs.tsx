import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'

interface InputProps<Value> {
  readonly label: string
  readonly value: Signal<Value>
  readonly hint?: string
}

interface TextInputProps extends InputProps<string> {
  readonly type?: 'text' | 'url' | 'email' | 'number' | 'date' | 'datetime-local' | 'password'
  readonly required?: boolean
  readonly autoFocus?: boolean
  readonly maxLength?: number
  readonly placeholder?: string
  readonly readOnly?: boolean
  readonly pattern?: string
  /** What the pattern means. */
  readonly title?: string
  /** Of a date or a number: the first and the last that can be chosen. */
  readonly min?: string
  readonly max?: string
  readonly step?: string
}

/** A text input, bound to a signal. */
export function TextInput ({ label, value, hint, type = 'text', maxLength = 1000, ...rest }: TextInputProps) {
  return (
    <label class='field'>
      <span>{label}</span>
      <input
        type={type as 'text'} maxLength={maxLength} autocomplete='off' value={value.value} {...rest}
        onInput={(event) => { value.value = event.currentTarget.value }}
      />
      {hint !== undefined && <span class='quiet hint'>{hint}</span>}
    </label>
  )
}

interface LongTextInputProps extends InputProps<string> {
  readonly rows: number
  readonly required?: boolean
  readonly maxLength?: number
}

/** A text input of several lines. */
export function LongTextInput ({ label, value, hint, ...rest }: LongTextInputProps) {
  return (
    <label class='field'>
      <span>{label}</span>
      <textarea value={value.value} {...rest} onInput={(event) => { value.value = event.currentTarget.value }} />
      {hint !== undefined && <span class='quiet hint'>{hint}</span>}
    </label>
  )
}

export function CheckInput ({ label, value, hint }: InputProps<boolean>) {
  return (
    <label class='check'>
      <input
        type='checkbox' checked={value.value} onChange={(event) => { value.value = event.currentTarget.checked }}
      />
      <span>{label}{hint !== undefined && <span class='quiet'> {hint}</span>}</span>
    </label>
  )
}

/** A select, bound to a signal. */
export function SelectInput (
  { label, value, hint, required = false, children }:
  InputProps<string> & { readonly required?: boolean, readonly children: ComponentChildren }
) {
  return (
    <label class='field'>
      <span>{label}</span>
      <select value={value.value} required={required} onChange={(event) => { value.value = event.currentTarget.value }}>
        {children}
      </select>
      {hint !== undefined && <span class='quiet hint'>{hint}</span>}
    </label>
  )
}
