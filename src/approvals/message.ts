import type { Transaction } from '../core/transact.js'
import { DAY_MS } from '../basics/units.js'
import type { AssetRow } from '../items/rows.js'
import { composeRequest } from '../mail/outbox/compose.js'
import { insertMessage, mayAsk } from '../mail/outbox/messages.js'
import type { AskedUser } from './asked.js'

/** The base of links in messages; null if the service sends none. */
export type Mailing = string | null

/** How long a message is tried: later nobody needs it. */
const LIFETIME_MS = 3 * DAY_MS

interface Asked {
  readonly asset: AssetRow
  readonly user: AskedUser
  readonly text: string | undefined
}

/** Tells a user by e-mail, if the service sends mail. */
export async function sendRequest (
  tx: Transaction, mailing: Mailing, { asset, user, text }: Asked
): Promise<void> {
  if (mailing === null || !await mayAsk(tx, user.id)) return
  const url = `${mailing}/console/assets/${asset.id}`
  const body = composeRequest({ asker: tx.caller.email, title: asset.title, text: text ?? '', url })
  const expiresAt = new Date(tx.time.getTime() + LIFETIME_MS)
  await insertMessage(tx, { userId: user.id, recipient: user.email, kind: 'approval', body, expiresAt })
}
