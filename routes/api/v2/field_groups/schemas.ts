import { Type } from '@sinclair/typebox'
import { fieldTypeNames } from '#src/fields/types/index.js'
import { FieldNotFound } from '#src/errors.js'
import { CustomFields } from '#src/http/hashes.js'
import { described, Nullable } from '#src/http/schemas.js'
import type { Tag } from '#src/openapi/tags.js'
import { wholeExample } from '../examples.js'
import { samples } from '../schemas.js'

export const fieldGroupsTag: Tag = {
  name: 'Field groups',
  description: 'Groups of fields that an account defines for itself. Changes need an administrator.',
  position: 70
}

export const customFieldsTag: Tag = {
  name: 'Custom fields',
  description: 'Values of an account’s own fields on assets and projects.',
  position: 80
}

const text = Type.String()

export const FieldGroupParams = Type.Object({ field_group_id: described(text, 'Id of the field group.', '1') })

export const EntryParams = Type.Object({ cfg_id: described(text, 'The `cfg_id` of the entry.', '1') })

const values = { 1: 'Berlin', 2: '2026-01-15', 3: true }

export const CustomFieldsBody = Type.Object({
  custom_fields: Type
    .Optional(described(
      CustomFields,
      'Values by the id of their field, `null` to clear one; or an array of such objects, each with the `cfg_id` of the entry that it changes. Without it nothing is changed.',
      values
    ))
})

const dates = {
  created_at: described(text, 'ISO 8601, UTC, to the millisecond.', samples.milliseconds),
  updated_at: described(text, 'ISO 8601, UTC, to the millisecond.', samples.milliseconds)
}

/** An option of a dropdown, for the API document only: options are stored and answered as sent. */
export const dropdownOption = {
  title: 'DropdownOption',
  type: 'object',
  properties: {
    value: {
      description: 'What is stored when it is chosen. Values under other keys may be chosen too.',
      examples: ['berlin']
    },
    label: { description: 'What people are shown.', examples: ['Berlin'] }
  },
  additionalProperties: true
}

/** A field (section 2.5 of the contract). */
export const Field = Type.Object({
  id: described(Type.Integer(), 'Id of the field.', 1),
  field_group_id: described(Type.Integer(), 'The group that it is in.', 1),
  name: described(text, 'What people call it.', 'Location'),
  field_type: described(
    Type.Unsafe<string>({ type: 'string', enum: fieldTypeNames }),
    'What its values are.',
    'textbox'
  ),
  dropdown_options: described(
    Type.Array(Type.Any({ documentedAs: dropdownOption })),
    'What may be chosen, for a `dropdown`.',
    []
  ),
  ...dates,
  searchable: described(Type.Boolean(), 'Whether its values are found by a search.', true),
  read_only: described(Type.Boolean(), 'Whether only an administrator may set its values.', false),
  metadata_source: described(
    Nullable(text), 'Where in `file_metadata` its value comes from when a file is analysed.', 'xmp.creator'
  )
}, { title: 'Field' })

/** A new group, without fields. */
export const FieldGroup = Type.Object({
  id: described(Type.Integer(), 'Id of the group.', 1),
  name: described(text, 'What people call it.', 'Shooting'),
  ...dates,
  group_type: described(
    Type.Unsafe<string>({ type: 'string', enum: ['default', 'complex'] }),
    '`complex` groups may hold several entries of values.',
    'default'
  )
}, { title: 'FieldGroup' })

export const FieldGroupWithFields = Type.Object(
  { ...FieldGroup.properties, fields: Type.Array(Field) },
  { title: 'FieldGroupWithFields', description: 'The field group.' })

export const FieldGroupsReply = Type.Object(
  { field_groups: Type.Array(FieldGroupWithFields) },
  { description: 'The field groups, in the order of their ids.' })

const Values = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })

export const CustomFieldsReply = Type.Object({
  custom_fields: described(
    Type.Unsafe<object | null>({
      type: ['object', 'null'],
      additionalProperties: Type.Union([Values, Type.Array(Values)])
    }),
    'Everything that is stored, under the id of the group: an object, or an array of entries with their `cfg_id`. Null where nothing was stored because of `errors`.',
    { 1: values }
  ),
  errors: described(
    Type.Array(Type.Record(text, text)),
    'What is wrong with which key: one object for each. Empty where the values were stored.',
    []
  )
}, { description: 'The values that are stored; or, with `custom_fields` null, why none were.' })

/** All values of an item. */
export const GroupValuesReply = Type.Object({
  custom_fields: described(
    Type.Array(Type.Object({
      field_group_id: described(Type.Integer(), 'Id of the field group.'),
      name: described(text, 'What people call the group.'),
      group_type: described(text, '`default` or `complex`.'),
      values: described(
        Type.Union([Values, Type.Array(Values)]),
        'Values by the id of their field; or an array of entries with their `cfg_id`.'
      )
    })),
    'Every group that holds something, in the order of the ids of the groups.',
    [{ field_group_id: 1, name: 'Shooting', group_type: 'default', values }]
  )
}, { description: 'The values that are stored.' })

export const SetCustomFieldsReply = {
  ...CustomFieldsReply,
  examples: [wholeExample(CustomFieldsReply), { custom_fields: null, errors: [{ 4: new FieldNotFound().message }] }]
}
