import { Overloaded } from '../../errors.js'

/** The account and the user for whom a job waits. A caller is a party. */
export interface Party {
  readonly accountId: number
  readonly userId: number
}

/** For work that no account has asked for. */
export const noParty: Party = { accountId: 0, userId: 0 }

/** The users of an account, in the order of their next turns, each with what waits. */
type Users<Work> = Map<number, Work[]>

/** Whether a party may have its next job now. */
export type MayHave<Work> = (party: Party, work: Work) => boolean

/**
 * A queue with turns. The accounts take turns, and so do the users of each; the jobs of a user keep their order. So an
 * account with many jobs, or many users, delays only itself.
 */
export class FairQueue<Work> {
  /** The accounts in the order of their next turns. */
  readonly #accounts = new Map<number, Users<Work>>()
  readonly #mostOfOne: number

  /** `mostOfOne` bounds the waiting jobs of a user. */
  constructor (mostOfOne = Infinity) {
    this.#mostOfOne = mostOfOne
  }

  /** Throws Overloaded if too many jobs of the user wait already. */
  add ({ accountId, userId }: Party, work: Work): void {
    let users = this.#accounts.get(accountId)
    if (users === undefined) this.#accounts.set(accountId, users = new Map())
    const queue = users.get(userId)
    if (queue === undefined) users.set(userId, [work])
    else if (queue.length < this.#mostOfOne) queue.push(work)
    else throw new Overloaded()
  }

  get isEmpty (): boolean {
    return this.#accounts.size === 0
  }

  /** The job that `take` would take. */
  peek (mayHave?: MayHave<Work>): Work | null {
    return this.#find(mayHave)?.queue[0] ?? null
  }

  /** Takes the next job that may be had. A user whose next job may not be had waits, as jobs keep their order. */
  take (mayHave?: MayHave<Work>): Work | null {
    const found = this.#find(mayHave)
    if (found === null) return null
    const { accountId, userId, users, queue } = found
    const work = queue.shift()!
    moveBack(users, userId, queue.length)
    moveBack(this.#accounts, accountId, users.size)
    return work
  }

  #find (mayHave: MayHave<Work> = () => true) {
    for (const [accountId, users] of this.#accounts) {
      for (const [userId, queue] of users) {
        if (mayHave({ accountId, userId }, queue[0]!)) return { accountId, userId, users, queue }
      }
    }
    return null
  }

  /** Removes a job that will not be done. */
  remove ({ accountId, userId }: Party, work: Work): void {
    const users = this.#accounts.get(accountId)
    const queue = users?.get(userId)
    const index = queue?.indexOf(work) ?? -1
    if (index < 0) return
    queue!.splice(index, 1)
    if (queue!.length === 0) users!.delete(userId)
    if (users!.size === 0) this.#accounts.delete(accountId)
  }
}

/** After a turn, the next one comes when all others have had theirs. Without jobs there is no next turn. */
function moveBack<Waiting> (order: Map<number, Waiting>, id: number, left: number): void {
  const waiting = order.get(id)!
  order.delete(id)
  if (left > 0) order.set(id, waiting)
}
