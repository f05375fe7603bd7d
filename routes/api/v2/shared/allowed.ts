import type { FastifyRequest } from 'fastify'
import type { Allowed } from '#src/links/rows.js'

/** Refuses requests by links that do not allow this. It runs before the parameters are checked: as `preValidation`. */
export function whereAllowed (name: keyof Allowed, Refused: new () => Error) {
  return async function requireAllowed ({ link }: FastifyRequest): Promise<void> {
    if (!link[name]) throw new Refused()
  }
}
