import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { loadGroups, settableGroups } from '../find/names.ts'
import { ProjectField } from '../items/project-field.tsx'
import { TagsField } from '../items/tags-field.tsx'
import { ValueField } from '../items/value-field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { LongTextInput, TextInput } from '../ui/inputs.tsx'
import { tellFailure } from '../ui/notes.tsx'
import { count } from '../ui/words.ts'

/** The changes to make to each item. */
export interface ManyChanges {
  /** Fields of the item itself, as PUT takes them. */
  readonly own: Readonly<Record<string, unknown>>
  /** Undefined: each stays where it is. */
  readonly project: string | null | undefined
  /** Values by group. */
  readonly groups: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

interface ChangeProps {
  readonly items: number
  readonly onClose: () => void
  readonly onDone: (changes: ManyChanges) => void
}

/** Everything that can be changed in many items at once. Fields that are left empty stay as they are. */
export function ChangeDialog ({ items, onClose, onDone }: ChangeProps) {
  const [title, description, category] = [useSignal(''), useSignal(''), useSignal('')]
  const [added, removed] = [useSignal<readonly string[]>([]), useSignal<readonly string[]>([])]
  const project = useSignal<string | null | undefined>(undefined)
  const values = useSignal<Readonly<Record<string, Readonly<Record<string, unknown>>>>>({})
  useEffect(() => { loadGroups().catch(tellFailure) }, [])

  function changes (): ManyChanges {
    const own = Object.fromEntries([
      ['title', title.value], ['description', description.value], ['category', category.value],
      ['add_tags', added.value], ['remove_tags', removed.value]
    ].filter(([, value]) => value!.length > 0))
    const groups = Object.fromEntries(Object.entries(values.value).filter(([, group]) => Object.keys(group).length > 0))
    if (Object.keys(own).length + Object.keys(groups).length === 0 && project.value === undefined) {
      throw new Error('Change something first.')
    }
    return { own, project: project.value, groups }
  }

  return (
    <FormDialog title={`Change ${count(items, 'item')}`} verb='Save' wide onClose={onClose} work={() => onDone(changes())}>
      <p class='quiet'>What is left empty stays as it is.</p>
      <TextInput label='Title' value={title} />
      <LongTextInput label='Description' value={description} rows={3} maxLength={100_000} />
      <TextInput label='Category' value={category} />
      <TagsField label='Add tags' value={added.value} onChange={(tags) => { added.value = tags }} />
      <TagsField label='Remove tags' value={removed.value} onChange={(tags) => { removed.value = tags }} />
      <ProjectField value={project.value ?? null} onChange={(id) => { project.value = id }} />
      {project.value === null && <p class='quiet'>They are taken out of their projects.</p>}
      {settableGroups().map((group) => (
        <section key={group.id} class='stack group' aria-label={group.name}>
          <h3>{group.name}</h3>
          {group.fields.map((field) => (
            <ValueField
              key={field.id} field={field} readOnly={false} value={values.value[group.id]?.[field.id] ?? null}
              onChange={(value) => {
                const { [field.id]: _, ...others } = values.value[group.id] ?? {}
                const now = value === null ? others : { ...others, [field.id]: value }
                values.value = { ...values.value, [group.id]: now }
              }}
            />
          ))}
        </section>
      ))}
    </FormDialog>
  )
}
