import { createHash } from 'node:crypto'
import type { SourceStore } from './store.js'
import { createKeyOrder, type Row, type Table } from './table.js'

/** A row on either side. Null where that side has none with this key. */
export interface Pair {
  readonly source: Row | null
  readonly target: Row | null
}

/** Walks through a table of two databases at the same time, in the order of its key. */
export async function * merge (table: Table, source: SourceStore, target: SourceStore): AsyncGenerator<Pair> {
  const order = createKeyOrder(table)
  const here = rowsOf(source, table)
  const there = rowsOf(target, table)
  try {
    let [a, b] = [await next(here), await next(there)]
    while (a !== null || b !== null) {
      const first = a === null ? 1 : b === null ? -1 : order(a, b)
      yield { source: first <= 0 ? a : null, target: first >= 0 ? b : null }
      if (first <= 0) a = await next(here)
      if (first >= 0) b = await next(there)
    }
  } finally {
    await here.return(undefined)
    await there.return(undefined)
  }
}

/** Whether both sides have a row with the same key and the same values. */
export function isSame ({ source, target }: Pair): boolean {
  return source !== null && target !== null && source.every((value, index) => value === target[index])
}

/** What a table holds, in short: the same for the same rows, whichever database they are in. */
export interface Digest {
  readonly rows: number
  readonly sha256: string
}

export async function digestOf (store: SourceStore, table: Table): Promise<Digest> {
  const hash = createHash('sha256')
  let rows = 0
  for await (const page of store.pages(table)) {
    rows += page.length
    hash.update(page.map((row) => `${JSON.stringify(row)}\n`).join(''))
  }
  return { rows, sha256: hash.digest('hex') }
}

async function * rowsOf (store: SourceStore, table: Table): AsyncGenerator<Row, undefined> {
  for await (const page of store.pages(table)) yield * page
}

async function next (rows: AsyncGenerator<Row, undefined>): Promise<Row | null> {
  const { done, value } = await rows.next()
  return done === true ? null : value!
}
