import { Type, type Static, type TSchema } from '@sinclair/typebox'
import { roles, type Role } from '#src/access/roles.js'
import { accesses } from '#src/core/caller.js'
import { LONGEST_USER_NAME } from '#src/access/user-name.js'
import { keyScopes, usualScopes } from '#src/access/writes.js'
import { groupInShort } from '#src/groups/schema.js'
import { NewPassword, SentPassword } from '#src/http/credentials.js'
import { PersonName } from '#src/http/bounded.js'
import { mustBeOneOf } from '#src/http/rules.js'
import { described, FailureReply, Name, Nullable, OneOf, strict, wholeNumberBetween } from '#src/http/schemas.js'
import { descriptions, idOf } from '#src/openapi/descriptions.js'
import type { Tag } from '#src/openapi/tags.js'
import { AvatarUrl } from '../avatars.js'
import { wholeExample } from '../examples.js'
import { samples } from '../schemas.js'

export const usersTag: Tag = {
  name: 'Users and keys',
  description: 'Users use the service with keys or sessions. Administrators manage the users.',
  position: 120
}

const HUNDRED_YEARS_S = 100 * 366 * 24 * 60 * 60

const text = Type.String()
const scope = Type.Unsafe<string>({ type: 'string', enum: [...keyScopes] })

/** What is not for everybody is not told to everybody. */
export const SCOPE_RULE = mustBeOneOf(usualScopes)
const Scope = { ...OneOf(keyScopes), wrongValue: SCOPE_RULE }

export const ApiKeyParams = Type.Object({ api_key_id: described(text, idOf('key'), '3') })

export const CreateApiKeyBody = strict(Type.Object({
  name: described(Name, 'Name of the key, to tell its purpose.', 'Nightly export'),
  scope: Type
    .Optional(described(
      Scope,
      'Scope of the key. `write`, the default, allows all that its user can do; `read` allows GET, HEAD and `POST /search`; `agent` allows `POST /runs/claims`, for administrators.',
      'read'
    )),
  expires_in: Type
    .Optional(described(
      wholeNumberBetween(1, HUNDRED_YEARS_S),
      'Validity of the key in seconds. By default, the key does not expire.',
      86400
    ))
}))

const apiKey = {
  id: described(Type.Integer(), idOf('key'), 1),
  name: described(Nullable(text), 'Name of the key, which tells its purpose; null if it has none.', null),
  scope: described(scope, 'Scope of the key: `read` can only read, `agent` can only claim steps of runs, `write` can do all that its user can.', 'write'),
  created_at: described(text, descriptions.createdAt, samples.milliseconds),
  last_used_at: described(
    Nullable(text),
    'When the key was last used, accurate to one minute; null if it was never used.',
    samples.milliseconds
  ),
  expires_at: described(Nullable(text), 'When the key expires; null if it does not expire.', null)
}

/** The key of the request. */
const ApiKey = Type.Object(apiKey, { title: 'ApiKey' })

const ListedApiKey = Type.Object({
  ...apiKey,
  current: described(Type.Boolean(), descriptions.current, true)
}, { title: 'ListedApiKey' })

const newApiKey = {
  ...apiKey,
  id: described(Type.Integer(), idOf('key'), 3),
  last_used_at: described(Nullable(text), 'Null: the key has not been used yet.', null),
  key: Type
    .Optional(described(
      text,
      `Key for the header \`X-API-KEY\`. ${descriptions.onlyHere}`,
      samples.apiKey
    ))
}

export const NewApiKey = Type.Object(newApiKey, { title: 'NewApiKey' })

export const CreateApiKeyReply = described(Type.Object({ api_key: NewApiKey }), 'The key.', {
  api_key: {
    ...wholeExample(NewApiKey),
    name: 'Nightly export',
    scope: 'read',
    expires_at: samples.laterMilliseconds,
    key: samples.apiKey
  }
})

export const ApiKeysReply = Type.Object({ api_keys: Type.Array(ListedApiKey) }, {
  description: 'The keys, ordered by id.'
})

