import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import type { Unit } from '#src/core/unit.js'
import { described, Nullable } from '#src/http/schemas.js'

export const AvatarUrl = described(
  Nullable(Type.String()),
  'Signed URL of the picture of the user, which needs no key and works as long as this is the picture; null if there is none.',
  null
)

/** Users with the URLs of their pictures. Guests are shown none. */
export const withAvatars = <User extends { readonly id: number }>(
  request: FastifyRequest, users: readonly User[], unit: Unit = request.unit
) => request.server.avatars.shownWith(unit, request.server.publicUrls.of(request), users)

export async function withAvatar<User extends { readonly id: number }> (
  request: FastifyRequest, user: User, unit?: Unit
) {
  const [shown] = await withAvatars(request, [user], unit)
  return shown!
}
