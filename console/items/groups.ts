import { answered, api, done, type ItemType } from '../api/client.ts'
import type { Changes } from './edits.ts'
import { FieldsFailure, idsOf, pathOf } from './item.ts'

export type Values = Readonly<Record<string, unknown>>
/** An entry of a complex group. */
export type Entry = Values & { readonly cfg_id: number }
export type GroupValues = Values | readonly Entry[]
/** The values of all groups by their ids. */
export type Stored = Readonly<Record<string, GroupValues>>

/**
 * The changes of a group have the names `<field>`; in a group with entries `<entry>/<field>`, where the entry is its
 * `cfg_id` or `new<n>`. `<cfg_id>/removed` removes an entry, and `new<n>/` is one in which nothing is filled in.
 */
export const REMOVED = 'removed'

/** The stored value of a change's name. */
export function storedAt (values: GroupValues | undefined, name: string): unknown {
  const [entryId, field] = name.split('/') as [string, string | undefined]
  if (field === undefined) return Array.isArray(values) ? null : (values as Values | undefined)?.[name] ?? null
  const entry = entriesOf(values).find(({ cfg_id: id }) => String(id) === entryId)
  return (field === REMOVED ? entry : entry?.[field]) ?? null
}

export function entriesOf (values: GroupValues | undefined): readonly Entry[] {
  return Array.isArray(values) ? values as readonly Entry[] : []
}

export interface GroupVersion { readonly values: GroupValues, readonly tag: string }

/** The custom fields of one group, with the tag of this version. */
export async function readGroup (type: ItemType, id: string, group: string): Promise<GroupVersion> {
  const params = { path: { ...idsOf(id), field_group_id: group } }
  const { data, response } = await answered(api.GET(pathOf(type, '/custom_fields/{field_group_id}'), { params }))
  return { values: (data.custom_fields?.[group] ?? {}) as GroupValues, tag: response.headers.get('etag') ?? '' }
}

/** Saves the changes if the group is still of this version. Resolves to its new values; throws FieldsFailure. */
export async function saveGroup (
  type: ItemType, id: string, group: string, changes: Changes, before: GroupVersion
): Promise<GroupValues> {
  const sent = bodyOf(changes, before.values)
  if (sent === null) return before.values
  const { custom_fields: now, errors } = await done(api.POST(pathOf(type, '/custom_fields/{field_group_id}'), {
    params: { path: { ...idsOf(id), field_group_id: group } },
    body: { custom_fields: sent },
    headers: { 'if-match': before.tag }
  }))
  if (errors.length > 0) throw new FieldsFailure(Object.assign({}, ...errors.map(prefixed)) as Record<string, string>)
  return (now?.[group] ?? {}) as GroupValues
}

type Sent = Record<string, unknown>

/** Null where there is nothing to send. */
function bodyOf (changes: Changes, before: GroupValues): Sent | Sent[] | null {
  const names = Object.keys(changes)
  if (!names.some((name) => name.includes('/'))) return Object.fromEntries(names.map((name) => [name, changes[name]!.value]))
  const entries = new Map<string, Record<string, unknown>>()
  for (const name of names) {
    const [entryId, field] = name.split('/') as [string, string]
    const stored = entriesOf(before).find(({ cfg_id: id }) => String(id) === entryId)
    const entry = entries.get(entryId) ?? (stored === undefined ? {} : { cfg_id: stored.cfg_id })
    entries.set(entryId, entry)
    // An entry of which nothing is left is removed.
    if (field === REMOVED) for (const own of Object.keys(stored ?? {})) entry[own] = own === 'cfg_id' ? stored!.cfg_id : null
    else if (field !== '') entry[field] = changes[name]!.value
  }
  const sent = [...entries.values()].filter((entry) => Object.keys(entry).some((name) => name !== 'cfg_id'))
  return sent.length === 0 ? null : sent
}

function prefixed (error: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(error).map(([field, text]) => [`field.${field}`, text]))
}
