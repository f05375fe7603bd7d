import { Type } from '@sinclair/typebox'
import { described, Nullable } from '../http/schemas.js'
import { descriptions, idOf } from '../openapi/descriptions.js'
import { samples } from '../openapi/samples.js'

const text = Type.String()

/** The id of a group, in the targets of events. */
export const userGroupId = described(Type.Integer(), idOf('user group'), 3)

/** What is shown of a group to its users. */
export const groupInShort = {
  id: userGroupId,
  name: described(text, 'Name of the user group.', 'Editors')
}

/** The properties of a group as the API shows it. */
export const shownGroup = {
  ...groupInShort,
  provider_group: described(
    Nullable(text), 'Name of the group at the provider, whose sign-ins decide who is in this group; null for none.', null
  ),
  count: described(Type.Integer(), 'Number of users in the group.', 12),
  created_at: described(text, descriptions.createdAt, samples.milliseconds),
  updated_at: described(text, 'When the group or its list of users was last changed.', samples.milliseconds)
}

export const UserGroup = Type.Object(shownGroup, { title: 'UserGroup' })
