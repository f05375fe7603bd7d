import { Type } from '@sinclair/typebox'
import { CustomFields } from '../../../../src/http/schemas.js'

const text = Type.String()

export const FieldGroupParams = Type.Object({ field_group_id: text })

export const CustomFieldsBody = Type.Object({ custom_fields: Type.Optional(CustomFields) })

const Field = Type.Object({
  id: Type.Integer(),
  field_group_id: Type.Integer(),
  name: text,
  field_type: text,
  dropdown_options: Type.Array(Type.Any()),
  created_at: text,
  updated_at: text,
  searchable: Type.Boolean(),
  read_only: Type.Boolean()
})

/** As it is created: without its fields. */
export const FieldGroup = Type.Object({ id: Type.Integer(), name: text, created_at: text, updated_at: text, group_type: text })

export const FieldGroupWithFields = Type.Object({ ...FieldGroup.properties, fields: Type.Array(Field) })
