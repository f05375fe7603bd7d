import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Lets the counts of an answer include what was committed before: the fan-out of the account gets some time. A key with
 * the scope `read` causes no writes, and a part of an open transaction cannot wait for others. Returns whether anything
 * waited for it.
 */
export async function reachCounts (
  app: FastifyInstance, { apiKey, unit }: Pick<FastifyRequest, 'apiKey' | 'unit'>
): Promise<boolean> {
  return !unit.isPart && apiKey?.scope !== 'read' && await app.fanOut.reach(unit.caller.accountId)
}