const currentUser = {
  id: described(Type.Integer(), idOf('user'), 1),
  email: described(text, descriptions.userEmail, samples.email),
  name: described(text, descriptions.userName, 'Ann Lee'),
  admin: described(Type.Boolean(), descriptions.admin, true),
  access: described(
    Type.String({ enum: [...accesses] }),
    descriptions.access,
    'account'
  ),
  account: described(text, descriptions.accountName, 'default'),
  user_groups: described(
    Type.Array(Type.Object(groupInShort, { title: 'UserGroupInShort' })), 'User groups that the user is in, ordered by id.', []
  ),
  avatar_url: AvatarUrl
}

export const CurrentUser = Type.Object(currentUser, { title: 'CurrentUser' })

export const SessionParams = Type.Object({ session_id: described(text, idOf('session'), '7') })

const session = {
  id: described(Type.Integer(), idOf('session'), 7),
  created_at: described(text, descriptions.createdAt, samples.milliseconds),
  last_used_at: described(text, 'When the session was last used, accurate to one minute.', samples.milliseconds),
  expires_at: described(text, 'When the session expires if it is not used.', samples.laterMilliseconds),
  user_agent: described(Nullable(text), 'User agent of the browser; null if the browser sends none.', samples.userAgent)
}

const Session = Type.Object(session, { title: 'Session' })

const ListedSession = Type.Object({
  ...session,
  current: described(Type.Boolean(), descriptions.current, true)
}, { title: 'ListedSession' })

export const SessionsReply = Type.Object({ sessions: Type.Array(ListedSession) }, {
  description: 'The sessions, ordered by id.'
})

export const SetPasswordBody = strict(Type.Object({
  password: described(NewPassword, descriptions.newPassword, samples.password),
  current_password: Type.Optional(described(
    SentPassword, 'Present password. It is required if the user has one.', 'three loud mountain birds'
  ))
}))

const eitherOf = <Schema extends TSchema>(schema: Schema) =>
  Type.Unsafe<Static<Schema> | null>({ anyOf: [schema, { type: 'null' }] })

export const CurrentUserQuery = strict(Type.Object({
  include: Type.Optional(described(OneOf(['highest_role']), 'Additional content. `highest_role` adds the highest role of the user.', 'highest_role'))
}))

export const CurrentUserReply = described(
  Type.Object({
    user: CurrentUser,
    highest_role: Type.Optional(described(
      eitherOf(Type.Unsafe<Role>({ type: 'string', enum: [...roles] })),
      'With `include=highest_role`: the highest role that the user has in a project, also by a user group; null if the user is a member of none. Roles limit only users with the access `projects`.',
      null
    )),
    api_key: eitherOf(ApiKey),
    session: eitherOf(Session)
  }),
  'The user, and the key or the session of the request. The other one is null.',
  { user: wholeExample(CurrentUser), api_key: wholeExample(ApiKey), session: null }
)

/** The name of a user. */
export const UserName = described(
  PersonName(0, LONGEST_USER_NAME), 'Name of the user, which others see. Empty for none.', 'Ann Lee'
)

export const UpdateCurrentUserBody = strict(Type.Object({ name: UserName }))

/** Any type is taken: the content decides. */
export const AvatarBodies = {
  'application/octet-stream': {
    type: 'string',
    format: 'binary',
    description: 'PNG, JPEG, WebP, GIF or AVIF picture, at most 5 MiB. Its content decides, whatever the `Content-Type`.',
    examples: ['What is in the picture']
  }
}

export const AvatarTooLargeReply = { ...FailureReply, description: 'The picture is larger than 5 MiB.' }

export const SetAvatarReply = described(Type.Object({ user: CurrentUser }), 'The user with the new picture.', {
  user: wholeExample(CurrentUser)
})

export const UpdatedCurrentUserReply = described(Type.Object({ user: CurrentUser }), 'The user with the new name.', {
  user: wholeExample(CurrentUser)
})
