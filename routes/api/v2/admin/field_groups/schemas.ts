import { Type } from '@sinclair/typebox'
import { fieldTypeNames } from '../../../../../src/fields/types/index.js'
import { Flag, HashList, OneOf, Text } from '../../../../../src/http/schemas.js'
import { FieldGroup } from '../../field_groups/schemas.js'

export const FieldParams = Type.Object({ field_group_id: Type.String(), field_id: Type.String() })

export const CreateFieldGroupBody = Type.Object({ name: Text, group_type: Type.Optional(OneOf(['default', 'complex'])) })

export const RenameFieldGroupBody = Type.Object({ name: Text })

export const CreateFieldBody = Type.Object({
  name: Text,
  field_type: OneOf(fieldTypeNames),
  dropdown_options: HashList,
  searchable: Flag,
  read_only: Flag
})

export const UpdateFieldBody = Type.Object({
  name: Text,
  dropdown_options: Type.Optional(HashList),
  searchable: Type.Optional(Flag),
  read_only: Type.Optional(Flag)
})

export const CreateFieldGroupReply = Type.Object({ field_group: FieldGroup, errors: Type.Array(Type.Any()) })
