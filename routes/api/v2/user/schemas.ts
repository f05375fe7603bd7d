import { Type, type Static, type TSchema } from '@sinclair/typebox'
import { accesses } from '#src/core/caller.js'
import { keyScopes } from '#src/access/writes.js'
import {
  described, Name, NewPassword, Nullable, OneOf, SentPassword, strict, wholeNumberBetween
} from '#src/http/schemas.js'
import type { Tag } from '#src/openapi/tags.js'
import { wholeExample } from '../examples.js'
import { samples } from '../schemas.js'

export const usersTag: Tag = {
  name: 'Users and keys',
  description: 'Who may use the service, and with which keys. Users are managed by an administrator.',
  position: 120
}

const HUNDRED_YEARS_S = 100 * 366 * 24 * 60 * 60

const text = Type.String()
const scope = Type.Unsafe<string>({ type: 'string', enum: [...keyScopes] })

export const ApiKeyParams = Type.Object({ api_key_id: described(text, 'Id of the key.', '3') })

export const CreateApiKeyBody = strict(Type.Object({
  name: described(Name, 'What the key is for.', 'Nightly export'),
  scope: Type
    .Optional(described(
      OneOf(keyScopes),
      '`write`: all that its user may; `read`: GET, HEAD and `POST /search`. `write` if it is not sent.',
      'read'
    )),
  expires_in: Type
    .Optional(described(
      wholeNumberBetween(1, HUNDRED_YEARS_S),
      'Seconds for which it is valid; for ever if it is not sent.',
      86400
    ))
}))

const apiKey = {
  id: described(Type.Integer(), 'Id of the key.', 1),
  name: described(Nullable(text), 'What the key is for; null where nobody has said so.', null),
  scope: described(scope, '`write`, or `read` where it may only read.', 'write'),
  created_at: described(text, 'ISO 8601, UTC, to the millisecond.', samples.milliseconds),
  last_used_at: described(
    Nullable(text),
    'When it was last used, a minute late at most; null where it never was.',
    samples.milliseconds
  ),
  expires_at: described(Nullable(text), 'When it stops being valid; null where it does not.', null)
}

/** The key of the request. */
const ApiKey = Type.Object(apiKey, { title: 'ApiKey' })

const ListedApiKey = Type.Object({
  ...apiKey,
  current: described(Type.Boolean(), 'Whether the request came with it.', true)
}, { title: 'ListedApiKey' })

const newApiKey = {
  ...apiKey,
  id: described(Type.Integer(), 'Id of the key.', 3),
  last_used_at: described(Nullable(text), 'Nobody has used it yet.', null),
  key: Type
    .Optional(described(
      text,
      'The key, for `X-API-KEY`. It is shown in this answer and nowhere after: left out where the answer is repeated by an `Idempotency-Key`.',
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
  description: 'The keys, in the order of their ids.'
})

const currentUser = {
  id: described(Type.Integer(), 'Id of the user.', 1),
  email: described(text, 'E-mail of the user.', samples.email),
  admin: described(Type.Boolean(), 'Whether the user may use the endpoints below `admin`.', true),
  access: described(
    Type.String({ enum: [...accesses] }),
    'What the user sees: everything in the `account`, or the `projects` of which the user is a member.',
    'account'
  ),
  account: described(text, 'Name of the account.', 'default')
}

export const CurrentUser = Type.Object(currentUser, { title: 'CurrentUser' })

export const SessionParams = Type.Object({ session_id: described(text, 'Id of the session.', '7') })

const session = {
  id: described(Type.Integer(), 'Id of the session.', 7),
  created_at: described(text, 'ISO 8601, UTC, to the millisecond.', samples.milliseconds),
  last_used_at: described(text, 'When it was last used, a minute late at most.', samples.milliseconds),
  expires_at: described(text, 'When it ends if it is not used.', samples.laterMilliseconds),
  user_agent: described(Nullable(text), 'What the browser calls itself; null if it does not say.', samples.userAgent)
}

const Session = Type.Object(session, { title: 'Session' })

const ListedSession = Type.Object({
  ...session,
  current: described(Type.Boolean(), 'Whether the request came with it.', true)
}, { title: 'ListedSession' })

export const SessionsReply = Type.Object({ sessions: Type.Array(ListedSession) }, {
  description: 'The sessions, in the order of their ids.'
})

export const SetPasswordBody = strict(Type.Object({
  password: described(NewPassword, 'The new password.', samples.password),
  current_password: Type.Optional(described(
    SentPassword, 'The password as it is now. Required if the user has one.', 'three loud mountain birds'
  ))
}))

const eitherOf = <Schema extends TSchema>(schema: Schema) =>
  Type.Unsafe<Static<Schema> | null>({ anyOf: [schema, { type: 'null' }] })

export const CurrentUserReply = described(
  Type.Object({ user: CurrentUser, api_key: eitherOf(ApiKey), session: eitherOf(Session) }),
  'The user, and the key or the session that the request came with; the other one is null.',
  { user: wholeExample(CurrentUser), api_key: wholeExample(ApiKey), session: null }
)
