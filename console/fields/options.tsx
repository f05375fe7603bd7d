import type { Signal } from '@preact/signals'
import { optionsOf, type CustomField } from '../find/names.ts'
import { LongTextInput } from '../ui/inputs.tsx'

/** The options of a dropdown, as text. */
export function OptionsInput ({ value }: { value: Signal<string> }) {
  return (
    <LongTextInput label='Options' value={value} rows={5} hint='One a line: value, or value = what people are shown' />
  )
}

export function textOf (field: Pick<CustomField, 'dropdown_options'>): string {
  return optionsOf(field).map(([value, label]) => value === label ? value : `${value} = ${label}`).join('\n')
}

export function optionsIn (text: string): Array<{ value: string, label: string }> {
  return text.split('\n').map((line) => line.trim()).filter(Boolean).map((line) => {
    const [value = '', label] = line.split(/=([^]*)/, 2).map((part) => part.trim())
    return { value, label: label ?? value }
  })
}
