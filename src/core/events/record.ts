import { statement } from '../../database/sql.js'
import { newId } from '../../basics/ids.js'
import { toDatabase, toMilliseconds } from '../../basics/time.js'
import type { Transaction } from '../transact.js'
import type { DataOf, EventKind, FormedKind, TargetsOf } from './forms.js'
import { GUEST_TARGET } from './kinds.js'

/** What an event has besides its kind, its targets and its things. */
export interface EventDetails {
  /** 1 info, 2 removed or purged, 3 failure. Default: by the kind. */
  readonly severity?: 1 | 2 | 3
  /** The names of what an edit of an item changed. */
  readonly fields?: readonly string[]
  /** Users who are mentioned for the first time, by their ids: consumers tell them, and nothing shows them. */
  readonly mentioned?: readonly number[]
  /** It follows from something that nobody wants to start other work: `owner` of what a removed user leaves. */
  readonly startsNothing?: boolean
  /** A new id that the entry gets, for those who keep it. */
  readonly entryId?: string
  /** A webhook that gets it, whatever it subscribes to. */
  readonly webhookId?: number
  /** Whether the asset has the same file as before again: nobody is told, and nothing shows it. */
  readonly sameFile?: boolean
}

/**
 * The items and users concerned. The history of `asset_id`, `project_id` and `to_project_id` shows the event, but that
 * of an asset shows none of a project.
 */
export type Targets = Readonly<Record<string, string | number | undefined>>

/** The item as the API shows it after the change, or as it last was, and what else is concerned, for webhooks. */
export type EventData = Readonly<Record<string, object>>

type FormOf<Kind extends FormedKind> = EventDetails & { readonly event: Kind, readonly targets: TargetsOf<Kind> } &
  (keyof DataOf<Kind> extends never ? { readonly data?: undefined } : { readonly data: DataOf<Kind> })

/** An event, as a domain function reports it: of any kind, or of some. */
export type EventDraft<Kind extends FormedKind = FormedKind> = { [Each in Kind]: FormOf<Each> }[Kind]

interface Entry {
  readonly id: string
  readonly severity: 1 | 2 | 3
  /** The contract's text, to the millisecond. */
  readonly time: string
  readonly userId: number
}

/** An entry of the history, from which deliveries of webhooks are made, for those who treat all kinds alike. */
export interface RecordedEvent extends EventDetails, Entry {
  readonly event: FormedKind
  readonly severity: 1 | 2 | 3
  readonly targets: Targets
  readonly data?: EventData
}

/** An entry of some kinds. */
export type EventOf<Kind extends FormedKind> = EventDraft<Kind> & Entry

const COLUMNS = 'id, account_id, event, severity, targets, time, user_id, asset_id, project_id, to_project_id, fields'

const insert = statement('insert_history', (sql) => `
  INSERT INTO history (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, ${sql.moment('$6')}, $7, $8, $9, $10, $11)`,
statement('insert_history_rows', (sql) => `
  INSERT INTO history (${COLUMNS})
  SELECT value ->> 0, CAST(value ->> 1 AS integer), value ->> 2, CAST(value ->> 3 AS integer), value ->> 4,
    ${sql.moment('value ->> 5')},
    CAST(value ->> 6 AS integer), value ->> 7, value ->> 8, value ->> 9, value ->> 10
  FROM ${sql.elements('$1')}`, undefined, { isUnread: true }))

/**
 * Writes history entries, in order, in the transaction of their change, and hands them to the consumers. What a guest
 * causes is of no user.
 */
export async function record (tx: Transaction, ...drafts: EventDraft[]): Promise<void> {
  const { accountId, runId, guestId } = tx.caller
  const userId = guestId === undefined ? tx.caller.userId : 0
  const more = { ...runId !== undefined && { run_id: runId }, ...guestId !== undefined && { [GUEST_TARGET]: guestId } }
  const time = toMilliseconds(tx.time)
  const events = drafts.map((draft): RecordedEvent => ({
    ...draft,
    targets: { ...draft.targets, ...more },
    id: draft.entryId ?? newId(),
    severity: draft.severity ?? severityOf(draft.event),
    time,
    userId
  }))
  for (const { id, event, severity, targets, fields } of events) {
    await tx.sql.run(insert, [id, accountId, event, severity, JSON.stringify(targets), toDatabase(tx.time), userId,
      isOfProject(event) ? null : idAmong(targets, 'asset_id'), idAmong(targets, 'project_id'), idAmong(targets, 'to_project_id'),
      fields === undefined ? null : JSON.stringify(fields)])
  }
  for (const consumer of tx.consumers) await consumer.collect(tx, events)
}

/** Whether the event is about a project, even if it names an asset. */
export function isOfProject (event: EventKind): boolean {
  return event.startsWith('PROJECT_')
}

function severityOf (event: EventKind): 1 | 2 {
  return event.includes('_REMOVED') || event.endsWith('_PURGED') ? 2 : 1
}

function idAmong (targets: Targets, name: string): string | null {
  const id = targets[name]
  return typeof id === 'string' ? id : null
}
