import { groupBy } from '../../basics/group-by.js'
import { SECOND_MS } from '../../basics/units.js'
import type { Caller } from '../../core/caller.js'
import type { Bus } from '../../core/events/bus.js'
import type { Transact } from '../../core/transact.js'
import type { Database } from '../../database/database.js'
import { RoleRefused, Unauthorized } from '../../errors.js'
import { createSingleFlight } from '../../work/turns/single-flight.js'
import type { StepTokens } from '../reports/tokens.js'
import { READY } from '../runs/wakes.js'
import { listFilled, listReady, type ReadyStep } from './rows.js'
import { takeReady } from './take.js'

/** How long a step that another process hands out waits at most. */
const LOOK_MS = SECOND_MS / 2

/** An agent that asks for a step. */
export interface Agent {
  /** Asked before a step is handed out, as the key may be revoked meanwhile. Null if it was. */
  readonly caller: () => Promise<Caller | null>
  /** Aborts when the agent has gone. */
  readonly gone: AbortSignal
  readonly queues: readonly string[]
}

/** An agent that waits. */
interface Waiter extends Agent {
  readonly accountId: number
  readonly end: (claim: string | null) => void
  readonly fail: (error: Error) => void
}

export interface ClaimsDependencies {
  readonly database: Database
  readonly transact: Transact
  readonly bus: Bus
  readonly tokens: StepTokens
}

/** Hands steps out to agents, the oldest first. Those that wait share one look at the database. */
export function createClaims ({ database, bus, ...taking }: ClaimsDependencies) {
  const { sql } = database.reads
  const waiters = new Set<Waiter>()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const looks = createSingleFlight(async () => {
    for (const [accountId, some] of groupBy([...waiters], (waiter) => waiter.accountId)) {
      await look(accountId, some).catch((error: Error) => { for (const waiter of some) waiter.fail(error) })
    }
  })
  const lookSoon = () => { looks.after() }
  const stopListening = bus.listen(READY, lookSoon)

  async function look (accountId: number, some: readonly Waiter[]): Promise<void> {
    const asked = new Set(some.flatMap(({ queues }) => queues))
    const filled = await sql.all(listFilled, [accountId, JSON.stringify([...asked].map((queue) => [queue]))])
    for (const { queue } of filled) {
      const asking = some.filter(({ queues }) => queues.includes(queue))
      for (const step of await sql.all(listReady, [accountId, queue, asking.length])) {
        const next = asking.find((waiter) => waiters.has(waiter))
        if (next === undefined) break
        try {
          const claim = await takeReady(taking, await requireAdministrator(next), step)
          if (claim !== null) next.end(claim)
        } catch (error) {
          next.fail(error as Error)
        }
      }
    }
  }

  /** The oldest step of all queues, if it can be had. */
  async function takeOldest (caller: Caller, queues: readonly string[]): Promise<string | null> {
    while (true) {
      const heads: ReadyStep[] = []
      for (const queue of queues) heads.push(...await sql.all(listReady, [caller.accountId, queue, 1]))
      const [oldest] = heads.sort((a, b) => a.id < b.id ? -1 : 1)
      if (oldest === undefined) return null
      const claim = await takeReady(taking, caller, oldest)
      if (claim !== null) return claim
    }
  }

  function wait (agent: Agent, accountId: number, waitMs: number): Promise<string | null> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timeout)
        agent.gone.removeEventListener('abort', giveUp)
        waiters.delete(waiter)
        if (waiters.size === 0) clearInterval(timer)
      }
      const waiter = {
        ...agent,
        accountId,
        end: (claim: string | null) => { leave(); resolve(claim) },
        fail: (error: Error) => { leave(); reject(error) }
      }
      const giveUp = () => waiter.end(null)
      const timeout = setTimeout(giveUp, waitMs)
      agent.gone.addEventListener('abort', giveUp)
      if (waiters.size === 0) timer = setInterval(lookSoon, LOOK_MS)
      waiters.add(waiter)
      // A step may have come between the agent's own look and now.
      lookSoon()
    })
  }

  return {
    /**
     * A step of one of the queues, as JSON; null if none came in time. Throws Unauthorized, and RoleRefused for who is
     * no administrator.
     */
    async claim (agent: Agent, waitMs: number): Promise<string | null> {
      const caller = await requireAdministrator(agent)
      const claim = await takeOldest(caller, [...new Set(agent.queues)])
      if (claim !== null || waitMs <= 0 || isStopped || agent.gone.aborted) return claim
      return wait(agent, caller.accountId, waitMs)
    },

    /** Ends all waits. */
    stop: (): void => {
      isStopped = true
      stopListening()
      for (const waiter of waiters) waiter.end(null)
    }
  }
}

export type Claims = ReturnType<typeof createClaims>

async function requireAdministrator ({ caller: identify }: Agent): Promise<Caller> {
  const caller = await identify()
  if (caller === null) throw new Unauthorized()
  if (!caller.admin) throw new RoleRefused()
  return caller
}
