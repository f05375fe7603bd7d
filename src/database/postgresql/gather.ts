import type { SqlValue, Statement } from '../sql.js'

/** Rows that are gathered before they are sent. */
const MOST_ROWS = 200

/**
 * Puts single inserts and updates together that come one after the other, and sends them as few before something else
 * is asked for: each would cost its own way to the server and back. What they answer is known beforehand. What nobody
 * reads waits for the end.
 */
export function createGatherer (send: (statement: Statement, values: readonly SqlValue[]) => void) {
  const rows = new Map<Statement, Array<readonly SqlValue[]>>()

  function flush (isWanted: (statement: Statement) => boolean): void {
    for (const [statement, list] of rows) {
      if (!isWanted(statement)) continue
      rows.delete(statement)
      send(statement, [JSON.stringify(list)])
    }
  }

  return {
    flush: () => flush(({ isUnread }) => isUnread !== true),
    flushAll: () => flush(() => true),
    clear: () => rows.clear(),

    /** Whether it is gathered. Otherwise it is to be sent by itself. */
    take ({ many }: Statement, values: readonly SqlValue[]): boolean {
      if (many === undefined) return false
      let list = rows.get(many)
      if (list === undefined) rows.set(many, list = [])
      if (many.isOfRow === true) removeFirst(list, ([id]) => id === values[0])
      if (list.push(values) >= MOST_ROWS) flush((statement) => statement === many)
      return true
    }
  }
}

function removeFirst<Element> (list: Element[], isWanted: (element: Element) => boolean): void {
  const index = list.findIndex(isWanted)
  if (index >= 0) list.splice(index, 1)
}
