import type { Party } from '../../work/turns/fair-queue.js'
import { Shares } from '../../work/turns/shares.js'

/** A sender below this rate counts as slow. */
const SLOW_BYTES_PER_SECOND = 64 * 1024
/** How long a slow file keeps its slot. */
const JUDGE_EVERY_MS = 1000
/** How long a sender may take to answer. */
const SILENT_MS = 5000
/** How many slow files are fetched besides the others. They mostly wait, and need little memory. */
const SLOW_SLOTS = 64

/** The slot of a file. */
export interface HeldSlot {
  /** Called with the number of bytes; Infinity after the last, when the rest is the service's own work. */
  arrived (bytes: number): void
  leave (): void
}

interface Slot {
  readonly party: Party
  isSlow: boolean
  /** Null before the sender answers. */
  bytes: number | null
  /** Ends the attempt. It resumes later. */
  readonly preempt: () => void
}

export interface IngestSlotsOptions {
  /** Maximum number of files of an account at the same time, besides slow ones. One more is for others. */
  readonly parallel: number
  /** Whether other files wait for a slot. */
  readonly isAnyWaiting: () => Promise<boolean>
  /** Called when a slot becomes free. */
  readonly onFree: () => void
  readonly judgeEveryMs?: number | undefined
  readonly silentMs?: number
  readonly slowSlots?: number
}

/**
 * The slots of ingests. An account may have all but one of them. A file with a slow sender frees its slot and moves to
 * one of a larger number of slow slots. If these are full, the account with the most of them loses one: the oldest file
 * of its user with the most is put behind the waiting ones.
 */
export function createIngestSlots (
  { parallel, isAnyWaiting, onFree, judgeEveryMs = JUDGE_EVERY_MS, silentMs = SILENT_MS, slowSlots = SLOW_SLOTS }:
  IngestSlotsOptions
) {
  /** Oldest first. */
  const slots = new Set<Slot>()
  const ofSpeed = (isSlow: boolean) => [...slots].filter((slot) => slot.isSlow === isSlow)
  const partiesOf = (slots: Iterable<Slot>) => [...slots].map(({ party }) => party)
  const free = () => Math.max(0, parallel + 1 - ofSpeed(false).length)
  const roomOf = (accountId: number) => parallel - new Shares(partiesOf(ofSpeed(false))).ofAccount({ accountId })
  const underWay = () => partiesOf(slots)

  async function letOthersBy (slot: Slot): Promise<void> {
    const isRoom = free() > 0 && roomOf(slot.party.accountId) > 0
    if (isRoom || !await isAnyWaiting() || !slots.has(slot)) return
    slot.isSlow = true
    if (ofSpeed(true).length > slowSlots) preemptOne()
    onFree()
  }

  /** Those with the same share keep their order: the oldest is first. */
  function preemptOne (): void {
    const shares = new Shares(underWay())
    const [first] = ofSpeed(true).sort(({ party: a }, { party: b }) =>
      shares.ofAccount(b) - shares.ofAccount(a) || shares.ofUser(b) - shares.ofUser(a))
    slots.delete(first!)
    first!.preempt()
  }

  function enter (party: Party, preempt: () => void): HeldSlot {
    const slot: Slot = { party, isSlow: false, bytes: null, preempt }
    let judgedAt = 0
    let waitedMs = 0
    slots.add(slot)
    const judging = setInterval(() => {
      waitedMs += judgeEveryMs
      if (slot.bytes === null && waitedMs < silentMs) return
      const gained = (slot.bytes ?? 0) - judgedAt
      judgedAt = slot.bytes ?? 0
      if (!slot.isSlow && slot.bytes !== Infinity && gained < SLOW_BYTES_PER_SECOND * judgeEveryMs / 1000) {
        letOthersBy(slot).catch(() => {})
      }
    }, judgeEveryMs)
    return {
      arrived: (bytes) => { slot.bytes = bytes },
      leave: () => {
        clearInterval(judging)
        slots.delete(slot)
      }
    }
  }

  return { enter, free, roomOf, underWay }
}
