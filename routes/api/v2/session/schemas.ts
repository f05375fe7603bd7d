import type { FastifyError, FastifyRequest } from 'fastify'
import { Type, type TSchema } from '@sinclair/typebox'
import { BodyTooLarge, InvalidJson, NotFound, Overloaded, TooManyAttempts, UnsupportedContentType } from '#src/errors.js'
import { described, FailureReply, Flag, NewPassword, SentPassword, strict, Text } from '#src/http/schemas.js'
import { retryAfter } from '#src/openapi/conventions.js'
import type { Tag } from '#src/openapi/tags.js'
import { replies, samples } from '../schemas.js'
import { CurrentUser } from '../user/schemas.js'

export const sessionTag: Tag = {
  name: 'Signing in',
  description:
    'Sessions are for people in browsers; programs use keys. A session is a cookie, `cutroom_session`, that counts only in requests with the header `X-Requested-With: cutroom` whose `Origin`, if there is one, is the service’s own.',
  position: 115
}

export const CreateSessionBody = strict(Type.Object({
  email: described(Text, 'E-mail of the user.', samples.email),
  password: described(SentPassword, 'Password of the user.', samples.password),
  keep: Type.Optional(described(
    Flag,
    'Whether the session outlives the browser: it then ends 30 days after its last use, 90 days after it began. Otherwise it ends 12 hours after its last use.',
    true
  ))
}))

export const SetPasswordByTokenBody = strict(Type.Object({
  token: described(Text, 'The token of an invitation or of a password reset.', samples.token),
  password: described(NewPassword, 'The new password.', samples.password)
}))

export const ForgottenBody = strict(Type.Object({
  email: described(Text, 'E-mail of the user.', samples.email)
}))

export const ForgottenReply = Type.Object({
  ok: described(Type.String(), 'The same for every e-mail.', 'If this address is known, a message is on its way')
}, { description: 'A message is sent, if there is a user with this e-mail.' })

/** A redirect to another page. */
export const LedOn = described(Type.Null(), 'Leads to the page in `Location`. The body is empty.')

export const SessionReply = Type.Object({
  user: CurrentUser,
  expires_at: described(
    Type.String(), 'When the session ends if it is not used. ISO 8601, UTC, to the millisecond.',
    samples.laterMilliseconds
  )
}, { description: 'Signed in: the answer sets the cookie.' })

export const SignInMethodsReply = Type.Object({
  password: described(Type.Boolean(), 'Whether people sign in by e-mail and password.', true),
  mail: described(Type.Boolean(), 'Whether the service sends messages, such as for forgotten passwords.', false),
  oidc: described(
    Type.Unsafe<{ name: string } | null>({
      type: ['object', 'null'],
      properties: { name: described(Type.String(), 'Name of the provider, for its button.', 'Keycloak') },
      required: ['name']
    }),
    'The provider by which people sign in; null if there is none.',
    null
  )
}, { description: 'The ways to sign in.' })

const TOO_MANY =
  'Ten wrong passwords of one e-mail from one address, or a hundred failures of one address (of IPv6: its first 64 bits), within 15 minutes.'

/** The answers of a route below `session` that people send a body to before they have a session. */
export function signInReplies<Own extends Record<number, TSchema>> (own: Own, ...failures: FastifyError[]) {
  return {
    ...replies(
      { ...own, 429: { ...described(FailureReply, TOO_MANY), headers: retryAfter } },
      new InvalidJson(), new BodyTooLarge(), new UnsupportedContentType(), new TooManyAttempts(), new Overloaded(),
      ...failures
    ),
    401: described(Type.Null(), 'The request does not come from a page of this service. The body is empty.')
  }
}

/** Throws NotFound if people sign in only by the provider. */
export async function requirePasswords ({ server }: FastifyRequest): Promise<void> {
  if (!server.config.PASSWORDS) throw new NotFound()
}
