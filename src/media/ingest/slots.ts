import { countBy } from '../../work/claims/attendant.js'

/** A sender that brings less than this in a second is slow. */
const SLOW_BYTES_PER_SECOND = 64 * 1024
/** So long a file may be slow before it has to let others by. */
const JUDGE_EVERY_MS = 1000
/** So long a sender may take to answer at all. */
const SILENT_MS = 5000
/**
 * So many slow files go on beside the others. They wait more than they work, and what each of them holds in memory is
 * little.
 */
const SLOW_SLOTS = 64

/** A file that is being brought in. */
export interface HeldSlot {
  /** Told how many bytes are here; Infinity when all are, and what is left is the service's own work. */
  received (bytes: number): void
  leave (): void
}

interface Slot {
  readonly userId: number
  isSlow: boolean
  /** Null where the sender has not answered yet. */
  bytes: number | null
  /** Ends the attempt so that it can be gone on with later. */
  readonly preempt: () => void
}

export interface IngestSlotsOptions {
  /** Files at the same time, at most, that do not wait for their sender. */
  readonly parallel: number
  /** Whether other files wait for a slot. */
  readonly isAnyWaiting: () => Promise<boolean>
  /** Told when a slot has become free. */
  readonly onFree: () => void
  readonly judgeEveryMs?: number | undefined
  readonly silentMs?: number
  readonly slowSlots?: number
}

/**
 * The slots of files that are being brought in. A file whose sender is slow makes its slot free for others and goes on
 * in one of a larger number for slow ones. Where all of those are taken too, the user who has most of them gives
 * one back: the oldest file is put behind those that wait.
 */
export function createIngestSlots (
  { parallel, isAnyWaiting, onFree, judgeEveryMs = JUDGE_EVERY_MS, silentMs = SILENT_MS, slowSlots = SLOW_SLOTS }:
  IngestSlotsOptions
) {
  /** In the order in which they came. */
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
