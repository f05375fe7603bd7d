import { createHash } from 'node:crypto'
import type { SourceStore } from './store.js'
import type { Row, Table } from './table.js'

/** A digest of a table: the same for the same rows, in either database. */
export interface Digest {
  readonly rows: number
  readonly sha256: string
}

export function createDigest () {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add (page: readonly Row[]): void {
      rows += page.length
      hash.update(page.map((row) => `${JSON.stringify(row)}\n`).join(''))
    },
    end: (): Digest => ({ rows, sha256: hash.digest('hex') })
  }
}

export async function digestOf (store: SourceStore, table: Table): Promise<Digest> {
  const digest = createDigest()
  for await (const page of store.pages(table)) digest.add(page)
  return digest.end()
}
