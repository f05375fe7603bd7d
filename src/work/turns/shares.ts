import type { Party } from './fair-queue.js'

/** Counts what each account and each user has under way: pieces of work, or bytes. */
export class Shares {
  readonly #accounts = new Map<number, number>()
  readonly #users = new Map<string, number>()

  constructor (underWay: Iterable<Party> = []) {
    for (const party of underWay) this.add(party)
  }

  add (party: Party, amount = 1): void {
    this.#change(party, amount)
  }

  remove (party: Party, amount = 1): void {
    this.#change(party, -amount)
  }

  ofAccount ({ accountId }: Pick<Party, 'accountId'>): number {
    return this.#accounts.get(accountId) ?? 0
  }

  ofUser (party: Party): number {
    return this.#users.get(userKey(party)) ?? 0
  }

  #change (party: Party, by: number): void {
    count(this.#accounts, party.accountId, by)
    count(this.#users, userKey(party), by)
  }
}

/** A user may belong to several accounts, with a share in each. */
export function userKey ({ accountId, userId }: Party): string {
  return `${accountId} ${userId}`
}

function count<Key> (counts: Map<Key, number>, key: Key, by: number): void {
  const next = (counts.get(key) ?? 0) + by
  if (next === 0) counts.delete(key)
  else counts.set(key, next)
}
