import { findEnabledUsers } from '../../access/enabled-users.js'
import { calledIn } from '../../access/user-name.js'
import type { ReasonKind } from '../../core/events/kinds.js'
import type { Database } from '../../database/database.js'
import { statement } from '../../database/sql.js'
import { composeEntries, shortTitle, type MessageEntry } from '../../mail/outbox/compose.js'
import type { MessageBody, WriteMessage } from '../../mail/outbox/messages.js'
import type { About } from '../rows.js'
import { keepSeen } from '../seen.js'

interface ToldRow extends About {
  readonly kind: ReasonKind
  readonly text: string | null
  /** JSON. */
  readonly targets: string
  /** The name of the user or of the guest who did it; null for the service. */
  readonly who: string | null
  readonly title: string | null
  /** Of the approval. */
  readonly status: string | null
}

const titleIn = (table: string) => `(SELECT i.title FROM ${table} AS i WHERE i.id = n.item_id AND i.account_id = $2)`

/** $1 user, $2 account, $3 JSON list of ids: those that the user has not read */
const listTold = statement('notifications_told', (sql) => `
  SELECT n.kind, n.text, n.targets, n.item_type, n.item_id,
    COALESCE(
      (SELECT c.guest_name FROM comments AS c WHERE c.id = n.comment_id AND n.actor_id = 0),
      (SELECT ${calledIn('u')} FROM users AS u WHERE u.id = n.actor_id)
    ) AS who,
    CASE n.item_type WHEN 'asset' THEN ${titleIn('assets')} WHEN 'project' THEN ${titleIn('projects')} END AS title,
    (SELECT p.status FROM approvals AS p WHERE p.id = n.approval_id) AS status
  FROM notifications AS n
  WHERE ${sql.among('n.id', sql.integers('$3'))} AND n.user_id = $1 AND n.account_id = $2 AND n.is_read = FALSE
  ORDER BY n.id`)

/**
 * Writes the text of a message when it is sent: of what the user has not read meanwhile, and still sees. Null if that
 * is nothing.
 */
export function createMessageWriter ({ reads }: Pick<Database, 'reads'>, mailing: string): WriteMessage {
  return async ({ account_id: accountId, user_id: userId, body }): Promise<MessageBody | null> => {
    const { ids } = JSON.parse(body) as { ids: number[] }
    const [user] = await findEnabledUsers(reads.sql, accountId, [userId])
    if (user === undefined) return null
    const told = await reads.sql.all<ToldRow>(listTold, [userId, accountId, JSON.stringify(ids)])
    const seen = await keepSeen(reads.sql, user, told)
    if (seen.length === 0) return null
    const entries = seen.map((row) => entryOf(row, mailing))
    return composeEntries({
      subject: entries.length === 1 ? entries[0]!.what : `${entries.length} notifications in Cutroom`,
      entries,
      notes: ['Cutroom sends you what you have not read.', 'To get one message a day, or none:'],
      stop: { action: 'Change or stop these messages', url: `${mailing}/console/notifications` }
    })
  }
}

function entryOf (row: ToldRow, mailing: string): MessageEntry {
  const { kind, who, title, text, status, targets, item_type: type, item_id: id } = row
  const item = shortTitle(title ?? '')
  const what = sentences[kind](shortTitle(who ?? 'Somebody'), item, status)
  const place = type === null
    ? `webhooks/${(JSON.parse(targets) as { webhook_id: number }).webhook_id}`
    : `${type}s/${id}`
  return { what, quoted: text ?? '', action: type === null ? 'Look at it' : item, url: `${mailing}/console/${place}` }
}

const decisions: Readonly<Record<string, string>> = { approved: 'has approved', rejected: 'has rejected' }

const sentences: Readonly<Record<ReasonKind, (who: string, title: string, status: string | null) => string>> = {
  mention: (who, title) => `${who} mentions you on ${title}`,
  reply: (who, title) => `${who} has replied on ${title}`,
  approval_asked: (who, title) => `${who} asks for your approval of ${title}`,
  approval_decided: (who, title, status) => `${who} ${decisions[status ?? ''] ?? 'has decided on'} ${title}`,
  new_version: (_who, title) => `There is a new version of ${title}, which waits for your approval`,
  comment: (who, title) => `${who} has commented on ${title}`,
  guest_comment: (who, title) => `${who}, a guest, has commented on ${title}`,
  webhook_disabled: () => 'A webhook was disabled, as its receiver fails or is gone'
}
