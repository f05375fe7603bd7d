import { defineFailure } from '../errors.js'

export const GroupNotFound = defineFailure('USER_GROUP_NOT_FOUND', 'User group not found', 404)
/** A group that a body names. */
export const NamedGroupNotFound = defineFailure<[id: string]>(
  'NAMED_USER_GROUP_NOT_FOUND', 'User group not found with id %s', 200
)
export const GroupExists = defineFailure('USER_GROUP_EXISTS', 'User group already exists', 200)
export const GroupOfProvider = defineFailure(
  'USER_GROUP_OF_PROVIDER', 'The users of this group come from the provider', 200
)
export const GroupAlreadyMember = defineFailure(
  'USER_GROUP_ALREADY_MEMBER', 'User group is already member of this project', 200
)
export const GroupNotMember = defineFailure(
  'USER_GROUP_NOT_MEMBER', 'User group is not a member of this project', 200
)
