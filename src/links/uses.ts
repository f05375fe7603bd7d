import { toDatabase } from '../basics/time.js'
import { systemCaller } from '../core/caller.js'
import type { Transact, Transaction } from '../core/transact.js'
import { takeLock } from '../database/locks.js'
import { statement } from '../database/sql.js'

/** Links that are written in one transaction. */
const AT_ONCE = 1000

/** $1 link */
export const lockUses = statement<{ uses: number }>('links_lock_uses', (sql) =>
  `SELECT uses FROM links WHERE id = $1 ${sql.forUpdate}`)

/** $1 JSON list of links: locks them in their order, as others do. */
const lockAll = statement('links_lock_all', (sql) => `
  SELECT id FROM links WHERE ${sql.among('id', sql.integers('$1'))} ORDER BY id ${sql.forUpdate}`)

/** $1 JSON list of [link, uses, time] */
const add = statement('links_add_uses', (sql) => `
  UPDATE links SET uses = links.uses + CAST(value ->> 1 AS integer),
    last_used_at = CASE WHEN links.last_used_at > ${sql.moment('value ->> 2')} THEN links.last_used_at
      ELSE ${sql.moment('value ->> 2')} END
  FROM ${sql.elements('$1')} WHERE links.id = CAST(value ->> 0 AS integer)`)

interface Uses {
  readonly id: number
  readonly uses: number
  /** The last one. */
  readonly at: Date
}

/** Adds openings to links, all in one statement. Revoked links are left out. */
export async function addUses ({ sql }: Pick<Transaction, 'sql'>, uses: readonly Uses[]): Promise<void> {
  const rows = uses.map(({ id, uses, at }) => [id, uses, toDatabase(at)])
  await takeLock(sql, lockAll, [JSON.stringify(uses.map(({ id }) => id))])
  await sql.run(add, [JSON.stringify(rows)])
}

/** Counts openings in memory, so that not each of them is a commit. */
export function createUses () {
  const counted = new Map<number, Uses>()

  function note (id: number, uses = 1, at = new Date()): void {
    const known = counted.get(id)
    counted.set(id, {
      id, uses: uses + (known?.uses ?? 0), at: known !== undefined && known.at > at ? known.at : at
    })
  }

  return {
    note: (id: number): void => note(id),

    /** Writes what was counted since the last time. What could not be written is counted again. */
    async save (transact: Transact): Promise<void> {
      const taken = [...counted.values()]
      counted.clear()
      while (taken.length > 0) {
        const some = taken.slice(0, AT_ONCE)
        await transact(systemCaller(), (tx) => addUses(tx, some)).catch((error: unknown) => {
          for (const { id, uses, at } of taken) note(id, uses, at)
          throw error
        })
        taken.splice(0, AT_ONCE)
      }
    }
  }
}
