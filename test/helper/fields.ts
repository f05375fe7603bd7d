import type { Client } from './app.js'
import { addItem, itemPaths, succeed, type ItemPath } from './items.js'

/** A group with a field of each of the given types, in their order. */
export async function addFieldGroup (
  admin: Client, types: readonly string[], { groupType = 'complex', readOnly = false } = {}
) {
  const { field_group: { id: group } } =
    await succeed(admin.post('admin/field_groups', { name: 'Film', group_type: groupType }))
  const ids: string[] = []
  for (const type of types) {
    const { field } = await succeed(admin.post(`admin/field_groups/${group}/fields`, {
      name: type, field_type: type, dropdown_options: [], searchable: true, read_only: readOnly
    }))
    ids.push(String(field.id))
  }
  return { group: String(group), ids }
}

/** An asset and a project, each with the path of its custom fields in a group. */
export async function addHolders (
  admin: Client, group: string
): Promise<Array<{ path: ItemPath, id: string, fields: string }>> {
  return Promise.all(itemPaths.map(async (path) => {
    const { id } = await addItem(admin, path)
    return { path, id, fields: `${path}/${id}/custom_fields/${group}` }
  }))
}
