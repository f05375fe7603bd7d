import type { Database } from '../database/database.js'
import type { Transact } from '../core/transact.js'
import { systemCaller } from '../core/caller.js'
import type { KeyCache } from './key-cache.js'
import type { SessionCache } from './session-cache.js'
import { sessionEnd } from './session-writes.js'

const withUser = { user: { include: { account: true } } }

/**
 * Stores when each key, each session and each user was last used. It runs from time to time and not in each request,
 * which would make every read a write.
 */
export async function saveKeyUsage (
  { database, transact, keyCache, sessionCache }: {
    database: Database
    transact: Transact
    keyCache: KeyCache
    sessionCache: SessionCache
  }
): Promise<void> {
  const { prisma } = database.reads
  for (const [id, usedAt] of keyCache.takeUsed()) {
    const key = await prisma.apiKey.findUnique({ where: { id }, include: withUser })
    if (key === null) continue
    const lastUsedAt = new Date(usedAt)
    const isEarlier = isBefore(key, lastUsedAt)
    await transact(systemCaller(key.user.account), async (tx) => {
      await tx.prisma.apiKey.updateMany({ where: { id, ...isEarlier }, data: { lastUsedAt } })
      await tx.prisma.user.updateMany({ where: { id: key.userId, ...isEarlier }, data: { lastUsedAt } })
    })
  }
  for (const [id, usedAt] of sessionCache.takeUsed()) {
    const session = await prisma.session.findUnique({ where: { id }, include: withUser })
    if (session === null) continue
    const { accountId, userId, user: { account } } = session
    const lastUsedAt = new Date(usedAt)
    await transact(systemCaller(account), async (tx) => {
      await tx.prisma.session.updateMany({
        where: { id, accountId, lastUsedAt: { lt: lastUsedAt } },
        data: { lastUsedAt, expiresAt: sessionEnd(session, lastUsedAt) }
      })
      await tx.prisma.user.updateMany({ where: { id: userId, ...isBefore(session, lastUsedAt) }, data: { lastUsedAt } })
    })
  }
}

/** Another process may have seen a later use. */
function isBefore ({ accountId }: { accountId: number }, lastUsedAt: Date) {
  return { accountId, OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: lastUsedAt } }] }
}
