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
  let isGathering = false

  async function flush (): Promise<void> {
    const taken = [...rows]
    forget()
    for (const [statement, list] of taken) await send(statement, [JSON.stringify(list)])
  }

  function forget (): void {
    rows.clear()
    count = 0
  }

  return {
    /** Whether there is something to be sent first. */
    isWaiting: () => count > 0,
    flush,

    /** Null where the statement is to be sent by itself. */
    take ({ many }: Statement, values: readonly SqlValue[]): Promise<void> | null {
      if (!isGathering || many === undefined) return null
      const list = rows.get(many)
      if (list === undefined) rows.set(many, [values])
      else list.push(values)
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
