import { Type } from '@sinclair/typebox'
import { roles } from '#src/access/roles.js'
import { LONGEST_GROUP_NAME, LONGEST_PROVIDER_GROUP } from '#src/groups/groups.js'
import { shownGroup, UserGroup } from '#src/groups/schema.js'
import { SeenText, TextOrNull, wholeNumbers } from '#src/http/bounded.js'
import { MOST_ELEMENTS } from '#src/http/rules.js'
import { described, OneOf, strict, WholeNumber } from '#src/http/schemas.js'
import { descriptions, idOf } from '#src/openapi/descriptions.js'
import type { Tag } from '#src/openapi/tags.js'
import { answerTo } from '../examples.js'
import { orRefused, samples } from '../schemas.js'
import { colleague } from '../users/schemas.js'

export const userGroupsTag: Tag = {
  name: 'User groups',
  description:
    'A user group is put into projects with a role. Its users are members of these projects by it, and the highest role counts that a user has. Administrators manage user groups and their users; sign-ins through a provider can do so, too.',
  position: 118
}

export const UserGroupParams = Type.Object({ user_group_id: described(Type.String(), idOf('user group'), '3') })

export const UserGroupReply = Type.Object({ user_group: UserGroup }, { description: 'The user group.' })

export const UserGroupsReply = Type.Object({ user_groups: Type.Array(UserGroup) }, {
  description: 'The user groups that you see, ordered by id.'
})

export const UserGroupUsersReply = Type.Object({
  users: Type.Array(Type.Object(colleague, { title: 'User' }))
}, { description: descriptions.usersReply })

const name = described(
  SeenText(1, LONGEST_GROUP_NAME),
  'Name of the user group. No other group has it, whatever the case of its letters.', 'Editors'
)

const providerGroup = Type.Optional(described(
  TextOrNull(1, LONGEST_PROVIDER_GROUP),
  'Name of the group at the provider, compared exactly. Sign-ins then decide who is in the user group. `null`: none.', 'film-editors'
))

export const CreateUserGroupBody = strict(Type.Object({ name, provider_group: providerGroup }))

export const UpdateUserGroupBody = strict(Type.Object({ name: Type.Optional(name), provider_group: providerGroup }))

export const CreateUserGroupReply = orRefused(answerTo(CreateUserGroupBody, UserGroupReply, { count: 0 }))

export const UpdateUserGroupReply = orRefused(answerTo(UpdateUserGroupBody, UserGroupReply, {
  updated_at: samples.laterMilliseconds
}))

export const GroupUsersBody = strict(Type.Object({
  user_ids: described(wholeNumbers(1, MOST_ELEMENTS), 'Ids of users of the account. A user who is named twice counts once.', [2])
}))

const groupId = described(WholeNumber, 'Id of a user group that you see (see `GET /user_groups`).', 3)
const roleText = 'Role of the users of the group: it limits what users with the access `projects` may do in the project and below it.'

export const PlaceBody = strict(Type.Object({
  user_group_id: groupId,
  role: Type.Optional(described(OneOf(roles), `${roleText} \`Member\` by default.`, 'Member'))
}))

export const PlaceRoleBody = strict(Type.Object({
  user_group_id: groupId, role: described(OneOf(roles), roleText, 'Viewer')
}))

export const FormerPlaceBody = strict(Type.Object({ user_group_id: groupId }))

export const ProjectUserGroupsReply = Type.Object({
  user_groups: Type.Array(Type.Object({
    ...shownGroup,
    role: described(Type.String({ enum: [...roles] }), 'Role of its users in the project.', 'Member')
  }, { title: 'ProjectUserGroup' }))
}, { description: 'The user groups in the project, ordered by id.' })
