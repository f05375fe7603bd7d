import type { Signal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { groups, settableGroups } from '../find/names.ts'
import { ValueField } from '../items/value-field.tsx'
import { count } from '../ui/words.ts'
import { withValue, type Values } from './draft.ts'

interface ValuesProps {
  readonly values: Signal<Values>
  readonly readOnly: boolean
}

/** The values of custom fields that new assets get. */
export function ValuesField ({ values, readOnly }: ValuesProps) {
  const own = settableGroups()
  const set = Object.values(values.value).flatMap((group) => Object.keys(group)).length
  const isOpen = useRef(set > 0)
  if (own.length === 0) return null
  const fields = (groups.value ?? []).flatMap((group) => group.fields)
  return (
    <details class='action-filter' open={isOpen.current}>
      <summary>Custom fields <span class='quiet'>{set === 0 ? 'none set' : `${count(set, 'value')} set`}</span></summary>
      <div class='stack'>
        {own.map((group) => (
          <section key={group.id} class='stack group' aria-label={group.name}>
            <h3 dir='auto'>{group.name}</h3>
            {group.fields.map((field) => (
              <ValueField
                key={field.id} field={field} readOnly={readOnly} value={values.value[group.id]?.[field.id] ?? null}
                onChange={(value) => { values.value = withValue(values.value, group.id, field.id, value, fields) }}
              />
            ))}
          </section>
        ))}
      </div>
    </details>
  )
}
