import { groupBy } from '../../basics/group-by.js'
import type { ItemType } from '../../core/item-type.js'
import type { Consumer, OpenConsumer } from '../../core/events/consumer.js'
import type { EventKind } from '../../core/events/forms.js'
import type { RecordedEvent } from '../../core/events/record.js'
import { itemOf } from '../../core/events/teller.js'
import type { Transaction } from '../../core/transact.js'
import { statement, type Sql } from '../../database/sql.js'
import { byAdministrator, savedBy } from '../definitions/rows.js'
import { readForm } from '../definitions/form.js'
import { countSkipped } from './begin.js'
import { insertRuns, roomForRuns } from './insert.js'

/** A run that so many others have led to starts nothing more. */
const LONGEST_CHAIN = 8

/** An action that a kind of event starts. */
interface Started {
  readonly event: EventKind
  readonly id: number
  readonly type: ItemType
  readonly revision: number
  readonly user_id: number
  readonly parameters: string
  readonly by_administrator: number
}

/** An event that may start something. */
interface Cause {
  readonly id: string
  readonly kind: EventKind
  readonly item: NonNullable<ReturnType<typeof itemOf>>
  /** The run that has done it. */
  readonly runId: string | null
  readonly startsNothing: boolean
}

/** $1 account, $2 JSON list of kinds */
const listStarted = statement<Started>('actions_started_by', (sql) => `
  SELECT t.event, a.id, a.type, a.revision, a.user_id, a.parameters,
    ${byAdministrator} AS by_administrator
  FROM action_triggers AS t JOIN actions AS a ON a.id = t.action_id
    ${savedBy}
  WHERE t.account_id = $1 AND ${sql.among('t.event', sql.strings('$2'))} ORDER BY a.id`)

/** $1 run, $2 account */
const findCauses = statement<{ action_id: number, causes: string }>('action_runs_causes', () =>
  'SELECT action_id, causes FROM action_runs WHERE id = $1 AND account_id = $2')

/**
 * Starts actions by events: a waiting run in the transaction of the event. Which kinds start something is asked once
 * for all that share a commit.
 */
export const actionStarter: Consumer = {
  open (): OpenConsumer {
    const causes: Cause[] = []
    return {
      collect (_tx, events) {
        for (const event of events) {
          const item = itemOf(event)
          if (item !== null && mayStart(event)) causes.push(causeOf(event, item))
        }
      },
      finish (tx) {
        if (causes.length > 0) tx.beforeCommit(startAll, { tx, causes })
      }
    }
  }
}

const mayStart = ({ event }: RecordedEvent) => !event.endsWith('_PURGED') && !event.endsWith('_DAG_ACTION_RUN')

function causeOf ({ id, event, targets, startsNothing = false }: RecordedEvent, item: Cause['item']): Cause {
  return { id, kind: event, item, runId: targets.run_id === undefined ? null : String(targets.run_id), startsNothing }
}

interface Caused {
  readonly tx: Transaction
  readonly causes: readonly Cause[]
}

/** Runs once for all units that share a commit. */
async function startAll (sql: Sql, all: readonly Caused[]): Promise<void> {
  for (const [accountId, ofAccount] of groupBy(all, ({ tx }) => tx.caller.accountId)) {
    const kinds = [...new Set(ofAccount.flatMap(({ causes }) => causes.map(({ kind }) => kind)))]
    const started = await sql.all(listStarted, [accountId, JSON.stringify(kinds)])
    if (started.length === 0) continue
    const { tx } = ofAccount.at(-1)!
    for (const action of started) await startByEvents(tx, action, ofAccount.flatMap(({ causes }) => causes))
  }
}

async function startByEvents (tx: Transaction, action: Started, causes: readonly Cause[]): Promise<void> {
  const own = causes.filter(({ kind, item }) => kind === action.event && item.type === action.type)
  let room = own.length === 0 ? 0 : await roomForRuns(tx)
  let skipped = 0
  for (const cause of own) {
    const chain = await chainOf(tx, cause)
    const isRefused = cause.startsNothing || action.by_administrator === 0 || room <= 0 || chain === null ||
      chain.length >= LONGEST_CHAIN || chain.includes(action.id)
    if (isRefused) skipped++
    else {
      const values = Object.fromEntries(readForm(action.parameters).map(({ name, default: usual }) => [name, usual]))
      const { id: actionId, revision, type } = action
      await insertRuns(tx, {
        actionId,
        revision,
        type,
        batch: null,
        eventId: cause.id,
        causes: JSON.stringify(chain),
        parameters: JSON.stringify(values),
        retryOf: null
      }, action.user_id, [cause.item.id])
      room--
    }
  }
  if (skipped > 0) await countSkipped(tx, action.id, skipped)
}

/** The actions that led to an event, the first one first. Null if the run that has done it is gone. */
async function chainOf ({ sql, caller }: Transaction, { runId }: Cause): Promise<number[] | null> {
  if (runId === null) return []
  const run = await sql.first(findCauses, [runId, caller.accountId])
  return run === undefined ? null : [...JSON.parse(run.causes) as number[], run.action_id]
}
