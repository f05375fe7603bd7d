import { toRowId } from '../basics/ids.js'
import type { Page } from '../basics/page.js'
import { toDatabase } from '../basics/time.js'
import type { Caller } from '../core/caller.js'
import type { Transact } from '../core/transact.js'
import type { Unit } from '../core/unit.js'
import { statement } from '../database/sql.js'
import { SessionNotFound, Unauthorized } from '../errors.js'
import { removeRows } from '../work/pieces/pieces.js'
import { endSessions, holdUser, type SessionRow } from './session-writes.js'

/** $1 now, $2 limit */
const removeEnded = statement('sessions_remove_ended', (sql) => `
  DELETE FROM sessions WHERE ${sql.among('id', `
    SELECT id FROM sessions WHERE expires_at <= ${sql.moment('$1')} ORDER BY expires_at LIMIT $2`)}`)

/** The caller's own sessions. */
export const sessions = {
  /** The session of the request. Throws Unauthorized if it ended a moment ago. */
  async current ({ caller, reads }: Unit, sessionId: number): Promise<SessionRow> {
    const session = await reads.prisma.session.findFirst({ where: { ...ownSessions(caller), id: sessionId } })
    if (session === null) throw new Unauthorized()
    return session
  },

  list: ({ caller, reads }: Unit, { after, limit }: Page): Promise<SessionRow[]> => reads.prisma.session.findMany({
    where: { ...ownSessions(caller), id: { gt: toRowId(after) ?? 0 } },
    orderBy: { id: 'asc' },
    take: limit
  }),

  /** Ends a session, perhaps that of the request. Throws SessionNotFound. */
  async end ({ caller, transact }: Unit, sentId: string | number): Promise<void> {
    const only = toRowId(sentId)
    const isEnded = only !== null && await transact((tx) => endSessions(tx, caller.userId, { only })) > 0
    if (!isEnded) throw new SessionNotFound()
  },

  /** Ends all of them. */
  async endAll ({ caller, transact }: Unit): Promise<void> {
    await transact(async (tx) => {
      // The user is locked before several sessions: src/database/locks.ts.
      await holdUser(tx, caller.userId)
      await endSessions(tx, caller.userId)
    })
  }
}

export type Sessions = typeof sessions

const ownSessions = ({ accountId, userId }: Caller) => ({ accountId, userId, expiresAt: { gt: new Date() } })

/** Removes sessions that have expired. */
export async function removeEndedSessions (
  transact: Transact, signal: AbortSignal, onPiece: () => void
): Promise<void> {
  await removeRows(removeEnded, [toDatabase(new Date())], { transact, signal, onPiece })
}
