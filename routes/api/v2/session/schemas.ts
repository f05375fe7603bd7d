import type { FastifyError, FastifyRequest } from 'fastify'
import { Type, type TSchema } from '@sinclair/typebox'
import { BodyTooLarge, InvalidJson, NotFound, Overloaded, TooManyAttempts, UnsupportedContentType } from '#src/errors.js'
import { NewPassword, SentPassword } from '#src/http/credentials.js'
import { described, FailureReply, Flag, Nullable, strict, Text } from '#src/http/schemas.js'
import { retryAfter } from '#src/openapi/conventions.js'
import { descriptions } from '#src/openapi/descriptions.js'
import type { Tag } from '#src/openapi/tags.js'
import { tokenKinds, type TokenKind } from '#src/tokens/tokens.js'
import { replies, samples } from '../schemas.js'
import { CurrentUser } from '../user/schemas.js'

export const sessionTag: Tag = {
  name: 'Signing in',
  description:
    'Sessions are for people in browsers; programs use keys. A session is a cookie, `cutroom_session`. It is valid only in requests with the header `X-Requested-With: cutroom`. If such a request has an `Origin`, it must be the origin of the service.',
  position: 115
}

export const CreateSessionBody = strict(Type.Object({
  email: described(Text, descriptions.userEmail, samples.email),
  password: described(SentPassword, 'Password of the user.', samples.password),
  keep: Type.Optional(described(
    Flag,
    'Whether the session continues after the browser is closed. It then expires 30 days after its last use, and at most 90 days after it began. Otherwise it expires 12 hours after its last use.',
    true
  ))
}))

const LinkToken = described(Text, 'Token of an invitation or of a password reset.', samples.token)

export const SetPasswordByTokenBody = strict(Type.Object({
  token: LinkToken,
  password: described(NewPassword, descriptions.newPassword, samples.password)
}))

export const TokenBody = strict(Type.Object({
  token: LinkToken
}))

export const TokenOwnerReply = Type.Object({
  kind: described(Type.Unsafe<TokenKind>({ type: 'string', enum: Object.keys(tokenKinds) }), 'Kind of the token.', 'confirmation'),
  email: described(Type.String(), descriptions.userEmail, samples.email),
  name: described(Type.String(), descriptions.userName, 'Ann Lee'),
  account: described(Type.String(), descriptions.accountName, 'default'),
  invited_by: described(
    Nullable(Type.String()), 'Name or e-mail address of the user who made the link; null if the operator made it.', 'Ben Ray'
  )
}, { title: 'TokenOwner', description: 'The user of the token.' })

export const ForgottenBody = strict(Type.Object({
  email: described(Text, descriptions.userEmail, samples.email)
}))

export const ForgottenReply = Type.Object({
  ok: described(Type.String(), 'Text that is the same for every e-mail address.', 'If this address is known, a message is on its way')
}, { description: 'An e-mail is sent if there is a user with this address.' })

/** A redirect to another page. */
export const LedOn = described(Type.Null(), 'Redirects to the page in `Location`. The body is empty.')

export const SessionReply = Type.Object({
  user: CurrentUser,
  expires_at: described(
    Type.String(), 'When the session expires if it is not used: ISO 8601, in UTC, to the millisecond.',
    samples.laterMilliseconds
  )
}, { description: 'The user is signed in: the answer sets the cookie of the session.' })

export const SignInMethodsReply = Type.Object({
  password: described(Type.Boolean(), 'Whether people can sign in with e-mail address and password.', true),
  mail: described(Type.Boolean(), 'Whether the service can send mail, such as for forgotten passwords.', false),
  oidc: described(
    Type.Unsafe<{ name: string } | null>({
      type: ['object', 'null'],
      properties: { name: described(Type.String(), 'Name of the provider, to show on a button.', 'Keycloak') },
      required: ['name']
    }),
    'OpenID provider for signing in; null if there is none.',
    null
  )
}, { description: 'The ways to sign in.' })

const TOO_MANY =
  'Too many failures within 15 minutes: ten wrong passwords for one e-mail address from one network address, or a hundred failures from one network address (in IPv6, from its first 64 bits).'

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
