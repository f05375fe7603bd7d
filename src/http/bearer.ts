import type { FastifyRequest } from 'fastify'
import { Unauthorized } from '../errors.js'

const BEARER = /^Bearer ([\w.-]{1,200})$/i

/** The token that a request has in place of a key. Throws Unauthorized. */
export function bearerOf ({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const [, token] = BEARER.exec(headers.authorization ?? '') ?? []
  if (token === undefined) throw new Unauthorized()
  return token
}
