import { Type } from '@sinclair/typebox'
import { described, Email, Flag, Nullable, strict } from '#src/http/schemas.js'
import { wholeExample } from '../../examples.js'
import { samples } from '../../schemas.js'
import { NewApiKey } from '../../user/schemas.js'
import { colleague } from '../../users/schemas.js'

export const UserParams = Type.Object({ user_id: described(Type.String(), 'Id of the user.', '2') })

export const CreateUserBody = strict(Type.Object({
  email: described(Email, 'E-mail of the user: 254 characters at most, and nobody else’s.', 'ben@example.com'),
  admin: Type.Optional(described(Flag, 'Whether the user is to be an administrator. Not, if it is not sent.', false))
}))

export const UpdateUserBody = strict(Type.Object({
  disabled: Type.Optional(described(Flag, 'Whether all keys of the user are to be invalid.', true)),
  admin: Type.Optional(described(Flag, 'Whether the user is to be an administrator.', false))
}))

const AccountUser = Type.Object({
  ...colleague,
  created_at: described(Type.String(), 'ISO 8601, UTC, to the millisecond.', samples.milliseconds),
  last_used_at: described(
    Nullable(Type.String()),
    'When a key of the user was last used, a minute late at most; null where none was.',
    samples.milliseconds
  )
}, { title: 'AccountUser' })

const refused = Type.Optional(described(Type.String(), 'Why nothing was done. Absent where `user` is there.'))
const made = { ...wholeExample(AccountUser), id: 3, ...wholeExample(CreateUserBody), last_used_at: null }

export const AccountUsersReply = Type.Object({ users: Type.Array(AccountUser) }, {
  description: 'The users of the account, in the order of their ids.'
})

export const CreateUserReply = described(
  Type.Object({ user: Type.Optional(AccountUser), api_key: Type.Optional(NewApiKey), error: refused }),
  'The user and a key; or refused, with the reason in `error`.',
  { user: made, api_key: { ...wholeExample(NewApiKey), id: 4, key: samples.apiKey } }
)

export const UpdateUserReply = described(
  Type.Object({ user: Type.Optional(AccountUser), error: refused }),
  'The user as it is now; or refused, with the reason in `error`.',
  { user: { ...made, id: 2, email: samples.colleague, ...wholeExample(UpdateUserBody) } }
)
