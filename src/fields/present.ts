import type { Field, FieldGroup } from '../../prisma/generated/sqlite/client.js'
import { toMilliseconds } from '../basics/time.js'

/** The field group of section 2.4 of the contract, without its fields: as it is created. */
export function presentFieldGroup (group: FieldGroup) {
  return {
    id: group.id,
    name: group.name,
    created_at: toMilliseconds(group.createdAt),
    updated_at: toMilliseconds(group.updatedAt),
    group_type: group.groupType
  }
}

/** The field group as it is read. */
export function presentFieldGroupWithFields (group: FieldGroup & { fields: Field[] }) {
  return { ...presentFieldGroup(group), fields: group.fields.map(presentField) }
}

/** The field of section 2.5 of the contract. */
export function presentField (field: Field) {
  return {
    id: field.id,
    field_group_id: field.fieldGroupId,
    name: field.name,
    field_type: field.fieldType,
    dropdown_options: JSON.parse(field.dropdownOptions) as object[],
    created_at: toMilliseconds(field.createdAt),
    updated_at: toMilliseconds(field.updatedAt),
    searchable: field.searchable,
    read_only: field.readOnly,
    metadata_source: field.metadataSource
  }
}
