import { findEnabledUsers } from '../../access/enabled-users.js'
import { calledIn } from '../../access/user-name.js'
import { declaredTypes, type Detail, type ReasonKind, type Sentence, type Teller } from '../../core/events/teller.js'
import type { Database } from '../../database/database.js'
import { statement } from '../../database/sql.js'
import { composeEntries, shortTitle, type MessageEntry } from '../../mail/outbox/compose.js'
import type { MessageBody, WriteMessage } from '../../mail/outbox/messages.js'
import { findPreference } from '../../mail/outbox/preference.js'
import { aboutId, aboutType, idsAskedAt } from '../before.js'
import type { About } from '../rows.js'
import { keepSeen } from '../seen.js'

interface ToldRow extends About {
  readonly kind: ReasonKind
  readonly text: string | null
  /** What was decided. */
  readonly status: string | null
  /** JSON. */
  readonly targets: string
  /** What it is about, besides the item: a row of the domain that declares the type. */
  readonly about_type: string | null
  readonly about_id: number | null
  /** The name of the user who did it; null for others. */
  readonly who: string | null
  /** The name of a guest who did it. */
  readonly author: string | null
  readonly title: string | null
}

const titleIn = (table: string) => `(SELECT i.title FROM ${table} AS i WHERE i.id = n.item_id AND i.account_id = $2)`

/** $1 user, $2 account, $3 JSON list of ids: those that the user has not read */
const listTold = statement<ToldRow>('notifications_told', (sql) => `
  SELECT n.kind, n.text, n.status, n.author, n.targets, n.item_type, n.item_id, ${aboutType} AS about_type, ${aboutId} AS about_id,
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
 * Writes the text of a message when it is sent: of what the user has not read meanwhile, still sees, and still has to
 * know. Null if that is nothing, or the user wants no messages any more.
 */
export function createMessageWriter (
  { database: { reads: { sql } }, tellers, mailing }: MessageWriterDependencies
): WriteMessage {
  const declared = declaredTypes(tellers)
  const sentences = Object.assign({}, ...tellers.map((teller) => teller.sentences)) as Required<Teller['sentences']>

  async function readDetails (
    accountId: number, rows: readonly ToldRow[]
  ): Promise<(row: ToldRow) => Detail | undefined> {
    const details = new Map<string, ReadonlyMap<number, Detail>>()
    for (const [type, teller] of declared) {
      const ids = rows.flatMap((row) => row.about_type === type ? row.about_id! : [])
      if (ids.length > 0) details.set(type, await teller.details!(sql, accountId, ids))
    }
    return ({ about_type: type, about_id: id }) => type === null ? undefined : details.get(type)?.get(id!)
  }

  return async (message): Promise<MessageBody | null> => {
    const { account_id: accountId, user_id: userId, body, created_at: createdAt } = message
    const { ids = await idsAskedAt(sql, [userId, accountId], createdAt) } = JSON.parse(body) as { ids?: number[] }
    const [user] = await findEnabledUsers(sql, accountId, [userId])
    if (user === undefined || await findPreference(sql, accountId, userId) === 'none') return null
    const told = await sql.all(listTold, [userId, accountId, JSON.stringify(ids)])
    const seen = await keepSeen(sql, user, told)
    const detailOf = await readDetails(accountId, seen)
    const entries = seen.flatMap((row) => entryOf(row, sentences[row.kind], detailOf(row), mailing) ?? [])
    if (entries.length === 0) return null
    return composeEntries({
      subject: entries.length === 1 ? entries[0]!.what : `${entries.length} notifications in Cutroom`,
      thread: threadOf(entries),
      entries,
      notes: ['Cutroom sends you what you have not read.', 'To get one message a day, or none:'],
      stop: { action: 'Change or stop these messages', url: `${mailing}/console/notifications` }
    })
  }
}

interface Entry extends MessageEntry {
  /** What messages about the same item have in common. Null for no item. */
  readonly thread: string | null
}

function entryOf (
  row: ToldRow, sentence: Sentence, detail: Detail | undefined, mailing: string
): Entry | null {
  const { title, text, targets, item_type: type, item_id: id } = row
  const item = shortTitle(detail?.title ?? title ?? '') || 'Untitled'
  const who = row.who ?? detail?.who ?? (row.author === null ? '' : `${row.author} (guest)`)
  const what = sentence(shortTitle(who) || 'Somebody', item, row.status ?? detail?.status)
  if (what === null) return null
  const { webhook_id: hook, comment_id: comment } = JSON.parse(targets) as { webhook_id?: number, comment_id?: number }
  const place = detail?.place ??
    (type === null ? `webhooks/${hook}` : `${type}s/${id}${comment === undefined ? '' : `?comment=${comment}`}`)
  return {
    what,
    quoted: text ?? '',
    action: type === null ? 'Look at it' : item,
    url: `${mailing}/console/${place}`,
    thread: type === null || id === null ? null : `${type}-${id}`
  }
}

/** That of all entries, if they are about one item. */
function threadOf (entries: readonly Entry[]): string | undefined {
  const [{ thread }] = entries as readonly [Entry]
  return thread !== null && entries.every((entry) => entry.thread === thread) ? thread : undefined
}
