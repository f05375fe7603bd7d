import type { Connection } from './connection.js'
import type { Limits } from './limits.js'

export interface PoolOptions {
  /** Connections open at the same time, to all origins together. */
  maxConnections: number
  /** Connections open at the same time to one origin. */
  maxConnectionsPerOrigin: number
  createConnection: (origin: string, onDisconnect: (connection: Connection) => void) => Connection
}

interface Origin {
  name: string
  busy: number
  idle: Connection[]
  waiting: Set<(connection: Connection) => void>
}

export type Pool = ReturnType<typeof createPool>

/**
 * Keeps connections for the next request to the same origin and shares what may be open between the origins.
 * Origins without a connection or a request are forgotten; an idle connection makes room where another origin needs it.
 */
export function createPool ({ maxConnections, maxConnectionsPerOrigin, createConnection }: PoolOptions) {
  const origins = new Map<string, Origin>()
  const crowded = new Set<Origin>()
  /** The one that has been idle longest comes first. */
  const idle = new Set<Connection>()
  let busy = 0

  /** A connection to the origin; waits for one while there are too many, and rejects when a limit ends the wait. */
  function acquire (name: string, limits: Limits): Connection | Promise<Connection> {
    const origin = enter(name)
    const connection = origin.waiting.size === 0 ? take(origin) : null
    return connection ?? wait(origin, limits)
  }

  /** Gives a connection back after a whole answer: the next request may use it. */
  function release (connection: Connection): void {
    const origin = leave(connection)
    connection.served++
    origin.idle.push(connection)
    idle.add(connection)
    serve()
  }

  /** Gives a connection back that is of no more use. */
  function discard (connection: Connection, reason: Error | null): void {
    const origin = leave(connection)
    connection.destroy(reason)
    serve()
    forgetIfUnused(origin)
  }

  /** Closes what is idle at one origin, because one of its connections turned out to have been closed from afar. */
  function refresh (name: string): void {
    const origin = origins.get(name)
    for (const connection of origin?.idle.slice() ?? []) drop(connection)
  }

  function closeIdle (): void {
    for (const connection of idle) drop(connection)
  }

  function stats () {
    return { origins: origins.size, connections: busy + idle.size, idle: idle.size }
  }

  function take (origin: Origin): Connection | null {
    if (!hasRoom(origin)) return null
    const kept = origin.idle.pop()
    if (kept) idle.delete(kept)
    else if (busy + idle.size >= maxConnections) dropOldest()
    busy++
    origin.busy++
    return kept ?? createConnection(origin.name, onDisconnect)
  }

  /**
   * Half of all connections is for origins that have none yet, so that however many receivers hang, others find room.
   * Of the rest an origin may hold an eighth of what is free: much while there is much, and less the more others need.
   */
  function hasRoom (origin: Origin): boolean {
    const shared = Math.max(0, maxConnections / 2 - busy)
    return busy < maxConnections && origin.busy < Math.min(maxConnectionsPerOrigin, 1 + shared / 8)
  }

  function wait (origin: Origin, limits: Limits): Promise<Connection> {
    return new Promise((resolve, reject) => {
      function give (connection: Connection): void {
        limits.watch(null)
        resolve(connection)
      }
      origin.waiting.add(give)
      crowded.add(origin)
      limits.watch(function giveUp (failure) {
        origin.waiting.delete(give)
        if (origin.waiting.size === 0) crowded.delete(origin)
        forgetIfUnused(origin)
        reject(failure)
      })
    })
  }

  /** Hands free connections to those who wait, one to each origin in turn. */
  function serve (): void {
    for (const origin of crowded) {
      const [first] = origin.waiting
      const connection = first === undefined ? null : take(origin)
      if (first === undefined || connection === null) continue
      origin.waiting.delete(first)
      crowded.delete(origin)
      if (origin.waiting.size > 0) crowded.add(origin)
      first(connection)
    }
  }

  function enter (name: string): Origin {
    let origin = origins.get(name)
    if (origin === undefined) {
      origin = { name, busy: 0, idle: [], waiting: new Set() }
      origins.set(name, origin)
    }
    return origin
  }

  function leave (connection: Connection): Origin {
    const origin = enter(connection.origin)
    origin.busy--
    busy--
    return origin
  }

  function onDisconnect (connection: Connection): void {
    if (idle.has(connection)) drop(connection)
  }

  function dropOldest (): void {
    const [oldest] = idle
    if (oldest !== undefined) drop(oldest)
  }

  function drop (connection: Connection): void {
    const origin = enter(connection.origin)
    idle.delete(connection)
    origin.idle.splice(origin.idle.indexOf(connection), 1)
    connection.destroy(null)
    forgetIfUnused(origin)
  }

  function forgetIfUnused (origin: Origin): void {
    if (origin.busy === 0 && origin.idle.length === 0 && origin.waiting.size === 0) origins.delete(origin.name)
  }

  return { acquire, release, discard, refresh, closeIdle, stats }
}
