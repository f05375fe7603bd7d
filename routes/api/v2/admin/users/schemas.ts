import { Type } from '@sinclair/typebox'
import { accesses } from '#src/core/caller.js'
import { described, Email, Flag, Nullable, OneOf, strict } from '#src/http/schemas.js'
import { wholeExample } from '../../examples.js'
import { orRefused, samples } from '../../schemas.js'
import { NewApiKey } from '../../user/schemas.js'
import { colleague } from '../../users/schemas.js'

export const UserParams = Type.Object({ user_id: described(Type.String(), 'Id of the user.', '2') })

export const CreateUserBody = strict(Type.Object({
  email: described(Email, 'E-mail of the user: 254 characters at most, and nobody else’s.', 'ben@example.com'),
  admin: Type.Optional(described(Flag, 'Whether the user is to be an administrator. Not, if it is not sent.', false)),
  access: Type.Optional(described(
    OneOf(accesses),
    'What the user is to see: everything in the `account`, if it is not sent, or the `projects` of which the user is a member.',
    'account'
  )),
  invite: Type.Optional(described(
    Flag, 'Whether the user gets an invitation in place of a key. Not, if it is not sent.', false
  )),
  key: Type.Optional(described(
    Flag, 'Whether the user gets a key. `false` is for people who come in by a provider. An invited user gets none unless it is `true`.', true
  ))
}))

export const UpdateUserBody = strict(Type.Object({
  disabled: Type.Optional(described(Flag, 'Whether all keys of the user are to be invalid.', true)),
  admin: Type.Optional(described(Flag, 'Whether the user is to be an administrator.', false)),
  access: Type.Optional(described(
    OneOf(accesses),
    'What the user is to see. An administrator sees everything in the `account`; making one sets this.',
    'account'
  ))
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

const createdAs = { ...wholeExample(CreateUserBody), invite: undefined, key: undefined }
const made = { ...wholeExample(AccountUser), id: 3, ...createdAs, last_used_at: null }

const ONCE = 'Shown in this answer and nowhere after: left out where the answer is repeated by an `Idempotency-Key`.'

const Link = Type.Object({
  url: Type.Optional(described(
    Type.String(), `The page of the console that asks for a password. ${ONCE}`,
    `https://cutroom.example.com/console/welcome#${samples.token}`
  )),
  token: Type.Optional(described(Type.String(), `The token of the link, for \`POST /session/password\`. ${ONCE}`, samples.token)),
  expires_at: described(Type.String(), 'When the link stops being valid.', samples.laterMilliseconds)
}, { title: 'Link' })

export const InvitationReply = orRefused(described(Type.Object({ invitation: Link }), 'The link of the invitation.', {
  invitation: wholeExample(Link)
}))

export const PasswordResetReply = orRefused(described(Type.Object({ password_reset: Link }), 'The link by which a password is set.', {
  password_reset: wholeExample(Link)
}))

export const AccountUsersReply = Type.Object({ users: Type.Array(AccountUser) }, {
  description: 'The users of the account, in the order of their ids.'
})

export const CreateUserReply = orRefused(described(
  Type.Object({
    user: AccountUser,
    api_key: Type.Optional(NewApiKey),
    invitation: Type.Optional(Link)
  }),
  'The user, and a key or an invitation.',
  { user: made, api_key: { ...wholeExample(NewApiKey), id: 4, key: samples.apiKey } }
))

export const UpdateUserReply = orRefused(described(Type.Object({ user: AccountUser }), 'The user as it is now.', {
  user: { ...made, id: 2, email: samples.colleague, ...wholeExample(UpdateUserBody) }
}))
