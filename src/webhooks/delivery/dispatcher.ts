import { FairQueue, type Party } from '../../work/turns/fair-queue.js'
import { Shares } from '../../work/turns/shares.js'

/** The most concurrent attempts of all webhooks together, … */
const CAPACITY = 1000
/** … but an account may always have this many: no other has to end one first. */
const LEAST_OF_ACCOUNT = 4
/** A webhook may have one attempt if there is any room, and one more per this number of free places, … */
const ROOM_FOR_ANOTHER = 8
/** … or while its account has so few: the last places are for the account's other webhooks. */
const FEW_OF_ACCOUNT = 2
/** Attempts started in one turn of the event loop. Everything else that has arrived, above all requests, comes next. */
const STARTS_PER_TURN = 4

/** A lane with deliveries to start. */
export interface Startable {
  /** The account of its webhook. */
  readonly party: Party
  /** Its attempts under way. */
  readonly underway: () => number
  /** Starts one attempt, if one may start now. */
  readonly startOne: () => boolean
}

export interface DispatcherOptions {
  /** Whether nothing may start, because too many results wait to be recorded. */
  readonly isHeldUp: () => boolean
}

/**
 * Lets accounts start attempts in turn, and within each its webhooks, so that they are treated equally and leave room
 * for requests. The more attempts are under way, the fewer each account may have, and of those each webhook: a receiver
 * that hangs keeps only what nobody else needs.
 */
export function createDispatcher ({ isHeldUp }: DispatcherOptions) {
  const ready = new FairQueue<Startable>()
  /** Those in the queue. */
  const waiting = new Set<Startable>()
  const crowdedOut = new Set<Startable>()
  const shares = new Shares()
  let underway = 0
  let isScheduled = false

  function request (startable: Startable): void {
    if (!crowdedOut.has(startable)) enqueue(startable)
    schedule()
  }

  function enqueue (startable: Startable): void {
    if (waiting.has(startable)) return
    waiting.add(startable)
    ready.add(startable.party, startable)
  }

  function schedule (): void {
    if (isScheduled || waiting.size === 0) return
    isScheduled = true
    setImmediate(giveTurns)
  }

  function giveTurns (): void {
    isScheduled = false
    let started = 0
    for (let next = take(); next !== null; next = take()) {
      if (isCrowdedOut(next)) {
        crowdedOut.add(next)
      } else if (next.startOne()) {
        started++
        underway++
        shares.add(next.party)
        enqueue(next)
      }
      if (started === STARTS_PER_TURN) return schedule()
    }
  }

  function isCrowdedOut ({ party, underway: ownUnderway }: Startable): boolean {
    return shares.ofAccount(party) >= FEW_OF_ACCOUNT && ownUnderway() > Math.floor(roomOf(party) / ROOM_FOR_ANOTHER)
  }

  function take (): Startable | null {
    if (isHeldUp()) return null
    const next = ready.take((party) => roomOf(party) > 0)
    if (next !== null) waiting.delete(next)
    return next
  }

  /** How many attempts an account may start now: it leaves as many places free as it has. */
  function roomOf (party: Party): number {
    const own = shares.ofAccount(party)
    return Math.max(LEAST_OF_ACCOUNT, CAPACITY - underway) - own
  }

  /** Called when an attempt of an account has ended. */
  function ended (party: Party): void {
    underway--
    shares.remove(party)
    for (const startable of crowdedOut) enqueue(startable)
    crowdedOut.clear()
    schedule()
  }

  return {
    /** Asks for a turn. Further calls before it comes change nothing. */
    request,
    ended,
    /** Called when attempts are settled: held ones may start. */
    resume: schedule,
    forget: (startable: Startable) => {
      if (waiting.delete(startable)) ready.remove(startable.party, startable)
      crowdedOut.delete(startable)
    }
  }
}

export type Dispatcher = ReturnType<typeof createDispatcher>
