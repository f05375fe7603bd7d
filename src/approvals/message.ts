import { userName } from '../access/user-name.js'
import type { Transaction } from '../core/transact.js'
import { DAY_MS } from '../basics/units.js'
import type { AssetRow } from '../items/rows.js'
import type { Viewer } from '../items/viewers.js'
import { composeMessage, shortTitle } from '../mail/outbox/compose.js'
import { insertMessage, maySend } from '../mail/outbox/messages.js'
import { findPreference } from '../mail/outbox/preference.js'

/** The base of links in messages; null if the service sends none. */
export type Mailing = string | null

const KIND = 'approval'

/** The most messages that are sent to a user within an hour. */
const MOST_REQUESTS = 60

/** How long a message is tried: later nobody needs it. */
const LIFETIME_MS = 3 * DAY_MS

interface Asked {
  readonly asset: AssetRow
  readonly user: Viewer
  readonly text: string | undefined
}

/** Tells a user by e-mail, if the service sends mail and the user wants some. */
export async function sendRequest (
  tx: Transaction, mailing: Mailing, { asset, user, text }: Asked
): Promise<void> {
  if (mailing === null || await findPreference(tx.sql, tx.caller.accountId, user.id) === 'none') return
  if (!await maySend(tx, user.id, KIND, MOST_REQUESTS)) return
  const url = `${mailing}/console/assets/${asset.id}`
  const title = shortTitle(asset.title)
  const body = composeMessage({
    subject: `Approve: ${title}`,
    what: `${shortTitle(await userName(tx.sql, tx.caller))} asks for your approval of ${title} in Cutroom.`,
    quoted: text ?? '',
    action: 'Look at it',
    url
  })
  const expiresAt = new Date(tx.time.getTime() + LIFETIME_MS)
  await insertMessage(tx, { userId: user.id, recipient: user.email, kind: KIND, body, expiresAt })
}
