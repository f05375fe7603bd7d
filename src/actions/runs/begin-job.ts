import type { Background } from '../../domain.js'
import { findEnabledUsers } from '../../access/enabled-users.js'
import { toDatabase } from '../../basics/time.js'
import { systemCaller } from '../../core/caller.js'
import type { Transaction } from '../../core/transact.js'
import { statement } from '../../database/sql.js'
import type { Finder } from '../../search/search.js'
import { readFilter } from '../definitions/filter.js'
import { beginRun } from './begin.js'
import { CANCELLED_AT_ONCE, cancelWaiting } from './cancel-waiting.js'
import { matchingItems } from './matching.js'
import type { RunRow } from './rows.js'

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

/** $1 action, $2 account: null where another process begins its runs */
const lockAction = statement('actions_lock_to_begin', (sql) =>
  `SELECT id FROM actions WHERE id = $1 AND account_id = $2 ${sql.forUpdateSkipLocked}`)

/** $1 action, $2 account */
const countRunning = statement<{ count: number }>('action_runs_count_running', () => `
  SELECT COUNT(*) AS count FROM action_runs WHERE action_id = $1 AND account_id = $2 AND status = 'running'`)

/** $2 action */
const cancelOfAction = cancelWaiting('of_action', 'action_id = $2')

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
        tx.sql.run(cancelOfAction, [action.account_id, action.id, toDatabase(tx.time), CANCELLED_AT_ONCE]))
      return count === CANCELLED_AT_ONCE
    }
    const room = action.parallel - action.running
    if (action.is_disabled === 1 || room <= 0) return false
    const [user] = await findEnabledUsers(sql, action.account_id, [action.user_id])
    if (user?.admin !== true) return false
    const next = await sql.all(listNext, [action.id, action.account_id, room])
    const byEvents = next.filter((run) => run.event_id !== null).map((run) => run.item_id)
    const filter = readFilter(action.filter)
    const matching = await matchingItems(finder, user, action.type, filter, byEvents)
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
  const { count } = (await tx.sql.first(countRunning, [id, accountId]))!
  if (count >= parallel) return false
  await beginRun(tx, run, isMatching)
  return true
}
