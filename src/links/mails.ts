import { emailKey } from '../access/email.js'
import { holdUser } from '../access/session-writes.js'
import { toCaller } from '../access/caller-row.js'
import { toDatabase } from '../basics/time.js'
import { DAY_MS } from '../basics/units.js'
import { calledToGuests } from '../access/user-name.js'
import type { Unit } from '../core/unit.js'
import type { Database } from '../database/database.js'
import { statement } from '../database/sql.js'
import { LinkEnded, LinkWithoutUrl, MailNotSetUp } from './errors.js'
import { composeShare } from '../mail/outbox/compose.js'
import { insertMessage, requireRoomToSend, type WriteMessage } from '../mail/outbox/messages.js'
import { lockOwn, type Place } from './lock.js'
import { linkUrl } from './present.js'
import { openById } from './rows.js'
import { isThere, shownBy } from './shown.js'
import type { LinkTokens } from './tokens.js'

/** The kind of these messages. */
export const LINK_MESSAGE = 'link'

export const MOST_RECIPIENTS = 20
/** Characters. */
export const LONGEST_TEXT = 2000
/** The most addresses that a user sends links to in an hour. */
const MOST_ADDRESSES = 60
/** How long a message is tried, unless its link ends before. */
const LIFETIME_MS = 3 * DAY_MS

export interface LinkMail {
  readonly emails: readonly string[]
  readonly text?: string
}

/** What is stored of a message: the URL is put in when it is sent. */
interface StoredMail {
  readonly link_id: number
  readonly text: string
}

/** $1 user, $2 account */
const findSender = statement<{ name: string, email: string }>('links_sender', () =>
  'SELECT name, email FROM users WHERE id = $1 AND account_id = $2 AND disabled_at IS NULL')

/** Links that are sent by mail. */
export function createLinkMails ({ tokens, isSetUp }: { tokens: LinkTokens, isSetUp: boolean }) {
  return {
    /**
     * Leaves a message to each address, once. Throws LinkNotFound, RoleRefused, MailNotSetUp, LinkWithoutUrl, LinkEnded
     * and TooManyRequests.
     */
    async send (unit: Unit, place: Place, linkId: string, { emails, text = '' }: LinkMail): Promise<void> {
      const seal = await tokens.open()
      const keys = emails.map(emailKey)
      const recipients = emails.filter((_, index) => keys.indexOf(keys[index]!) === index)
      return unit.transact(async (tx) => {
        const { userId } = tx.caller
        // The user is locked before the link: src/database/locks.ts.
        await holdUser(tx, userId)
        const { row } = await lockOwn(tx, place, linkId)
        if (!isSetUp) throw new MailNotSetUp()
        if (seal.find(row) === null) throw new LinkWithoutUrl()
        const leftMs = Date.parse(row.expires_at) - tx.time.getTime()
        if (leftMs <= 0) throw new LinkEnded()
        await requireRoomToSend(tx, userId, LINK_MESSAGE, { count: recipients.length, most: MOST_ADDRESSES })
        const expiresAt = new Date(tx.time.getTime() + Math.min(leftMs, LIFETIME_MS))
        const body: StoredMail = { link_id: row.id, text }
        for (const recipient of recipients) {
          await insertMessage(tx, { userId, recipient, kind: LINK_MESSAGE, body: { ...body }, expiresAt })
        }
      })
    }
  }
}

export type LinkMails = ReturnType<typeof createLinkMails>

export interface LinkMessageWriterDependencies {
  readonly database: Pick<Database, 'reads'>
  readonly tokens: LinkTokens
  /** The base of links in messages. */
  readonly mailing: string
}

/** Writes the message when it is sent. Null if its sender is disabled, or its link does not work any more. */
export function createLinkMessageWriter (
  { database: { reads: { sql } }, tokens, mailing }: LinkMessageWriterDependencies
): WriteMessage {
  return async ({ account_id: accountId, user_id: userId, body }) => {
    const { link_id: id, text } = JSON.parse(body) as StoredMail
    const sender = await sql.first(findSender, [userId, accountId])
    const link = await sql.first(openById, [id, toDatabase(new Date())])
    if (sender === undefined || link?.account_id !== accountId) return null
    if (!await isThere(sql, { ...toCaller(link), admin: false }, shownBy(link))) return null
    const token = (await tokens.open()).find(link)
    if (token === null) return null
    return composeShare({
      name: calledToGuests({ name: sender.name || null, author: sender.email }),
      title: link.title,
      text,
      url: linkUrl(mailing, token),
      expiresAt: new Date(link.expires_at),
      hasPassword: Boolean(link.has_password),
      asksForFiles: link.drop_folder_id !== null
    })
  }
}
