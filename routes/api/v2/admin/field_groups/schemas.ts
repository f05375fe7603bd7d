import { Kind, Type, TypeRegistry } from '@sinclair/typebox'
import { isMetadataPath, SOURCE_RULE } from '#src/fields/metadata-source.js'
import { fieldTypeNames } from '#src/fields/types/index.js'
import { HashList } from '#src/http/hashes.js'
import { described, Flag, Name, OneOf } from '#src/http/schemas.js'
import { descriptions, idOf } from '#src/openapi/descriptions.js'
import { answerTo, wholeExample } from '../../examples.js'
import { dropdownOption, Field, FieldGroup, FieldGroupParams } from '../../field_groups/schemas.js'
import { orRefused } from '../../schemas.js'

TypeRegistry.Set('MetadataPath', (_schema, value) =>
  value === null || (typeof value === 'string' && isMetadataPath(value)))

const MetadataPath = Type.Unsafe<string | null>({
  [Kind]: 'MetadataPath',
  type: ['string', 'null'],
  wrongType: SOURCE_RULE
})

export const FieldParams = Type.Object({
  ...FieldGroupParams.properties,
  field_id: described(Type.String(), idOf('field'), '1')
})

export const CreateFieldGroupBody = Type.Object({
  name: described(Name, descriptions.name, 'Shooting'),
  group_type: Type
    .Optional(described(
      OneOf(['default', 'complex']),
      'Type of the group, `default` by default. `complex` groups can have several entries of values.',
      'default'
    ))
})

export const RenameFieldGroupBody = Type.Object({ name: described(Name, descriptions.name, 'Shooting days') })

const options = described(
  { ...HashList, items: dropdownOption },
  'Options of a `dropdown`: only the values of these objects are allowed, or all texts if there are no options. Empty for other types. The options of all fields of a group may have 1 MiB together.',
  []
)
const searchable = described(
  Flag, 'Whether searches find the values of the field: by `q`, except for the type `boolean`, and by `field.<id>`, except for the type `rich_text`.', true
)
const readOnly = described(Flag, descriptions.readOnly, false)

const metadataSource = Type.Optional(described(
  MetadataPath,
  'Property of `file_metadata` that sets the value when a file is analysed and the field has no value yet, such as `frame_rate` or `xmp.creator`. `null`: none.',
  'xmp.creator'
))

export const CreateFieldBody = Type.Object({
  name: described(Name, descriptions.name, 'Location'),
  field_type: described(OneOf(fieldTypeNames), descriptions.fieldType, 'textbox'),
  dropdown_options: options,
  searchable,
  read_only: readOnly,
  metadata_source: metadataSource
})

export const UpdateFieldBody = Type.Object({
  name: described(Name, descriptions.name, 'Place'),
  dropdown_options: Type.Optional(options),
  searchable: Type.Optional(searchable),
  read_only: Type.Optional(readOnly),
  metadata_source: metadataSource
})

export const CreateFieldGroupReply = orRefused(answerTo(CreateFieldGroupBody, Type.Object({
  field_group: FieldGroup,
  errors: described(Type.Array(Type.Any()), 'Always empty.', [])
}, { description: 'The field group, without its fields.' })))

const createdField = Type.Object({
  ok: described(Type.String(), descriptions.ok, 'Field created'),
  field: Field
}, { description: 'The field as it is stored.' })

export const CreateFieldReply = orRefused({
  ...createdField,
  examples: [{ ok: 'Field created', field: { ...wholeExample(Field), ...wholeExample(CreateFieldBody) } }]
})
