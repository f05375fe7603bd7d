import type { Transaction } from '../../core/transact.js'
import type { AttemptResult } from './result.js'

/** A delivery after which no other attempt follows, or whose receiver is gone. */
export interface EndedDelivery {
  readonly eventId: string
  readonly webhookId: number
  readonly isTaken: boolean
}

/** Learns what becomes of the deliveries of a kind of event, in the transaction that records it. */
export interface DeliveryFollower {
  readonly kind: string
  readonly ended: (tx: Transaction, deliveries: readonly EndedDelivery[]) => Promise<void>
}

/** A header of one delivery. It is a secret: the log does not show it. */
export interface DerivedHeader {
  readonly name: string
  readonly value: string
}

/** Derives a header of a delivery from its body. Null: it has none. */
export type DeriveHeader = (
  receiver: { readonly accountId: number, readonly webhookId: number }, body: string
) => Promise<DerivedHeader | null>

/** Those who derive headers, by the kind of the event. */
export type DerivedHeaders = ReadonlyMap<string, DeriveHeader>

/** Tells each follower what has become of its deliveries. */
export async function tellFollowers (
  tx: Transaction, followers: readonly DeliveryFollower[], results: readonly AttemptResult[]
): Promise<void> {
  for (const { kind, ended } of followers) {
    const own = results.flatMap(({ waiting, lease, sent, isGivenUp, isGone }): EndedDelivery[] => {
      const isTaken = sent.error === null
      const isOf = waiting.event === kind && waiting.trigger !== 'test' && (isTaken || isGivenUp || isGone)
      return isOf ? [{ eventId: waiting.eventId, webhookId: lease.webhookId, isTaken }] : []
    })
    if (own.length > 0) await ended(tx, own)
  }
}
