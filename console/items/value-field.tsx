import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { optionsOf } from '../find/names.ts'
import type { CustomField } from '../find/names.ts'
import { Lazy } from '../ui/lazy.tsx'
import { DateTimeControl } from './date-time-control.tsx'

/** What an input needs to know of a custom field, or of a parameter of an action. */
export type Valued = Pick<CustomField, 'name' | 'field_type' | 'dropdown_options'>

interface ValueProps {
  readonly field: Valued
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly readOnly: boolean
  readonly required?: boolean
  readonly wrong?: string | undefined
}

export type ControlProps = Omit<ValueProps, 'wrong'> & { readonly id: string }

const loadRichText = async () => (await import('../rich-text/rich-text-field.tsx')).RichTextField

/** The input of a custom field's value, by its type. An empty input clears the value. */
export function ValueField (props: ValueProps) {
  const id = useId()
  const { field, wrong } = props
  return (
    <div class='field'>
      <label for={id} id={`${id}-label`}>{field.name}</label>
      <ValueControl {...props} id={id} />
      {wrong !== undefined && <p class='wrong' role='alert'>{wrong}</p>}
    </div>
  )
}

/** The input alone. */
export function ValueControl (props: ControlProps) {
  const Control = controls[props.field.field_type] ?? Text
  return <Control {...props} />
}

const controls: Readonly<Record<string, (props: ControlProps) => ComponentChildren>> = {
  textbox: Text,
  textarea: ({ id, value, onChange, readOnly, required }) => (
    <textarea
      id={id} rows={4} maxLength={100_000} readOnly={readOnly} required={required} value={(value as string | null) ?? ''}
      onInput={(event) => onChange(event.currentTarget.value || null)}
    />
  ),
  date: ({ id, value, onChange, readOnly, required }) => (
    <input
      id={id} type='date' max='9999-12-31' readOnly={readOnly} required={required} value={(value as string | null) ?? ''}
      onInput={(event) => onChange(event.currentTarget.value || null)}
    />
  ),
  datetime: DateTimeControl,
  boolean: ({ id, value, onChange, readOnly, required }) => (
    <select
      id={id} disabled={readOnly} required={required} value={value === null ? '' : String(value)}
      onChange={({ currentTarget: { value: chosen } }) => onChange(chosen === '' ? null : chosen === 'true')}
    >
      <option value=''>Not set</option>
      <option value='true'>Yes</option>
      <option value='false'>No</option>
    </select>
  ),
  dropdown: ({ id, field, value, onChange, readOnly, required }) => {
    const options = optionsOf(field)
    const isOther = typeof value === 'string' && !options.some(([stored]) => stored === value)
    return (
      <select
        id={id} disabled={readOnly} required={required} value={(value as string | null) ?? ''}
        onChange={({ currentTarget: { value: chosen } }) => onChange(chosen === '' ? null : chosen)}
      >
        <option value=''>Not set</option>
        {isOther && <option value={value}>{value}</option>}
        {options.map(([stored, label]) => <option key={stored} value={stored}>{label}</option>)}
      </select>
    )
  },
  rich_text: ({ id, value, onChange, readOnly }) => (
    <Lazy load={loadRichText} props={{ labelledBy: `${id}-label`, value: (value as string | null) ?? '', onChange, readOnly }} />
  )
}

function Text ({ id, value, onChange, readOnly, required }: ControlProps) {
  return (
    <input
      id={id} type='text' maxLength={100_000} readOnly={readOnly} required={required} value={(value as string | null) ?? ''}
      onInput={(event) => onChange(event.currentTarget.value || null)}
    />
  )
}
