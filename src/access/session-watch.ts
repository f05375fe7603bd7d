import { toDatabase } from '../basics/time.js'
import type { Database } from '../database/database.js'
import { statement } from '../database/sql.js'
import { createSingleFlight } from '../work/turns/single-flight.js'

/** The interval of the looks: a stream ends soon after its session. The documented bound is 5 s. */
const LOOK_MS = 2000

/** $1 JSON list of sessions, $2 now: those that go on */
const findValid = statement<{ id: number }>('sessions_valid', (sql) => `
  SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id
  WHERE ${sql.among('s.id', sql.integers('$1'))} AND s.expires_at > ${sql.moment('$2')} AND u.disabled_at IS NULL`)

export interface SessionWatchDependencies {
  readonly database: Database
  readonly lookMs?: number
}

/**
 * Tells long requests, such as streams, that their session has ended, whichever process has ended it. One statement
 * looks for all of them. A look does not prolong a session.
 */
export function createSessionWatch ({ database, lookMs = LOOK_MS }: SessionWatchDependencies) {
  const watched = new Map<number, Set<AbortController>>()
  let timer: NodeJS.Timeout | undefined

  const looks = createSingleFlight(async () => {
    const ids = [...watched.keys()]
    if (ids.length === 0) return
    const rows = await database.reads.sql.all(findValid, [JSON.stringify(ids), toDatabase(new Date())])
    const valid = new Set(rows.map(({ id }) => id))
    for (const id of ids) {
      if (valid.has(id)) continue
      for (const controller of watched.get(id) ?? []) controller.abort()
      watched.delete(id)
    }
    stopIfIdle()
  })

  function stopIfIdle (): void {
    if (watched.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  /** If a look fails, the next one follows soon. */
  async function look (): Promise<void> {
    await looks.after().catch(() => {})
  }

  return {
    look,

    /** Aborts when the session has ended. Watches until `gone` aborts. */
    untilEnd (sessionId: number, gone: AbortSignal): AbortSignal {
      const controller = new AbortController()
      const { signal } = controller
      if (gone.aborted) return signal
      const controllers = watched.get(sessionId) ?? new Set()
      watched.set(sessionId, controllers.add(controller))
      timer ??= setInterval(look, lookMs).unref()
      gone.addEventListener('abort', () => {
        controllers.delete(controller)
        if (controllers.size === 0 && watched.get(sessionId) === controllers) watched.delete(sessionId)
        stopIfIdle()
      }, { once: true })
      return signal
    },

    stop: (): void => clearInterval(timer)
  }
}

export type SessionWatch = ReturnType<typeof createSessionWatch>
