import { OperatorMistake } from '../../../errors.js'
import type { DialectName, Migrating, MigrateOptions, Scripts } from '../migrate.js'

/** About how many rows of an inbox get their numbers at once. */
const PIECE = 20_000

/** The keys of the locks under which processes of the earlier version give numbers. */
const NUMBERING_LOCKS = [0x63757773, 0x63757463]

interface Inbox {
  readonly table: string
  /** Integers that order the rows, by an index. */
  readonly key: readonly string[]
  /** Gives the rows of the condition their numbers, and removes them. */
  readonly number: (condition: string) => string
}

/** Deliveries follow those that wait in the queue of their webhook. Those to a webhook that was removed are dropped. */
const deliveryInbox: Inbox = {
  table: 'webhook_inbox',
  key: ['account_id', 'position'],
  number: (condition) => `
    INSERT INTO webhook_queue (webhook_id, sequence, event_id)
    SELECT due.webhook_id, last_sequence + row_number() OVER (PARTITION BY due.webhook_id ORDER BY position, event_id), event_id
    FROM (SELECT * FROM webhook_inbox WHERE ${condition}) AS due
    JOIN webhook_states ON webhook_states.webhook_id = due.webhook_id;

    UPDATE webhook_states SET last_sequence = last_sequence + due.deliveries
    FROM (SELECT webhook_id, count(*) AS deliveries FROM webhook_inbox WHERE ${condition} GROUP BY webhook_id) AS due
    WHERE webhook_states.webhook_id = due.webhook_id;

    DELETE FROM webhook_inbox WHERE ${condition}`
}

/** Changes follow those of their account that have numbers. Projects that were moved have their place from there on. */
const changeInbox: Inbox = {
  table: 'change_inbox',
  key: ['position'],
  number: (condition) => {
    // Read before the first is added: the search for the last number would pass by all that were added since.
    const numbered = `
      WITH accounts AS MATERIALIZED (
        SELECT account_id, COALESCE((SELECT MAX(number) FROM changes WHERE changes.account_id = due.account_id), 0) AS last
        FROM (SELECT DISTINCT account_id FROM change_inbox WHERE ${condition}) AS due
      ), numbered AS (
        SELECT due.*, last + row_number() OVER (PARTITION BY due.account_id ORDER BY position) AS number
        FROM (SELECT * FROM change_inbox WHERE ${condition}) AS due JOIN accounts ON accounts.account_id = due.account_id
      )`
    return `
      INSERT INTO project_parents (account_id, project_id, number, parent_id) ${numbered}
      SELECT account_id, moved_project_id, number, project_id FROM numbered WHERE moved_project_id IS NOT NULL;

      INSERT INTO changes (account_id, number, entry_id, project_id) ${numbered}
      SELECT account_id, number, entry_id, project_id FROM numbered;

      DELETE FROM change_inbox WHERE ${condition}`
  }
}

/** Nobody adds a webhook or changes its sequence meanwhile. */
const lockStates = 'LOCK TABLE webhook_states IN SHARE ROW EXCLUSIVE MODE'

/** In the order in which the earlier version takes these locks. */
const lockInbox = `${lockStates}; LOCK TABLE webhook_inbox IN ACCESS EXCLUSIVE MODE`

/** How many rows of the inboxes got their numbers. */
export interface Numbered {
  readonly deliveries: number
  readonly changes: number
}

/**
 * Gives what waits in the two inboxes its numbers, piece by piece, and keeps the inbox of deliveries empty until the
 * commit: an earlier version that goes on cannot write into it. What it writes into the other inbox meanwhile gets its
 * numbers from the service.
 */
export async function emptyInboxes (
  migrating: Migrating, dialect: DialectName, { log, onNumbered }: Pick<MigrateOptions, 'log' | 'onNumbered'>
): Promise<Numbered> {
  const isShared = dialect === 'postgresql'
  if (isShared) await holdNumbering(migrating)
  const deliveries = await count(migrating, deliveryInbox)
  const changes = await count(migrating, changeInbox)
  let done = 0

  async function empty (inbox: Inbox): Promise<void> {
    /** Where the last piece ended: the index still has the rows before it, which are removed. */
    let after: Piece | null = null
    for (let isAny = true; isAny;) {
      await migrating.ahead(async (scripts) => {
        if (isShared && inbox === deliveryInbox) await withinTime(scripts, lockStates)
        after = await numberOldest(scripts, inbox, after)
      })
      isAny = after !== null
      done += after === null ? 0 : (after as Piece).rows
      onNumbered?.(done, deliveries + changes)
      if (after !== null && done < deliveries + changes) log?.info({ done, of: deliveries + changes }, 'what waits in the inboxes gets its numbers')
    }
  }

  if (deliveries > 0) await empty(deliveryInbox)
  if (changes > 0) await empty(changeInbox)
  if (isShared) await withinTime(migrating, lockInbox)
  while (await numberOldest(migrating, deliveryInbox, null) !== null);
  return { deliveries, changes }
}

async function count ({ rows }: Scripts, { table }: Inbox): Promise<number> {
  const [found] = await rows<{ count: string | number }>(`SELECT count(*) AS count FROM ${table}`)
  return Number(found!.count)
}

interface Piece {
  readonly rows: number
  /** The key of the last row. */
  readonly end: string
}

/** Gives the oldest rows their numbers; null if there are none. */
async function numberOldest ({ rows, run }: Scripts, inbox: Inbox, after: Piece | null): Promise<Piece | null> {
  const key = inbox.key.join(', ')
  const isLater = after === null ? '' : `AND (${key}) > (${after.end})`
  const [last] = await rows<Record<string, string | number>>(`
    SELECT ${key}, count(*) OVER () AS found
    FROM (SELECT ${key} FROM ${inbox.table} WHERE true ${isLater} ORDER BY ${key} LIMIT ${PIECE}) AS oldest
    ORDER BY ${inbox.key.map((column) => `${column} DESC`).join(', ')} LIMIT 1`)
  if (last === undefined) return null
  const end = inbox.key.map((column) => last[column]).join(', ')
  await run(inbox.number(`(${key}) <= (${end}) ${isLater}`))
  return { rows: Number(last.found), end }
}

/** Processes of the earlier version give no numbers until the commit. While nothing is done, nobody waits for it. */
async function holdNumbering ({ run }: Migrating): Promise<void> {
  await run('SET LOCAL idle_in_transaction_session_timeout = 0')
  for (const key of NUMBERING_LOCKS) await run(`SELECT pg_advisory_xact_lock(${key})`)
}

/** Throws OperatorMistake if a table stays locked by others for five seconds. */
async function withinTime ({ run }: Scripts, lock: string): Promise<void> {
  try {
    await run(`SET LOCAL lock_timeout = '5s'; ${lock}; SET LOCAL lock_timeout TO DEFAULT`)
  } catch (error) {
    if ((error as { code?: string }).code !== '55P03') throw error
    throw new OperatorMistake('The database has to be upgraded, and another process holds its webhooks locked: stop all processes of the earlier version first')
  }
}
