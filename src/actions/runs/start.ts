import type { Verb } from '../../access/roles.js'
import { newId } from '../../basics/ids.js'
import type { Caller } from '../../core/caller.js'
import type { ItemType } from '../../core/item-type.js'
import type { Sql } from '../../database/sql.js'
import type { Unit } from '../../core/unit.js'
import { RoleRefused, TooMany } from '../../errors.js'
import { assetKind, projectKind } from '../../items/kinds.js'
import { requireItems } from '../../items/require.js'
import { isBounded } from '../../items/sight.js'
import { seenAmong } from '../../items/standing.js'
import type { Finder } from '../../search/search.js'
import { readFilter, type Filter } from '../definitions/filter.js'
import { checkParameters, readForm } from '../definitions/form.js'
import { requireAction, type ActionRow } from '../definitions/rows.js'
import { ActionDisabled, NothingChosen } from '../errors.js'
import { insertRuns, MOST_OPEN, roomForRuns } from './insert.js'
import { matchingItems } from './matching.js'

/** The most items of one start. */
export const MOST_ITEMS = 10_000

/** What somebody starts an action with. */
export interface SentStart {
  readonly asset_ids?: readonly string[]
  readonly project_ids?: readonly string[]
  readonly search?: Filter
  readonly parameters?: unknown
}

export interface Started {
  readonly batch: string
  readonly runIds: readonly string[]
  readonly skipped: number
}

/** The right that each role has at least: who starts an action has it for the item. */
export const verbs = { Viewer: 'read', Member: 'change', Admin: 'manage' } as const satisfies Record<string, Verb>

/** Starts runs by hand: of items, or of what a search finds. */
export function createStart (finder: Pick<Finder, 'findIds'>) {
  /** Throws ActionNotFound, ActionDisabled, NothingChosen, InvalidParameter, TooMany, and the item's 404 or 403. */
  return async function start (unit: Unit, actionId: string, sent: SentStart): Promise<Started> {
    const { caller, reads: { sql } } = unit
    const action = await requireAction(sql, caller, actionId)
    const parameters = JSON.stringify(checkParameters(readForm(action.parameters), sent.parameters))
    const chosen = chosenOf(action, sent)
    if (action.disabled) throw new ActionDisabled()
    const items = Array.isArray(chosen)
      ? await requireAll(sql, caller, action, [...new Set(chosen as readonly string[])])
      : await allowedHits(sql, caller, action, chosen as Filter)
    const matching = await matchingItems(finder, caller, action.type, readFilter(action.filter), items.allowed)
    const wanted = items.allowed.filter((id) => matching.has(id))
    const batch = newId()
    const runIds = await unit.transact(async (tx) => {
      const { type, id, revision } = await requireAction(tx.sql, caller, action.id)
      if (wanted.length > await roomForRuns(tx)) throw new TooMany(`${MOST_OPEN} open runs`)
      const shared = { actionId: id, revision, type, batch, parameters, eventId: null, causes: '[]', retryOf: null }
      return insertRuns(tx, shared, caller.userId, wanted)
    }, { long: true })
    return { batch, runIds, skipped: items.count - wanted.length }
  }

  async function allowedHits (sql: Sql, caller: Caller, action: ActionRow, search: Filter) {
    const ids = await finder.findIds(caller, { query: {}, body: search }, action.type, { most: MOST_ITEMS })
    if (ids.length > MOST_ITEMS) throw new TooMany(`${MOST_ITEMS} items`)
    if (!isBounded(caller)) return { count: ids.length, allowed: ids }
    const allowed = await seenAmong(action.type, sql, caller, ids, verbs[action.role])
    return { count: ids.length, allowed: ids.filter((id) => allowed.has(id)) }
  }
}

/** The items that were sent, or the search for them. */
function chosenOf ({ type }: { type: ItemType }, sent: SentStart): readonly string[] | Filter {
  const names = ['asset_ids', 'project_ids', 'search'] as const
  const chosen = names.filter((name) => sent[name] !== undefined)
  const fits = chosen.length === 1 && (chosen[0] === 'search' || chosen[0] === `${type}_ids`)
  if (!fits) throw new NothingChosen()
  return sent[chosen[0]!]!
}

/** Throws the 404 of an item that is not seen, and RoleRefused. */
async function requireAll (sql: Sql, caller: Caller, { type, role }: ActionRow, ids: readonly string[]) {
  await requireItems(type === 'asset' ? assetKind : projectKind, sql, caller, ids)
  if (isBounded(caller) && (await seenAmong(type, sql, caller, ids, verbs[role])).size < ids.length) {
    throw new RoleRefused()
  }
  return { count: ids.length, allowed: ids }
}
