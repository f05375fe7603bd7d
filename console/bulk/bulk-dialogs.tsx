import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { groups, loadGroups, settableGroups } from '../find/names.ts'
import type { Found } from '../find/results.ts'
import { ProjectField } from '../items/project-field.tsx'
import { TagsField } from '../items/tags-field.tsx'
import { ValueField } from '../items/value-field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { tellFailure } from '../ui/notes.tsx'
import { count } from '../ui/words.ts'

interface AskTagsProps {
  readonly adds: boolean
  readonly onClose: () => void
  readonly onDone: (tags: readonly string[], adds: boolean) => void
}

export function AskTags ({ adds, onClose, onDone }: AskTagsProps) {
  const tags = useSignal<readonly string[]>([])
  const verb = adds ? 'Add tags' : 'Remove tags'
  return (
    <FormDialog
      title={verb} verb={verb} onClose={onClose}
      work={() => {
        if (tags.value.length === 0) throw new Error('Type a tag first.')
        onDone(tags.value, adds)
      }}
    >
      <TagsField value={tags.value} onChange={(now) => { tags.value = now }} />
    </FormDialog>
  )
}

export function AskProject ({ onClose, onDone }: { onClose: () => void, onDone: (id: string | null) => void }) {
  const project = useSignal<string | null | undefined>(undefined)
  return (
    <FormDialog
      title='Move to a project' verb='Move' isReady={project.value !== undefined} onClose={onClose}
      work={() => onDone(project.value ?? null)}
    >
      <ProjectField value={project.value ?? null} onChange={(id) => { project.value = id }} />
    </FormDialog>
  )
}

interface AskFieldProps {
  readonly onClose: () => void
  readonly onDone: (group: number, field: number, value: unknown) => void
}

export function AskField ({ onClose, onDone }: AskFieldProps) {
  const chosen = useSignal('')
  const value = useSignal<unknown>(null)
  useEffect(() => { loadGroups().catch(tellFailure) }, [])
  const own = settableGroups()
  const field = own.flatMap(({ fields }) => fields).find(({ id }) => String(id) === chosen.value)
  return (
    <FormDialog
      title='Set a field' verb='Set' isReady={field !== undefined} onClose={onClose}
      work={() => onDone(field!.field_group_id, field!.id, value.value)}
    >
      <label class='field'>
        <span>Field</span>
        <select
          value={chosen.value}
          onChange={(event) => {
            chosen.value = event.currentTarget.value
            value.value = null
          }}
        >
          <option value=''>Choose one</option>
          {own.map(({ id, name, fields }) => (
            <optgroup key={id} label={name}>
              {fields.map((field) => <option key={field.id} value={String(field.id)}>{field.name}</option>)}
            </optgroup>
          ))}
        </select>
      </label>
      {field !== undefined && (
        <ValueField
          key={field.id} field={field} value={value.value} readOnly={false}
          onChange={(now) => { value.value = now }}
        />
      )}
      {own.length === 0 && groups.value !== null && <p class='quiet'>There are no fields yet. An administrator makes them.</p>}
    </FormDialog>
  )
}

interface AskDeleteProps {
  readonly chosen: readonly Found[]
  readonly onClose: () => void
  readonly onDone: () => void
}

export function AskDelete ({ chosen, onClose, onDone }: AskDeleteProps) {
  const projects = chosen.filter(({ type }) => type === 'project').length
  return (
    <FormDialog title='Delete for good?' verb='Delete' isDanger onClose={onClose} work={onDone}>
      <p>{count(chosen.length, 'item')} and their files are deleted, and cannot be brought back.</p>
      {projects > 0 && <p>With {count(projects, 'project')} goes everything below.</p>}
    </FormDialog>
  )
}
