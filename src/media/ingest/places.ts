/** A sender that brings less than this in a second is slow. */
const SLOW_BYTES_PER_SECOND = 64 * 1024
/** So long a file may be slow before it has to let others by. */
const JUDGE_EVERY_MS = 1000
/** So long a sender may take to answer at all. */
const SILENT_MS = 5000
/** So many slow files go on beside the others. They wait more than they work, and what each of them holds in memory is little. */
const SLOW_PLACES = 64

/** A file that is being brought in. */
export interface Guest {
  readonly accountId: number
  /** Told how many bytes are here; Infinity when all are, and what is left is the service's own work. */
  received (bytes: number): void
  leave (): void
}

interface Seat {
  readonly accountId: number
  isSlow: boolean
  /** Null where the sender has not answered yet. */
  bytes: number | null
  /** Ends the attempt so that it can be gone on with later. */
  readonly yieldPlace: () => void
}

export interface PlacesOptions {
  /** Files at the same time, at most, that do not wait for their sender. */
  readonly parallel: number
  /** Whether other files wait for a place. */
  readonly isAnyWaiting: () => Promise<boolean>
  /** Told when a place has become free. */
  readonly onFree: () => void
  readonly judgeEveryMs?: number
  readonly silentMs?: number
  readonly slowPlaces?: number
}

export type Places = ReturnType<typeof createPlaces>

/**
 * The places of files that are being brought in. A file whose sender is slow makes its place free for others and goes on in one of a
 * larger number for slow ones. Where all of those are taken too, the account that has most of them gives one back: its oldest file
 * is put behind those that wait.
 */
export function createPlaces ({ parallel, isAnyWaiting, onFree, judgeEveryMs = JUDGE_EVERY_MS, silentMs = SILENT_MS, slowPlaces = SLOW_PLACES }: PlacesOptions) {
  /** In the order in which they came. */
  const seats = new Set<Seat>()
  const count = (isSlow: boolean) => [...seats].filter((seat) => seat.isSlow === isSlow).length
  const free = () => Math.max(0, parallel - count(false))

  function underway (): Map<number, number> {
    const counts = new Map<number, number>()
    for (const { accountId } of seats) counts.set(accountId, (counts.get(accountId) ?? 0) + 1)
    return counts
  }

  async function letOthersBy (seat: Seat): Promise<void> {
    if (free() > 0 || !await isAnyWaiting() || !seats.has(seat)) return
    seat.isSlow = true
    if (count(true) > slowPlaces) {
      const counts = underway()
      const most = Math.max(...[...seats].filter(({ isSlow }) => isSlow).map(({ accountId }) => counts.get(accountId)!))
      const oldest = [...seats].find(({ isSlow, accountId }) => isSlow && counts.get(accountId) === most)!
      seats.delete(oldest)
      oldest.yieldPlace()
    }
    onFree()
  }

  function enter (accountId: number, yieldPlace: () => void): Guest {
    const seat: Seat = { accountId, isSlow: false, bytes: null, yieldPlace }
    let judgedAt = 0
    let waitedMs = 0
    seats.add(seat)
    const judging = setInterval(() => {
      waitedMs += judgeEveryMs
      if (seat.bytes === null && waitedMs < silentMs) return
      const gained = (seat.bytes ?? 0) - judgedAt
      judgedAt = seat.bytes ?? 0
      if (!seat.isSlow && seat.bytes !== Infinity && gained < SLOW_BYTES_PER_SECOND * judgeEveryMs / 1000) letOthersBy(seat).catch(() => {})
    }, judgeEveryMs)
    return {
      accountId,
      received: (bytes) => { seat.bytes = bytes },
      leave: () => {
        clearInterval(judging)
        seats.delete(seat)
      }
    }
  }

  return { enter, free, underway }
}
