import { useEffect } from 'preact/hooks'
import { groups, loadGroups, type Group } from '../find/names.ts'
import { isAdmin } from '../api/session.ts'
import { tellFailure } from '../ui/notes.tsx'
import { editGroup, withEdit, type Changes } from './edits.ts'
import { isFixed } from './fields.tsx'
import { entriesOf, REMOVED, storedAt, type GroupValues } from './groups.ts'
import { ValueField } from './value-field.tsx'
import type { Editing } from './use-item.ts'

/** The custom fields of an item. */
export function CustomFields ({ editing }: { editing: Editing }) {
  useEffect(() => { loadGroups().catch(tellFailure) }, [])
  const { value: stored } = editing.stored
  if (stored === null || groups.value === null) return null
  return (
    <>
      {groups.value.filter(({ fields }) => fields.length > 0).map((group) => (
        <section key={group.id} class='stack group' aria-label={group.name}>
          <h2>{group.name}</h2>
          <GroupFields editing={editing} group={group} values={stored[group.id]} />
        </section>
      ))}
    </>
  )
}

interface GroupProps {
  readonly editing: Editing
  readonly group: Group
  readonly values: GroupValues | undefined
}

function GroupFields ({ editing, group, values }: GroupProps) {
  const { edits } = editing
  const changes = edits.value.groups[group.id] ?? {}
  const put = (now: Changes) => editGroup(edits, String(group.id), now)
  const fieldsOf = (prefix: string) => (
    <Fields
      editing={editing} group={group}
      valueOf={(field) => valueIn(changes, values, prefix + field)}
      onChange={(field, value) => put(withEdit(changes, prefix + field, value, storedAt(values, prefix + field)))}
    />
  )
  if (group.group_type !== 'complex' && !Array.isArray(values)) return fieldsOf('')

  const made = [...new Set(Object.keys(changes).filter((name) => name.startsWith('new')).map((name) => name.split('/')[0]!))]
  const entries = [...entriesOf(values).map(({ cfg_id: id }) => String(id)), ...made]
    .filter((entry) => changes[`${entry}/${REMOVED}`] === undefined)
  const add = () => put({ ...changes, [`new${Date.now()}/`]: { value: true, base: null } })
  const remove = (entry: string) => {
    const others = Object.fromEntries(Object.entries(changes).filter(([name]) => !name.startsWith(`${entry}/`)))
    const name = `${entry}/${REMOVED}`
    put(made.includes(entry) ? others : { ...others, [name]: { value: true, base: storedAt(values, name) } })
  }
  return (
    <>
      {entries.map((entry, index) => (
        <div key={entry} class='entry stack' role='group' aria-label={`Entry ${index + 1}`}>
          {fieldsOf(`${entry}/`)}
          {!isFixed(editing) && <button type='button' class='link' onClick={() => remove(entry)}>Remove this entry</button>}
        </div>
      ))}
      {!isFixed(editing) && <button type='button' class='button' onClick={add}>Add an entry</button>}
    </>
  )
}

function valueIn (changes: Changes, values: GroupValues | undefined, name: string): unknown {
  const edit = changes[name]
  return edit === undefined ? storedAt(values, name) : edit.value
}

interface FieldsProps {
  readonly editing: Editing
  readonly group: Group
  readonly valueOf: (field: string) => unknown
  readonly onChange: (field: string, value: unknown) => void
}

function Fields ({ editing, group, valueOf, onChange }: FieldsProps) {
  return (
    <>
      {group.fields.map((field) => (
        <ValueField
          key={field.id} field={field} value={valueOf(String(field.id))}
          readOnly={isFixed(editing) || (field.read_only && !isAdmin.value)}
          wrong={editing.wrong.value[`field.${field.id}`]}
          onChange={(value) => onChange(String(field.id), value)}
        />
      ))}
    </>
  )
}
