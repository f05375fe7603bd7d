import { signal } from '@preact/signals'
import { api, done, type Schemas } from '../api/client.ts'

export type Group = Schemas['FieldGroupWithFields']
export type CustomField = Schemas['Field']

/** The field groups of the account; null until they have been asked for. */
export const groups = signal<readonly Group[] | null>(null)

let asking: Promise<void> | undefined

export async function loadGroups ({ again = false } = {}): Promise<void> {
  if (again) asking = undefined
  asking ??= done(api.GET('/api/v2/field_groups')).then(
    ({ field_groups: loaded }) => { groups.value = loaded },
    (error: unknown) => { asking = undefined; throw error })
  await asking
}

/** Custom fields that can be looked for. */
export function searchableFields (): readonly CustomField[] {
  return (groups.value ?? []).flatMap(({ fields }) => fields).filter((field) => field.searchable && field.field_type !== 'rich_text')
}

/** What people call a parameter of a search. */
export function nameOfParam (name: string): string {
  const [, id, end = ''] = /^field\.(\d+)(\.(?:from|to))?$/.exec(name) ?? []
  if (id === undefined) return name.replaceAll('_', ' ')
  const field = (groups.value ?? []).flatMap(({ fields }) => fields).find((field) => String(field.id) === id)
  return `${field?.name ?? name}${end.replace('.', ' ')}`
}
