import type { Database } from '../database/database.js'
import { toDatabase } from '../basics/time.js'
import type { Transact, Transaction } from '../core/transact.js'
import { systemCaller } from '../core/caller.js'
import { takeLock } from '../database/locks.js'
import { statement } from '../database/sql.js'
import type { KeyCache } from './key-cache.js'
import type { SessionCache } from './session-cache.js'
import { sessionEnd } from './session-writes.js'

/** Keys and sessions that are written in one transaction. */
const AT_ONCE = 500

const tables = ['users', 'api_keys', 'sessions'] as const

type Table = typeof tables[number]

/** A row that was used at a time. A session gets another end. */
interface Use {
  readonly table: Table
  readonly id: number
  readonly at: Date
  readonly end?: Date
}

/** $1 JSON list of ids */
const lock = (table: Table) => statement(`usage_lock_${table}`, (sql) => `
  SELECT id FROM ${table} WHERE ${sql.among('id', sql.integers('$1'))} ORDER BY id ${sql.forUpdate}`)

/** $1 JSON list of [id, time, end]. Another process may have seen a later use. */
const save = (table: Table) => statement(`usage_save_${table}`, (sql) => `
  UPDATE ${table} SET last_used_at = ${sql.moment('value ->> 1')}
    ${table === 'sessions' ? `, expires_at = ${sql.moment('value ->> 2')}` : ''}
  FROM ${sql.elements('$1')} WHERE ${table}.id = CAST(value ->> 0 AS integer)
    AND (${table}.last_used_at IS NULL OR ${table}.last_used_at < ${sql.moment('value ->> 1')})`)

const statements = tables.map((table) => ({ table, lock: lock(table), save: save(table) }))

export interface UsageDependencies {
  readonly database: Database
  readonly transact: Transact
  readonly keyCache: KeyCache
  readonly sessionCache: SessionCache
}

/**
 * Stores when each key, each session and each user was last used. It runs from time to time and not in each request,
 * which would make every read a write.
 */
export async function saveKeyUsage ({ database, transact, keyCache, sessionCache }: UsageDependencies): Promise<void> {
  const { prisma } = database.reads
  const used = [
    ...keyCache.takeUsed().map(([id, at]) => ({ table: 'api_keys' as const, id, at })),
    ...sessionCache.takeUsed().map(([id, at]) => ({ table: 'sessions' as const, id, at }))
  ]
  for (let start = 0; start < used.length; start += AT_ONCE) {
    const some = used.slice(start, start + AT_ONCE)
    const times = (table: Table) => new Map(some.filter((use) => use.table === table).map(({ id, at }) => [id, at]))
    const [ofKeys, ofSessions] = [times('api_keys'), times('sessions')]
    const keys = await prisma.apiKey.findMany({
      where: { id: { in: [...ofKeys.keys()] } }, select: { id: true, userId: true }
    })
    const sessions = await prisma.session.findMany({
      where: { id: { in: [...ofSessions.keys()] } }, select: { id: true, userId: true, keep: true, createdAt: true }
    })
    const uses = [
      ...keys.flatMap(({ id, userId }) => withUser({ table: 'api_keys', id, at: new Date(ofKeys.get(id)!) }, userId)),
      ...sessions.flatMap(({ id, userId, ...session }) => {
        const at = new Date(ofSessions.get(id)!)
        return withUser({ table: 'sessions', id, at, end: sessionEnd(session, at) }, userId)
      })
    ]
    if (uses.length > 0) await transact(systemCaller(), (tx) => saveAll(tx, uses))
  }
}

function withUser (use: Use, userId: number): Use[] {
  return [use, { table: 'users', id: userId, at: use.at }]
}

/** One statement for each table. Users are locked before their keys and sessions: src/database/locks.ts. */
async function saveAll ({ sql }: Transaction, uses: readonly Use[]): Promise<void> {
  for (const { table, lock, save } of statements) {
    const newest = new Map<number, Use>()
    for (const use of uses.filter((each) => each.table === table).sort((one, other) => +one.at - +other.at)) {
      newest.set(use.id, use)
    }
    if (newest.size === 0) continue
    await takeLock(sql, lock, [JSON.stringify([...newest.keys()])])
    const rows = [...newest.values()]
      .map(({ id, at, end }) => [id, toDatabase(at), end === undefined ? null : toDatabase(end)])
    await sql.run(save, [JSON.stringify(rows)])
  }
}
