import { Type } from '@sinclair/typebox'
import { accesses } from '#src/core/caller.js'
import { described } from '#src/http/schemas.js'
import { samples } from '../schemas.js'

export const colleague = {
  id: described(Type.Integer(), 'Id of the user.', 1),
  email: described(Type.String(), 'E-mail of the user.', samples.email),
  admin: described(Type.Boolean(), 'Whether the user may use the endpoints below `admin`.', true),
  access: described(
    Type.String({ enum: [...accesses] }),
    'What the user sees: everything in the `account`, or the `projects` of which the user is a member.',
    'account'
  ),
  disabled: described(Type.Boolean(), 'Whether the user’s keys are invalid.', false)
}

export const UsersReply = Type.Object({
  users: Type.Array(Type.Object(colleague, { title: 'User' }))
}, { description: 'The users of the account, in the order of their ids.' })
