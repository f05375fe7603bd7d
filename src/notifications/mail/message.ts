import { findEnabledUsers } from '../../access/enabled-users.js'
import { calledIn } from '../../access/user-name.js'
import type { ReasonKind } from '../../core/events/kinds.js'
import type { Detail, Teller } from '../../core/events/teller.js'
import type { Database } from '../../database/database.js'
import { statement, type Sql } from '../../database/sql.js'
import { composeEntries, shortTitle, type MessageEntry } from '../../mail/outbox/compose.js'
import type { MessageBody, WriteMessage } from '../../mail/outbox/messages.js'
import type { About } from '../rows.js'
import { keepSeen } from '../seen.js'

interface ToldRow extends About {
  readonly kind: ReasonKind
  readonly text: string | null
  /** JSON. */
  readonly targets: string
  /** The id of what it is about, besides the item: a row of the domain that tells of it. */
  readonly about_id: number | null
  /** The name of the user who did it; null for others. */
  readonly who: string | null
  readonly title: string | null
}

const titleIn = (table: string) => `(SELECT i.title FROM ${table} AS i WHERE i.id = n.item_id AND i.account_id = $2)`

/** $1 user, $2 account, $3 JSON list of ids: those that the user has not read */
const listTold = statement('notifications_told', (sql) => `
  SELECT n.kind, n.text, n.targets, n.item_type, n.item_id, COALESCE(n.comment_id, n.approval_id) AS about_id,
    (SELECT ${calledIn('u')} FROM users AS u WHERE u.id = n.actor_id) AS who,
    CASE n.item_type WHEN 'asset' THEN ${titleIn('assets')} WHEN 'project' THEN ${titleIn('projects')} END AS title
  FROM notifications AS n
  WHERE ${sql.among('n.id', sql.integers('$3'))} AND n.user_id = $1 AND n.account_id = $2 AND n.is_read = FALSE
  ORDER BY n.id`)

export interface MessageWriterDependencies {
  readonly database: Pick<Database, 'reads'>
  readonly tellers: readonly Teller[]
  /** The base of links in messages. */
  readonly mailing: string
}

/**
 * Writes the text of a message when it is sent: of what the user has not read meanwhile, and still sees. Null if that
 * is nothing.
 */
export function createMessageWriter (
  { database: { reads }, tellers, mailing }: MessageWriterDependencies
): WriteMessage {
  return async ({ account_id: accountId, user_id: userId, body }): Promise<MessageBody | null> => {
    const { ids } = JSON.parse(body) as { ids: number[] }
    const [user] = await findEnabledUsers(reads.sql, accountId, [userId])
    if (user === undefined) return null
    const told = await reads.sql.all<ToldRow>(listTold, [userId, accountId, JSON.stringify(ids)])
    const seen = await keepSeen(reads.sql, user, told)
    const details = new Map<Teller, ReadonlyMap<number, Detail>>()
    for (const teller of tellers) details.set(teller, await detailsOf(teller, reads.sql, accountId, seen))
    const entries = seen.flatMap((row) => {
      const teller = tellers.find(({ sentences }) => row.kind in sentences)
      return teller === undefined ? [] : [entryOf(row, teller, details.get(teller)!.get(row.about_id ?? 0), mailing)]
    })
    if (entries.length === 0) return null
    return composeEntries({
      subject: entries.length === 1 ? entries[0]!.what : `${entries.length} notifications in Cutroom`,
      entries,
      notes: ['Cutroom sends you what you have not read.', 'To get one message a day, or none:'],
      stop: { action: 'Change or stop these messages', url: `${mailing}/console/notifications` }
    })
  }
}

async function detailsOf (
  { sentences, details }: Teller, sql: Sql, accountId: number, rows: readonly ToldRow[]
): Promise<ReadonlyMap<number, Detail>> {
  const ids = rows.flatMap((row) => row.kind in sentences ? row.about_id ?? [] : [])
  return ids.length === 0 ? new Map() : await details?.(sql, accountId, ids) ?? new Map()
}

function entryOf (row: ToldRow, { sentences }: Teller, detail: Detail | undefined, mailing: string): MessageEntry {
  const { kind, title, text, targets, item_type: type, item_id: id } = row
  const item = shortTitle(title ?? '')
  const who = shortTitle(row.who ?? detail?.who ?? 'Somebody')
  const what = sentences[kind]!(who, item, detail?.status)
  const place = type === null
    ? `webhooks/${(JSON.parse(targets) as { webhook_id: number }).webhook_id}`
    : `${type}s/${id}`
  return { what, quoted: text ?? '', action: type === null ? 'Look at it' : item, url: `${mailing}/console/${place}` }
}
