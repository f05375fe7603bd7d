import { Type } from '@sinclair/typebox'
import { accesses } from '#src/core/caller.js'
import { Email } from '#src/http/credentials.js'
import { described, Flag, Nullable, OneOf, strict, WholeNumber } from '#src/http/schemas.js'
import { descriptions, idOf } from '#src/openapi/descriptions.js'
import { wholeExample } from '../../examples.js'
import { orRefused, samples } from '../../schemas.js'
import { NewApiKey, UserName } from '../../user/schemas.js'
import { colleague } from '../../users/schemas.js'

export const UserParams = Type.Object({ user_id: described(Type.String(), idOf('user'), '2') })

export const CreateUserBody = strict(Type.Object({
  email: described(Email, 'E-mail address of the user, at most 254 characters. No other user may have it.', 'ben@example.com'),
  admin: Type.Optional(described(Flag, 'Whether the user is an administrator. `false` by default.', false)),
  access: Type.Optional(described(
    OneOf(accesses),
    'Access of the user: everything in the `account`, which is the default, or only the `projects` that the user is a member of.',
    'account'
  )),
  name: Type.Optional(UserName),
  invite: Type.Optional(described(
    Flag, 'Whether the user gets an invitation instead of a key. `false` by default.', false
  )),
  key: Type.Optional(described(
    Flag, 'Whether the user gets a key. `true` by default, or `false` for an invited user. `false` suits people who sign in through a provider.', true
  ))
}))

export const UpdateUserBody = strict(Type.Object({
  disabled: Type.Optional(described(Flag, 'Whether the user is disabled. All keys and sessions of a disabled user are invalid.', true)),
  admin: Type.Optional(described(Flag, 'Whether the user is an administrator.', false)),
  access: Type.Optional(described(
    OneOf(accesses),
    'Access of the user. Administrators always have `account`: if a user becomes one, this is set.',
    'account'
  )),
  name: Type.Optional(UserName)
}))

export const RemoveUserBody = strict(Type.Object({
  to_user_id: Type.Optional(described(
    WholeNumber, 'Id of an enabled user, who gets the items of the removed user. Without it, nobody gets them.', 3
  ))
}))

const AccountUser = Type.Object({
  ...colleague,
  created_at: described(Type.String(), descriptions.createdAt, samples.milliseconds),
  last_used_at: described(
    Nullable(Type.String()),
    'When a key of the user was last used, accurate to one minute; null if none was ever used.',
    samples.milliseconds
  )
}, { title: 'AccountUser' })

const createdAs = { ...wholeExample(CreateUserBody), invite: undefined, key: undefined }
const made = { ...wholeExample(AccountUser), id: 3, ...createdAs, last_used_at: null }

const Link = Type.Object({
  url: Type.Optional(described(
    Type.String(), `URL of the page of the console to set a password. ${descriptions.onlyHere}`,
    `https://cutroom.example.com/console/welcome#${samples.token}`
  )),
  token: Type.Optional(described(Type.String(), `Token of the link, for \`POST /session/password\`. ${descriptions.onlyHere}`, samples.token)),
  expires_at: described(Type.String(), descriptions.linkExpiresAt, samples.laterMilliseconds)
}, { title: 'Link' })

export const InvitationReply = orRefused(described(Type.Object({ invitation: Link }), 'The invitation link.', {
  invitation: wholeExample(Link)
}))

export const PasswordResetReply = orRefused(described(Type.Object({ password_reset: Link }), 'The link to set a password.', {
  password_reset: wholeExample(Link)
}))

export const AccountUsersReply = Type.Object({ users: Type.Array(AccountUser) }, {
  description: descriptions.usersReply
})

export const CreateUserReply = orRefused(described(
  Type.Object({
    user: AccountUser,
    api_key: Type.Optional(NewApiKey),
    invitation: Type.Optional(Link)
  }),
  'The user, with a key or an invitation.',
  { user: made, api_key: { ...wholeExample(NewApiKey), id: 4, key: samples.apiKey } }
))

export const UpdateUserReply = orRefused(described(Type.Object({ user: AccountUser }), 'The user after the update.', {
  user: { ...made, id: 2, email: samples.colleague, ...wholeExample(UpdateUserBody) }
}))
