import type { Caller } from '../../core/caller.js'
import type { Transaction } from '../../core/transact.js'

/** The same transaction, in the name of a user: what a drop folder makes is of the one who saved it. */
export function asUser (tx: Transaction, caller: Caller): Transaction {
  return Object.create(tx, { caller: { value: { ...caller }, enumerable: true } }) as Transaction
}
