import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Lets the counts of an answer include what was committed before: the fan-out of the account gets some time. A key with
 * the scope `read` causes no writes. Returns whether anything waited for it.
 */
export async function reachCounts (
  app: FastifyInstance, { apiKey, caller }: Pick<FastifyRequest, 'apiKey' | 'caller'>
): Promise<boolean> {
  return apiKey?.scope !== 'read' && await app.fanOut.reach(caller!.accountId)
}
