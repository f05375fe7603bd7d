import type { SqlValue, Statement } from '../sql.js'

/** Maximum number of rows of a statement that are gathered. */
const MOST_ROWS = 200

/**
 * Batches consecutive inserts and updates of single rows, and sends them before the next other query: each would cost
 * its own round trip. Their results are known beforehand. Rows that nobody reads are sent last.
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

    /** Returns whether the statement was gathered. Otherwise the caller sends it. */
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
