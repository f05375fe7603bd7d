import { countBy } from '../../work/claims/attendant.js'

/** Slower senders are slow. */
const SLOW_BYTES_PER_SECOND = 64 * 1024
/** How long a slow file keeps its slot. */
const JUDGE_EVERY_MS = 1000
/** How long a sender may take to answer. */
const SILENT_MS = 5000
/** How many slow files go on beside the others. They mostly wait, and need little memory. */
const SLOW_SLOTS = 64

/** The slot of a file. */
export interface HeldSlot {
  /** Called with the number of bytes; Infinity after the last, when the rest is the service's own work. */
  received (bytes: number): void
  leave (): void
}

interface Slot {
  readonly userId: number
  isSlow: boolean
  /** Null before the sender answers. */
  bytes: number | null
  /** Ends the attempt. It resumes later. */
  readonly preempt: () => void
}

export interface IngestSlotsOptions {
  /** Maximum of files at the same time, besides slow ones. */
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
 * The slots of ingests. A file with a slow sender frees its slot and moves to one of a larger number of slow slots. If
 * these are full, the user with the most of them loses one: that user's oldest file is put behind the waiting ones.
 */
export function createIngestSlots (
  { parallel, isAnyWaiting, onFree, judgeEveryMs = JUDGE_EVERY_MS, silentMs = SILENT_MS, slowSlots = SLOW_SLOTS }:
  IngestSlotsOptions
) {
  /** Oldest first. */
  const slots = new Set<Slot>()
  const count = (isSlow: boolean) => [...slots].filter((slot) => slot.isSlow === isSlow).length
  const free = () => Math.max(0, parallel - count(false))

  const underWay = () => countBy([...slots].map(({ userId }) => userId))

  async function letOthersBy (slot: Slot): Promise<void> {
    if (free() > 0 || !await isAnyWaiting() || !slots.has(slot)) return
    slot.isSlow = true
    if (count(true) > slowSlots) {
      const counts = underWay()
      const most = Math.max(...[...slots].filter(({ isSlow }) => isSlow).map(({ userId }) => counts.get(userId)!))
      const oldest = [...slots].find(({ isSlow, userId }) => isSlow && counts.get(userId) === most)!
      slots.delete(oldest)
      oldest.preempt()
    }
    onFree()
  }

  function enter (userId: number, preempt: () => void): HeldSlot {
    const slot: Slot = { userId, isSlow: false, bytes: null, preempt }
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
      received: (bytes) => { slot.bytes = bytes },
      leave: () => {
        clearInterval(judging)
        slots.delete(slot)
      }
    }
  }

  return { enter, free, underWay }
}
