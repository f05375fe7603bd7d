import { signal } from '@preact/signals'
import { api, done, type Schemas } from '../api/client.ts'
import { isAdmin } from '../api/session.ts'
import { approvalWords } from '../ui/approval-words.ts'

export type Group = Schemas['FieldGroupWithFields']
export type CustomField = Schemas['Field']

/** The field groups of the account; null until they are loaded. */
export const groups = signal<readonly Group[] | null>(null)

let asking: Promise<void> | undefined

export async function loadGroups ({ again = false } = {}): Promise<void> {
  if (again) asking = undefined
  asking ??= done(api.GET('/api/v2/field_groups')).then(
    ({ field_groups: loaded }) => { groups.value = loaded },
    (error: unknown) => { asking = undefined; throw error })
  await asking
}

/** The groups of which the user may set single values, with these fields. */
export function settableGroups (): readonly Group[] {
  return (groups.value ?? []).filter(({ group_type: type }) => type === 'default')
    .map((group) => ({ ...group, fields: group.fields.filter((field) => !field.read_only || isAdmin.value) }))
    .filter(({ fields }) => fields.length > 0)
}

/** Custom fields that searches find. */
export function searchableFields (): readonly CustomField[] {
  return (groups.value ?? []).flatMap(({ fields }) => fields).filter((field) => field.searchable && field.field_type !== 'rich_text')
}

/** Searchable fields with few values, which facets can count. */
export function countedFields (): readonly CustomField[] {
  return searchableFields().filter(({ field_type: type }) => type === 'dropdown' || type === 'boolean')
}

/** Parameters of searches, and their values, as people say them where the API says it otherwise. */
const PARAMS: Readonly<Record<string, string>> = {
  content_type: 'kind',
  media_type: 'file',
  media_status: 'state of the file',
  missing: 'without',
  min_width: 'width from',
  max_width: 'width to',
  min_height: 'height from',
  max_height: 'height to',
  min_duration: 'seconds from',
  max_duration: 'seconds to',
  modified_from: 'changed from',
  modified_to: 'changed to'
}
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  type: { asset: 'Assets', project: 'Projects' },
  media_type: { live: 'With a file', placeholder: 'Without a file' },
  media_status: { none: 'None', pending: 'Waiting', ingesting: 'On its way', ready: 'There', failed: 'Failed', removed: 'Removed' },
  approval: approvalWords,
  missing: { external_id: 'external id' },
  deleted: { true: 'In the trash', any: 'Anywhere' }
}

/** The name of a search parameter, for people. */
export function nameOfParam (name: string): string {
  const end = /\.(from|to)$/.exec(name)?.[1]
  const field = fieldOf(name)
  return field === undefined ? PARAMS[name] ?? name.replaceAll('_', ' ') : [field.name, end].filter(Boolean).join(' ')
}

/** The name of a parameter's value, for people. */
export function nameOfValue (name: string, value: string): string {
  const field = fieldOf(name)
  if (field?.field_type === 'boolean') return value === 'true' ? 'Yes' : 'No'
  if (field?.field_type === 'dropdown') return optionsOf(field).find(([stored]) => stored === value)?.[1] ?? value
  return VALUES[name]?.[value] ?? (value === '' ? 'none' : value)
}

/** The field of a search parameter, once the fields are loaded. */
export function fieldOf (name: string): CustomField | undefined {
  const [, id] = /^field\.(\d+)/.exec(name) ?? []
  return (groups.value ?? []).flatMap(({ fields }) => fields).find((field) => String(field.id) === id)
}

/** The values of a dropdown, each with its label. */
export function optionsOf ({ dropdown_options: options }: Pick<CustomField, 'dropdown_options'>): Array<[string, string]> {
  return (options ?? []).map((option) => {
    const { value, label } = option as { value?: unknown, label?: unknown }
    const stored = String(value ?? Object.values(option as object)[0] ?? '')
    return [stored, String(label ?? stored)]
  })
}
