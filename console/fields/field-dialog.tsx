import { useSignal } from '@preact/signals'
import { api, done } from '../api/client.ts'
import type { CustomField, Group } from '../find/names.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { CheckInput, SelectInput, TextInput } from '../ui/inputs.tsx'
import { OptionsInput, optionsIn, textOf } from './options.tsx'

interface FieldDialogProps {
  readonly group: Group
  /** Null for a new one. */
  readonly field: CustomField | null
  readonly onClose: () => void
  readonly onSaved: () => Promise<void>
}

const TYPES: ReadonlyArray<CustomField['field_type']> = ['textbox', 'textarea', 'rich_text', 'date', 'datetime', 'dropdown', 'boolean']

/** The form of a field. Its type cannot be changed. */
export function FieldDialog ({ group, field, onClose, onSaved }: FieldDialogProps) {
  const { metadata_source: before = null } = (field ?? {}) as { metadata_source?: string | null }
  const name = useSignal(field?.name ?? '')
  const type = useSignal<CustomField['field_type']>(field?.field_type ?? 'textbox')
  const options = useSignal(field === null ? '' : textOf(field))
  const searchable = useSignal(field?.searchable ?? true)
  const readOnly = useSignal(field?.read_only ?? false)
  const source = useSignal(before ?? '')

  async function save () {
    const body = {
      name: name.value,
      dropdown_options: type.value === 'dropdown' ? optionsIn(options.value) : [],
      searchable: searchable.value,
      read_only: readOnly.value,
      ...(source.value === (before ?? '') ? {} : { metadata_source: source.value === '' ? null : source.value })
    }
    const path = { field_group_id: String(group.id) }
    if (field === null) {
      await done(api.POST('/api/v2/admin/field_groups/{field_group_id}/fields', {
        params: { path }, body: { ...body, field_type: type.value }
      }))
    } else {
      await done(api.POST('/api/v2/admin/field_groups/{field_group_id}/fields/{field_id}', {
        params: { path: { ...path, field_id: String(field.id) } }, body
      }))
    }
    await onSaved()
  }

  return (
    <FormDialog title={field === null ? `New field of ${group.name}` : field.name} verb='Save' work={save} onClose={onClose}>
      <TextInput label='Name' value={name} required autoFocus />
      {field === null && (
        <SelectInput label='Type' value={type}>
          {TYPES.map((word) => <option key={word} value={word}>{word}</option>)}
        </SelectInput>
      )}
      {type.value === 'dropdown' && <OptionsInput value={options} />}
      <CheckInput label='Searchable' value={searchable} hint='found by words and filters' />
      <CheckInput label='Read only' value={readOnly} hint='set by administrators alone' />
      {group.group_type === 'default' && (
        <TextInput label='Taken from the file' value={source} hint='For example frame_rate or xmp.creator; empty for none' />
      )}
    </FormDialog>
  )
}
