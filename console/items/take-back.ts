import type { ItemType } from '../api/client.ts'
import { groups as fieldGroups } from '../find/names.ts'
import { Failure } from '../api/failure.ts'
import { same, type Changes, type Edit, type Edits } from './edits.ts'
import { readGroup, type Stored } from './groups.ts'
import { fieldNames, readItem, valueOf } from './item.ts'
import { saveItem, type Saved } from './save.ts'

/** The edits that take back what was saved; null where that cannot be expressed. */
export function inverseOf ({ fields, groups }: Edits, saved: Saved): Edits | null {
  if (Object.values(groups).some((changes) => Object.keys(changes).some((name) => name.includes('/')))) return null
  return {
    fields: Object.fromEntries(Object.entries(fields).map(([name, { base, value }]) =>
      [name, { value: base, base: name === 'tags' ? value : valueOf(saved.version.item, name) }])),
    groups: Object.fromEntries(Object.entries(groups).map(([group, changes]) => [group, turned(changes)]))
  }
}

function turned (changes: Changes): Changes {
  const turn = ({ value, base }: Edit): Edit => ({ value: base, base: value })
  return Object.fromEntries(Object.entries(changes).map(([name, edit]) => [name, turn(edit)]))
}

/** Takes back what was saved, if nothing has changed since. Throws a sentence that says what has. */
export async function takeBack (type: ItemType, id: string, saved: Saved, inverse: Edits): Promise<Saved> {
  const now = await readItem(type, id)
  const names = Object.keys(fieldNames)
    .filter((name) => !same(valueOf(now.item, name), valueOf(saved.version.item, name)))
    .map((name) => fieldNames[name]!)
  for (const [group, values] of Object.entries(saved.groups)) {
    const { values: stored } = await readGroup(type, id, group)
    names.push(...changedFields(group, values, stored))
  }
  if (now.tag !== saved.version.tag && names.length === 0) names.push('this')
  if (names.length > 0) throw new Failure(`Nothing was undone: somebody else has changed ${names.join(', ')} since.`, 412)
  return saveItem(type, id, now, inverse)
}

function changedFields (group: string, one: Stored[string], other: Stored[string]): string[] {
  const [before, after] = [one as Record<string, unknown>, other as Record<string, unknown>]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => !same(before[field], after[field]))
    .map((field) => nameOfField(group, field))
}

/** The name of a custom field that a change belongs to. */
export function nameOfField (group: string, name: string): string {
  const field = name.split('/').at(-1)
  const known = fieldGroups.value?.find(({ id }) => String(id) === group)
  return known?.fields.find(({ id }) => String(id) === field)?.name ?? known?.name ?? 'a field'
}
