import { Type } from '@sinclair/typebox'
import { fieldTypeNames } from '#src/fields/types/index.js'
import { FieldNotFound } from '#src/errors.js'
import { CustomFields } from '#src/http/hashes.js'
import { described, Nullable } from '#src/http/schemas.js'
import { descriptions, idOf } from '#src/openapi/descriptions.js'
import type { Tag } from '#src/openapi/tags.js'
import { wholeExample } from '../examples.js'
import { samples } from '../schemas.js'

export const fieldGroupsTag: Tag = {
  name: 'Field groups',
  description: 'Field groups contain the custom fields that an account defines. Only administrators can change them.',
  position: 70
}

export const customFieldsTag: Tag = {
  name: 'Custom fields',
  description: 'Custom fields have values on assets and projects.',
  position: 80
}

const text = Type.String()

export const FieldGroupParams = Type.Object({ field_group_id: described(text, idOf('field group'), '1') })

export const EntryParams = Type.Object({ cfg_id: described(text, '`cfg_id` of the entry.', '1') })

const values = { 1: 'Berlin', 2: '2026-01-15', 3: true }

export const CustomFieldsBody = Type.Object({
  custom_fields: Type
    .Optional(described(
      CustomFields,
      'Values by field id; `null` clears a value. Or an array of such objects, each with the `cfg_id` of the entry that it changes. Without this property, nothing is changed.',
      values
    ))
})

const dates = {
  created_at: described(text, descriptions.createdAt, samples.milliseconds),
  updated_at: described(text, descriptions.updatedAt, samples.milliseconds)
}

/** An option of a dropdown, for the API document only: options are stored and answered as sent. */
export const dropdownOption = {
  title: 'DropdownOption',
  type: 'object',
  properties: {
    value: {
      description: 'Value to store when the option is chosen. The field also accepts the values of all other keys.',
      examples: ['berlin']
    },
    label: { description: 'Label to show to people.', examples: ['Berlin'] }
  },
  additionalProperties: true
}

/** A field (section 2.5 of the contract). */
export const Field = Type.Object({
  id: described(Type.Integer(), idOf('field'), 1),
  field_group_id: described(Type.Integer(), 'Id of the group that contains the field.', 1),
  name: described(text, descriptions.name, 'Location'),
  field_type: described(
    Type.Unsafe<string>({ type: 'string', enum: fieldTypeNames }),
    descriptions.fieldType,
    'textbox'
  ),
  dropdown_options: described(
    Type.Array(Type.Any({ documentedAs: dropdownOption })),
    'Options of a `dropdown`.',
    []
  ),
  ...dates,
  searchable: described(Type.Boolean(), 'Whether searches find the values of the field.', true),
  read_only: described(Type.Boolean(), descriptions.readOnly, false),
  metadata_source: described(
    Nullable(text), 'Property of `file_metadata` that sets the value when a file is analysed.', 'xmp.creator'
  )
}, { title: 'Field' })

/** A new group, without fields. */
export const FieldGroup = Type.Object({
  id: described(Type.Integer(), idOf('field group'), 1),
  name: described(text, descriptions.name, 'Shooting'),
  ...dates,
  group_type: described(
    Type.Unsafe<string>({ type: 'string', enum: ['default', 'complex'] }),
    'Type of the group. `complex` groups can have several entries of values.',
    'default'
  )
}, { title: 'FieldGroup' })

export const FieldGroupWithFields = Type.Object(
  { ...FieldGroup.properties, fields: Type.Array(Field) },
  { title: 'FieldGroupWithFields', description: 'The field group.' })

export const FieldGroupsReply = Type.Object(
  { field_groups: Type.Array(FieldGroupWithFields) },
  { description: 'The field groups, ordered by id.' })

const Values = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })

export const CustomFieldsReply = Type.Object({
  custom_fields: described(
    Type.Unsafe<object | null>({
      type: ['object', 'null'],
      additionalProperties: Type.Union([Values, Type.Array(Values)])
    }),
    'Stored values under the id of the group: an object, or an array of entries with their `cfg_id`. Null if nothing was stored because of `errors`.',
    { 1: values }
  ),
  errors: described(
    Type.Array(Type.Record(text, text)),
    'Errors: one object for each invalid key. Empty if the values were stored.',
    []
  )
}, { description: 'The stored values. If values were refused, `custom_fields` is null, and `errors` has the reasons.' })

/** All values of an item. */
export const GroupValuesReply = Type.Object({
  custom_fields: described(
    Type.Array(Type.Object({
      field_group_id: described(Type.Integer(), idOf('field group')),
      name: described(text, 'Name of the field group.'),
      group_type: described(text, 'Type of the field group: `default` or `complex`.'),
      values: described(
        Type.Union([Values, Type.Array(Values)]),
        'Values by field id. A `complex` group has an array of entries, each with its `cfg_id`.'
      )
    })),
    'All field groups that have values, ordered by id.',
    [{ field_group_id: 1, name: 'Shooting', group_type: 'default', values }]
  )
}, { description: 'The stored values.' })

export const SetCustomFieldsReply = {
  ...CustomFieldsReply,
  examples: [wholeExample(CustomFieldsReply), { custom_fields: null, errors: [{ 4: new FieldNotFound().message }] }]
}
