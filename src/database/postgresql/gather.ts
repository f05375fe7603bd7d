import type { SqlValue, Statement } from '../sql.js'

/** Rows that are gathered before they are sent. */
const MOST_ROWS = 200

/**
 * Puts single inserts and updates together that come one after the other, and sends them as few when something else is
 * asked for: each would cost its own way to the server and back. What they answer is known beforehand, and what they
 * fail with comes with the next answer. What nobody reads waits for the end.
 */
export function createGatherer (send: (statement: Statement, values: SqlValue[]) => Promise<unknown>) {
  const rows = new Map<Statement, Array<readonly SqlValue[]>>()
  let isGathering = false

  async function flush (statements: Statement[]): Promise<void> {
    for (const statement of statements) {
      const list = rows.get(statement)!
      rows.delete(statement)
      await send(statement, [JSON.stringify(list)])
    }
  }

  const readable = () => [...rows.keys()].filter(({ isUnread }) => isUnread !== true)

  return {
    /** Whether there is something to be sent before something else is asked for. */
    isWaiting: () => rows.size > 0 && readable().length > 0,
    flush: () => flush(readable()),
    flushAll: () => flush([...rows.keys()]),

    /** Null where the statement is to be sent by itself. */
    take ({ many }: Statement, values: readonly SqlValue[]): Promise<void> | null {
      if (!isGathering || many === undefined) return null
      let list = rows.get(many)
      if (list === undefined) rows.set(many, list = [])
      if (many.isOfRow === true) removeFirst(list, ([id]) => id === values[0])
      return list.push(values) < MOST_ROWS ? Promise.resolve() : flush([many])
    },

    async during<Result> (work: () => Promise<Result>): Promise<Result> {
      isGathering = true
      try {
        const result = await work()
        await flush([...rows.keys()])
        return result
      } finally {
        isGathering = false
        rows.clear()
      }
    }
  }
}

function removeFirst<Element> (list: Element[], isWanted: (element: Element) => boolean): void {
  const index = list.findIndex(isWanted)
  if (index >= 0) list.splice(index, 1)
}
