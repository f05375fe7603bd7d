import type { SqlValue, Statement } from '../sql.js'

/** So many rows wait at most until they are sent. */
const MOST_ROWS = 200

/**
 * Puts single inserts together that come one after the other, and sends them as few when something else is asked for:
 * each would cost its own way to the server and back. What they answer is known beforehand, and what they fail with
 * comes with the next answer.
 */
export function createGatherer (send: (statement: Statement, values: SqlValue[]) => Promise<unknown>) {
  const rows = new Map<Statement, Array<readonly SqlValue[]>>()
  let count = 0
  /** Of statements whose rows nobody reads in their transaction. */
  let unread = 0
  let isGathering = false

  /** All, or only what may be read next. */
  async function flush (isAll = true): Promise<void> {
    const taken = [...rows].filter(([{ isUnread }]) => isAll || isUnread !== true)
    for (const [statement] of taken) rows.delete(statement)
    count = isAll ? 0 : unread
    if (isAll) unread = 0
    for (const [statement, list] of taken) await send(statement, [JSON.stringify(list)])
  }

  function forget (): void {
    rows.clear()
    count = unread = 0
  }

  return {
    /** Whether there is something to be sent first. */
    isWaiting: () => count > unread,
    flush: () => flush(false),

    /** Null where the statement is to be sent by itself. */
    take ({ many }: Statement, values: readonly SqlValue[]): Promise<void> | null {
      if (!isGathering || many === undefined) return null
      const list = rows.get(many)
      if (list === undefined) rows.set(many, [values])
      else list.push(values)
      if (many.isUnread === true) unread++
      return ++count < MOST_ROWS ? Promise.resolve() : flush()
    },

    async during<Result> (work: () => Promise<Result>): Promise<Result> {
      isGathering = true
      try {
        const result = await work()
        await flush()
        return result
      } finally {
        isGathering = false
        forget()
      }
    }
  }
}
