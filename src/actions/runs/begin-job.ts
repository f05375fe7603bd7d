import type { Background } from '../../domain.js'
import { callerColumns, toCaller, type CallerRow } from '../../access/caller-row.js'
import { toDatabase } from '../../basics/time.js'
import { systemCaller } from '../../core/caller.js'
import type { Transaction } from '../../core/transact.js'
import { statement, type Sql } from '../../database/sql.js'
import type { Finder } from '../../search/search.js'
import { readFilter } from '../definitions/filter.js'
import { beginRun } from './begin.js'
import { matchingItems } from './matching.js'
import type { RunRow } from './rows.js'

/** Waiting runs that one statement cancels. */
const AT_ONCE = 250

/** An action with runs that wait. */
interface Waiting {
  readonly id: number
  readonly account_id: number
  readonly account: string
  readonly user_id: number
  readonly type: RunRow['item_type']
  readonly filter: string
  readonly parallel: number
  readonly is_disabled: number
  readonly is_deleted: number
  readonly running: number
}

const firstWaiting = (where = '') => `(SELECT MIN(action_id) FROM action_runs WHERE status = 'waiting'${where})`

/** The actions with runs that wait, a look-up for each. */
const listWaiting = statement<{ action_id: number }>('actions_waiting', () => `
  WITH RECURSIVE waiting (action_id) AS (
    SELECT ${firstWaiting()}
    UNION ALL
    SELECT ${firstWaiting(' AND action_id > waiting.action_id')} FROM waiting WHERE action_id IS NOT NULL
  )
  SELECT action_id FROM waiting WHERE action_id IS NOT NULL`)

/** $1 action: with how many runs are under way */
const findWaiting = statement<Waiting>('actions_find_waiting', () => `
  SELECT a.id, a.account_id, c.name AS account, a.user_id, a.type, a.filter, a.parallel,
    CAST(a.disabled AS integer) AS is_disabled, CASE WHEN a.deleted_at IS NULL THEN 0 ELSE 1 END AS is_deleted,
    (SELECT COUNT(*) FROM action_runs AS r WHERE r.action_id = a.id AND r.status = 'running') AS running
  FROM actions AS a JOIN accounts AS c ON c.id = a.account_id WHERE a.id = $1`)

/** $1 action, $2 account, $3 limit */
const listNext = statement<Pick<RunRow, 'id' | 'item_id' | 'user_id' | 'event_id'>>('action_runs_next', () => `
  SELECT id, item_id, user_id, event_id FROM action_runs
  WHERE action_id = $1 AND account_id = $2 AND status = 'waiting' ORDER BY id LIMIT $3`)

/** $1 user, $2 account: the user of an action, while that is an enabled administrator */
const findUser = statement<CallerRow>('actions_user', () => `
  SELECT ${callerColumns} FROM users AS u JOIN accounts AS a ON a.id = u.account_id
  WHERE u.id = $1 AND u.account_id = $2 AND u.admin AND u.disabled_at IS NULL`)

/** $1 action, $2 account: null where another process begins its runs */
const lockAction = statement('actions_lock_to_begin', (sql) =>
  `SELECT id FROM actions WHERE id = $1 AND account_id = $2 ${sql.forUpdateSkipLocked}`)

/** $1 action, $2 account */
const countRunning = statement<{ count: number }>('action_runs_count_running', () => `
  SELECT COUNT(*) AS count FROM action_runs WHERE action_id = $1 AND account_id = $2 AND status = 'running'`)

/** $1 action, $2 account, $3 time, $4 limit */
const cancelWaiting = statement('action_runs_cancel_of_deleted', (sql) => `
  UPDATE action_runs SET status = 'cancelled', finished_at = ${sql.moment('$3')}
  WHERE ${sql.among('id', `SELECT id FROM action_runs
    WHERE action_id = $1 AND account_id = $2 AND status = 'waiting' ORDER BY id LIMIT $4`)} AND status = 'waiting'`)

interface BeginDependencies extends Background {
  readonly finder: Pick<Finder, 'findIds'>
}

/** Begins runs that wait: of each action as many as run at a time, the oldest first. */
export function createBeginJob ({ database, transact, finder }: BeginDependencies) {
  const { sql } = database.reads

  return async function run (signal: AbortSignal, heartbeat: () => void): Promise<'more' | void> {
    let isMore = false
    for (const { action_id: id } of await sql.all(listWaiting, [])) {
      if (signal.aborted) return
      const action = await sql.first(findWaiting, [id])
      isMore = (action !== undefined && await look(action)) || isMore
      heartbeat()
    }
    if (isMore) return 'more'
  }

  /** Returns whether there may be more to do at once. */
  async function look (action: Waiting): Promise<boolean> {
    const account = { id: action.account_id, name: action.account }
    if (action.is_deleted === 1) {
      const count = await transact(systemCaller(account), async (tx) =>
        tx.sql.run(cancelWaiting, [action.id, action.account_id, toDatabase(tx.time), AT_ONCE]))
      return count === AT_ONCE
    }
    const room = action.parallel - action.running
    if (action.is_disabled === 1 || room <= 0) return false
    const user = await sql.first(findUser, [action.user_id, action.account_id])
    if (user === undefined) return false
    const next = await sql.all(listNext, [action.id, action.account_id, room])
    const byEvents = next.filter((run) => run.event_id !== null).map((run) => run.item_id)
    const filter = readFilter(action.filter)
    const matching = await matchingItems(finder, toCaller(user), action.type, filter, byEvents)
    for (const run of next) {
      const isMatching = run.event_id === null || matching.has(run.item_id)
      const hasBegun = await transact(systemCaller(account, run.user_id), (tx) =>
        beginWhereFree(tx, action, run, isMatching))
      if (!hasBegun) return false
    }
    return next.length === room
  }
}

/** Returns whether the run was looked at: not while another process does so, or where too many are under way. */
async function beginWhereFree (
  tx: Transaction, { id, account_id: accountId, parallel }: Waiting, run: Pick<RunRow, 'id'>, isMatching: boolean
): Promise<boolean> {
  if (await tx.sql.first(lockAction, [id, accountId]) === undefined) return false
  if (await runningOf(tx.sql, id, accountId) >= parallel) return false
  await beginRun(tx, run, isMatching)
  return true
}

async function runningOf (sql: Sql, id: number, accountId: number): Promise<number> {
  return (await sql.first(countRunning, [id, accountId]))!.count
}
