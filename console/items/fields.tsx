import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { onlyLooks } from '../api/session.ts'
import { editField } from './edits.ts'
import { valueOf } from './item.ts'
import { ProjectField } from './project-field.tsx'
import { rightsOf } from './rights.ts'
import { mergedTags } from './save.ts'
import { TagsField } from './tags-field.tsx'
import type { Editing } from './use-item.ts'

/** The fields that every item has. */
export function ItemFields ({ editing }: { editing: Editing }) {
  return (
    <>
      <TextField editing={editing} name='title' label='Title' />
      <TextField editing={editing} name='description' label='Description' long />
      <Bound editing={editing} name='tags'>
        {(value, change) => <TagsField value={value as string[]} onChange={change} readOnly={isFixed(editing)} />}
      </Bound>
      <TextField editing={editing} name='category' label='Category' />
      <Bound editing={editing} name='project_id'>
        {(value, change) => (
          <ProjectField
            value={value as string | null} onChange={change} readOnly={isFixed(editing, 'place')} without={editing.id}
          />
        )}
      </Bound>
      {!onlyLooks.value && <TextField editing={editing} name='external_id' label='External id' />}
    </>
  )
}

/** Whether fields are read-only: the item is in the trash, or the user has no right to change it. */
export function isFixed ({ type, version }: Editing, right: 'change' | 'place' = 'change'): boolean {
  const { item } = version.value!
  return item.deleted || !rightsOf(type, item)[right]
}

interface TextProps {
  readonly editing: Editing
  readonly name: string
  readonly label: string
  readonly long?: boolean
}

function TextField ({ editing, name, label, long = false }: TextProps) {
  const id = useId()
  const wrong = editing.wrong.value[name]
  return (
    <Bound editing={editing} name={name}>
      {(value, change) => {
        const props = {
          id,
          value: (value as string | null) ?? '',
          readOnly: isFixed(editing),
          'aria-invalid': wrong !== undefined,
          'aria-describedby': wrong === undefined ? undefined : `${id}-wrong`,
          onInput: (event: { currentTarget: { value: string } }) => change(event.currentTarget.value)
        }
        return (
          <div class='field'>
            <label for={id}>{label}</label>
            {long ? <textarea rows={4} maxLength={100_000} {...props} /> : <input type='text' maxLength={1000} {...props} />}
            {wrong !== undefined && <p id={`${id}-wrong`} class='wrong'>{wrong}</p>}
          </div>
        )
      }}
    </Bound>
  )
}

interface BoundProps {
  readonly editing: Editing
  readonly name: string
  readonly children: (value: unknown, change: (value: unknown) => void) => ComponentChildren
}

/** The edited value, or the stored one. Tags of others stay among one's own. */
function Bound ({ editing: { version, edits }, name, children }: BoundProps) {
  const stored = valueOf(version.value!.item, name)
  const edit = edits.value.fields[name]
  const value = name === 'tags' ? mergedTags(stored as readonly string[], edit) : edit === undefined ? stored : edit.value
  return (
    <>
      {children(value, (changed) =>
        editField(edits, name, changed === '' && stored === null ? null : changed, stored, { anew: name === 'tags' }))}
    </>
  )
}
