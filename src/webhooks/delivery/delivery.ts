import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { systemCaller } from '../../core/caller.js'
import type { Database } from '../../database/database.js'
import type { OutboundClient } from '../../outbound/index.js'
import type { Transact } from '../../core/transact.js'
import type { Worker } from '../../work/claims/worker.js'
import { createDispatcher } from './dispatcher.js'
import { createLane, PATIENCE_MS, type Lane } from './lane.js'
import type { DeliveryFollower, DerivedHeaders } from './follower.js'
import { createLeases } from './leases.js'
import { concludeAttempt, type AttemptResult } from './result.js'
import { createSchedule } from './schedule.js'
import { sendDelivery } from './send.js'
import { createSettler } from './settler.js'
import type { Target } from './target.js'
import type { WaitingDelivery } from './waiting.js'

/** How long an idle webhook is kept, as more work often follows. */
const LINGER_MS = 1000
/** The most webhooks delivered at the same time. An account may have no more than a part of the free places. */
const MOST_LANES = 5000
const PART_OF_ACCOUNT = 1 / 8
/** The shortest pause between two looks. */
const LOOK_PAUSE_MS = 10
/** The longest wait for attempts under way when the process stops. */
const GRACE_MS = 5000

export interface DeliveryDependencies {
  readonly database: Database
  readonly transact: Transact
  readonly worker: Worker
  /** It is closed with the delivery. */
  readonly client: Pick<OutboundClient, 'send' | 'close'>
  /** Seconds between attempts. */
  readonly retryDelays: readonly number[]
  readonly timeoutMs: number
  readonly log: FastifyBaseLogger
  /** Called with each attempt when it is settled. */
  readonly onAttempt?: (result: AttemptResult) => void
  readonly followers?: readonly DeliveryFollower[]
  readonly derivedHeaders?: DerivedHeaders
  readonly clock?: () => Date
  /** Milliseconds of a clock that only goes forward. */
  readonly now?: () => number
  readonly random?: () => number
}

/** Leases belong to no account. */
const service = systemCaller()

/**
 * Delivers what waits in the tables. `look` claims webhooks that have work. Each of them is a lane: it reads ahead,
 * starts attempts when the dispatcher gives it a turn, and hands the results to the settler. No transaction is open
 * during an attempt.
 */
export function createDelivery (
  { database, transact, worker, client, log, onAttempt, followers, derivedHeaders, ...options }: DeliveryDependencies
) {
  const { clock = () => new Date(), now = performance.now.bind(performance), timeoutMs, retryDelays: delays, random } =
    options
  const { sql } = database.reads
  const nextAttempt = createSchedule({ delays, random })
  const leases = createLeases(worker)
  const settler = createSettler({ transact, log, onAttempt, followers, now })
  const dispatcher = createDispatcher({ isHeldUp: settler.isFull })
  const lanes = new Map<number, Lane>()
  worker.holds(() => lanes.size > 0)
  const underway = new Set<Promise<unknown>>()
  let lastLookAt = -Infinity
  /** The largest lead of the clock over the monotonic one at an attempt that was recorded since somebody asked. */
  let lead = -Infinity

  function deliver (lane: Lane, target: Target, waiting: WaitingDelivery, onEnded: () => void): Promise<Date | null> {
    const delivery = attempt()
    underway.add(delivery)
    delivery.finally(() => underway.delete(delivery))
    return delivery

    async function attempt (): Promise<Date | null> {
      const sent = await sendDelivery(target, waiting, { client, timeoutMs, clock, derivedHeaders })
      dispatcher.ended(lane.party)
      onEnded()
      if (sent === null) return null
      const endedAt = clock()
      const leadThen = endedAt.getTime() - now()
      const result = concludeAttempt(lane.lease, target, waiting, sent, nextAttempt, endedAt)
      if (result.isGone) lane.disable()
      await settler.add(result)
      lead = Math.max(lead, leadThen)
      dispatcher.resume()
      return result.nextAttemptAt
    }
  }

  /**
   * Looks for work: claims webhooks that have some, and releases idle ones. Returns whether there is more.
   */
  async function look (signal: AbortSignal): Promise<'more' | void> {
    const restMs = lastLookAt + LOOK_PAUSE_MS - now()
    if (restMs > 0) await sleep(restMs)
    if (signal.aborted) return
    lastLookAt = now()
    const isMore = await claimAndRelease()
    for (const state of lanes.size === 0 ? [] : await checkLanes()) lanes.get(state.webhookId)!.update(state)
    if (isMore) return 'more'
  }

  /** Webhooks are claimed a moment before their retries are due. */
  const soon = () => new Date(clock().getTime() + PATIENCE_MS)

  async function claimAndRelease (): Promise<boolean> {
    const idle = [...lanes.values()].filter((lane) => lane.idleMs() > LINGER_MS)
    const held = [...lanes.keys()].filter((id) => !idle.some((lane) => lane.webhookId === id))
    const mayClaim = await leases.look(sql, held, soon()) && held.length < MOST_LANES
    if (!mayClaim && idle.length === 0) return false

    for (const lane of idle) drop(lane)
    const mostOfAccount = Math.ceil((MOST_LANES - held.length) * PART_OF_ACCOUNT)
    const claimed = await transact(service, async (tx) => {
      await leases.release(tx, idle.map((lane) => lane.webhookId))
      return leases.claim(tx, held, soon(), mostOfAccount)
    })
    worker.entered(claimed.owner)
    for (const lease of claimed.leases) {
      lanes.set(
        lease.webhookId,
        createLane(lease, { sql, deliver, request: dispatcher.request, onReadFailed, clock, now })
      )
    }
    return claimed.isMore && lanes.size < MOST_LANES
  }

  /** Drops lanes that another worker has taken over, and returns the states of the others. */
  async function checkLanes () {
    const states = await leases.states(sql, [...lanes.keys()])
    const tokens = new Map(states.map((state) => [state.webhookId, state.token]))
    for (const lane of lanes.values()) {
      if (tokens.get(lane.webhookId) !== lane.lease.token) drop(lane)
    }
    return states.filter(({ webhookId }) => lanes.has(webhookId))
  }

  function drop (lane: Lane): void {
    lane.stop()
    dispatcher.forget(lane)
    lanes.delete(lane.webhookId)
  }

  function onReadFailed (error: unknown): void {
    log.error({ err: error }, 'webhook deliveries could not be read')
  }

  /** Starts nothing more, lets running attempts end for a while, records them and releases everything. */
  async function close (): Promise<void> {
    const held = [...lanes.keys()]
    for (const lane of lanes.values()) drop(lane)
    await client.close({ graceMs: GRACE_MS })
    const settled = Promise.all(underway)
    await settler.close()
    await settled
    if (held.length > 0) await transact(service, (tx) => leases.release(tx, held))
  }

  function takeLead (): number {
    const taken = lead
    lead = -Infinity
    return taken
  }

  return { look, takeLead, close }
}

export type Delivery = ReturnType<typeof createDelivery>
