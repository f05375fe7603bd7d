import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { currentUser } from '../access/account-users.js'
import { presentCurrentUser } from '../access/present.js'
import type { BegunSession, Origin } from '../access/sign-in.js'
import { toMilliseconds } from '../basics/time.js'
import { createUnit } from '../core/unit.js'
import { Unauthorized } from '../errors.js'

/** How somebody signs in, for the log. */
type Way = 'password' | 'token' | 'provider'

/**
 * Begins a session: the answer has its cookie. Sign-ins are logged, without what was sent. Throws what `signIn` does.
 * Returns the answer, and the unit of the user.
 */
export async function beginSession (
  request: FastifyRequest,
  reply: FastifyReply,
  { by, keep = false, signIn }: { by: Way, keep?: boolean, signIn: (origin: Origin) => Promise<BegunSession> }
) {
  const { server: { sessionCache, sessionCookie, groups }, headers, remoteAddress: address, log } = request
  const { row, token } = await signIn({ address, userAgent: headers['user-agent'] }).catch((error: FastifyError) => {
    log.info({ by, remoteAddress: address, reason: error.code }, 'sign-in refused')
    throw error
  })
  const known = await sessionCache.recognise(token)
  if (known === null) throw new Unauthorized()
  sessionCookie.write(reply, token, { keep })
  log.info({ by, remoteAddress: address, userId: known.caller.userId, sessionId: row.id }, 'signed in')
  const unit = createUnit(request.server, known.caller)
  const user = presentCurrentUser(known.caller, await currentUser.findName(unit), await groups.ofUser(unit))
  return { unit, user, expires_at: toMilliseconds(row.expiresAt) }
}

/**
 * For routes that people use before they have a session. Throws Unauthorized if a page of another site sends the
 * request.
 */
export async function requireOwnPage (request: FastifyRequest): Promise<void> {
  if (!request.server.sessionCookie.isOwn(request)) throw new Unauthorized()
}
