import type { Party } from '../turns/fair-queue.js'
import { Shares, userKey } from '../turns/shares.js'

/** The shares so far. A process keeps them from one look to the next. */
export interface ClaimShares {
  /** Whose rows this process has taken up and not finished. */
  readonly underWay: Iterable<Party>
  /** How many rows of an account may be taken up now. Default: any number. */
  readonly roomOf?: (accountId: number) => number
  /** When each account, and each user, had the last turn. */
  readonly turns: Map<string, number>
}

/** Counts turns. */
let turn = 0

/** Finds the next account by the shares of the accounts, and its next user by the shares of its users. */
export function createTurns ({ underWay, turns, roomOf = () => Infinity }: ClaimShares) {
  const counts = new Shares(underWay)
  const taken = new Shares()
  const lastOf = (key: string) => turns.get(key) ?? 0
  const compare = (a: Party, b: Party) => counts.ofAccount(a) - counts.ofAccount(b) ||
    lastOf(`${a.accountId}`) - lastOf(`${b.accountId}`) ||
    counts.ofUser(a) - counts.ofUser(b) || lastOf(userKey(a)) - lastOf(userKey(b))
  return {
    next (parties: readonly Party[]): Party | null {
      const allowed = parties.filter((party) => taken.ofAccount(party) < roomOf(party.accountId))
      return allowed.reduce<Party | null>((next, each) => next === null || compare(each, next) < 0 ? each : next, null)
    },
    had (party: Party): void {
      turn++
      turns.set(`${party.accountId}`, turn).set(userKey(party), turn)
      counts.add(party)
      taken.add(party)
    }
  }
}
