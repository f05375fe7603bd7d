import { Type } from '@sinclair/typebox'
import { accesses } from '#src/core/caller.js'
import { described, strict, Text } from '#src/http/schemas.js'
import { PageQuery } from '#src/http/list.js'
import { descriptions, idOf } from '#src/openapi/descriptions.js'
import { AvatarUrl } from '../avatars.js'
import { samples } from '../schemas.js'

export const UsersQuery = strict(Type.Object({
  asset_id: Type.Optional(described(Text, 'Id of an asset, to list only the users who see it.', samples.assetId)),
  project_id: Type.Optional(described(Text, 'Id of a project, to list only the users who see it.', samples.projectId)),
  ...PageQuery.properties
}))

export const colleague = {
  id: described(Type.Integer(), idOf('user'), 1),
  email: described(Type.String(), descriptions.userEmail, samples.email),
  name: described(Type.String(), descriptions.userName, 'Ann Lee'),
  admin: described(Type.Boolean(), descriptions.admin, true),
  access: described(
    Type.String({ enum: [...accesses] }),
    descriptions.access,
    'account'
  ),
  disabled: described(Type.Boolean(), 'Whether the user is disabled. Keys and sessions of a disabled user do not work.', false),
  avatar_url: AvatarUrl
}

export const UsersReply = Type.Object({
  users: Type.Array(Type.Object(colleague, { title: 'User' }))
}, { description: descriptions.usersReply })
