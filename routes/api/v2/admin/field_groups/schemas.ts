import { Kind, Type, TypeRegistry } from '@sinclair/typebox'
import { isMetadataPath, SOURCE_RULE } from '#src/fields/metadata-source.js'
import { fieldTypeNames } from '#src/fields/types/index.js'
import { HashList } from '#src/http/hashes.js'
import { described, Flag, Name, OneOf } from '#src/http/schemas.js'
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
  field_id: described(Type.String(), 'Id of the field.', '1')
})

export const CreateFieldGroupBody = Type.Object({
  name: described(Name, 'What people call it.', 'Shooting'),
  group_type: Type
    .Optional(described(
      OneOf(['default', 'complex']),
      '`default` if it is not sent. `complex` groups may hold several entries of values.',
      'default'
    ))
})

export const RenameFieldGroupBody = Type.Object({ name: described(Name, 'What people call it.', 'Shooting days') })

const options = described(
  { ...HashList, items: dropdownOption },
  'What may be chosen, for a `dropdown`: a value must occur among the values of these objects. Empty for other types. All fields of a group may have 1 MiB of them.',
  []
)
const searchable = described(
  Flag, 'Whether its values are found by the `q` of a search and, unless it is `rich_text`, asked for as `field.<id>`.', true
)
const readOnly = described(Flag, 'Whether only an administrator may set its values.', false)

const metadataSource = Type.Optional(described(
  MetadataPath,
  'Where in `file_metadata` its value comes from when a file is analysed and there is no value yet: `frame_rate`, `xmp.creator`. `null` for nowhere.',
  'xmp.creator'
))

export const CreateFieldBody = Type.Object({
  name: described(Name, 'What people call it.', 'Location'),
  field_type: described(OneOf(fieldTypeNames), 'What its values are.', 'textbox'),
  dropdown_options: options,
  searchable,
  read_only: readOnly,
  metadata_source: metadataSource
})

export const UpdateFieldBody = Type.Object({
  name: described(Name, 'What people call it.', 'Place'),
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
  ok: described(Type.String(), 'What was done.', 'Field created'),
  field: Field
}, { description: 'Done, and the field as it is stored.' })

export const CreateFieldReply = orRefused({
  ...createdField,
  examples: [{ ok: 'Field created', field: { ...wholeExample(Field), ...wholeExample(CreateFieldBody) } }]
})
