import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { groups, loadGroups, type Group } from '../find/names.ts'
import { request } from '../api/client.ts'
import { isAdmin } from '../api/session.ts'
import { tellFailure } from '../ui/notes.tsx'
import { edit } from './edits.ts'
import { isFixed } from './fields.tsx'
import { pathOf } from './item.ts'
import { ValueField } from './value-field.tsx'
import type { Editing } from './use-item.ts'

type Values = Readonly<Record<string, unknown>>
/** An entry of a complex group. A removed entry stays here until it is saved. */
type Entry = Values & { readonly cfg_id?: number, readonly removed?: true }
type Stored = Readonly<Record<string, Values | readonly Entry[]>>

/** The custom fields of an item. */
export function CustomFields ({ editing }: { editing: Editing }) {
  const { type, id, heard, version } = editing
  const stored = useSignal<Stored | null>(null)
  useEffect(() => { loadGroups().catch(tellFailure) }, [])
  useEffect(() => {
    request<{ custom_fields: Array<{ field_group_id: number, values: Values | Entry[] }> }>('GET', `${pathOf(type, id)}/custom_fields`)
      .then(({ custom_fields: found }) => {
        stored.value = Object.fromEntries(found.map((group) => [group.field_group_id, group.values]))
      }, tellFailure)
  }, [id, heard.value, version.value?.tag])
  if (stored.value === null || groups.value === null) return null
  return (
    <>
      {groups.value.filter(({ fields }) => fields.length > 0).map((group) => (
        <section key={group.id} class='stack group' aria-label={group.name}>
          <h2>{group.name}</h2>
          <GroupFields editing={editing} group={group} stored={stored.value![group.id]} />
        </section>
      ))}
    </>
  )
}

interface GroupProps {
  readonly editing: Editing
  readonly group: Group
  readonly stored: Values | readonly Entry[] | undefined
}

function GroupFields ({ editing, group, stored }: GroupProps) {
  const { edits } = editing
  const edited = edits.value.groups[group.id]
  if (group.group_type === 'complex' || Array.isArray(stored)) {
    const before = Array.isArray(stored) ? stored as readonly Entry[] : []
    const entries = (edited as readonly Entry[] | undefined) ?? before
    const change = (now: readonly Entry[]) => edit(edits, 'groups', String(group.id), now, before)
    return (
      <>
        {entries.map((entry, index) => entry.removed === true
          ? null
          : (
            <div key={entry.cfg_id ?? `new ${index}`} class='entry stack' role='group' aria-label={`Entry ${index + 1}`}>
              <Fields
                editing={editing} group={group} values={entry}
                onChange={(field, value) =>
                  change(entries.map((other) => other === entry ? { ...entry, [field]: value } : other))}
              />
              {!isFixed(editing) && (
                <button
                  type='button' class='link'
                  onClick={() => change(entry.cfg_id === undefined
                    ? entries.filter((other) => other !== entry)
                    : entries.map((other) => other === entry ? { ...entry, removed: true } : other))}
                >
                  Remove this entry
                </button>
              )}
            </div>
            ))}
        {!isFixed(editing) && <button type='button' class='button' onClick={() => change([...entries, {}])}>Add an entry</button>}
      </>
    )
  }
  const changes = (edited ?? {}) as Values
  const before = (stored ?? {}) as Values
  return (
    <Fields
      editing={editing} group={group} values={{ ...before, ...changes }}
      onChange={(field, value) => {
        const isSame = JSON.stringify(value) === JSON.stringify(before[field] ?? null)
        const { [field]: _, ...others } = changes
        edit(edits, 'groups', String(group.id), isSame ? others : { ...others, [field]: value }, {})
      }}
    />
  )
}

interface FieldsProps {
  readonly editing: Editing
  readonly group: Group
  readonly values: Values
  readonly onChange: (field: string, value: unknown) => void
}

function Fields ({ editing, group, values, onChange }: FieldsProps) {
  return (
    <>
      {group.fields.map((field) => (
        <ValueField
          key={field.id} field={field} value={values[field.id] ?? null}
          readOnly={isFixed(editing) || (field.read_only && !isAdmin.value)}
          wrong={editing.wrong.value[`field.${field.id}`]}
          onChange={(value) => onChange(String(field.id), value)}
        />
      ))}
    </>
  )
}
