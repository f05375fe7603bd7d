import type { FastifyRequest } from 'fastify'
import { currentUser } from '#src/access/account-users.js'
import { presentCurrentUser } from '#src/access/present.js'
import { withAvatar } from './avatars.js'

/** The user of a request, with name, groups and picture. */
export async function presentMe (request: FastifyRequest) {
  const { unit, server } = request
  const name = await currentUser.findName(unit)
  return withAvatar(request, presentCurrentUser(unit.caller, name, await server.groups.ofUser(unit)))
}
