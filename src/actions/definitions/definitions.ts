import { toRowId } from '../../basics/ids.js'
import type { Page } from '../../basics/page.js'
import { requireRoom } from '../../core/account-limit.js'
import type { ItemType } from '../../core/item-type.js'
import type { Transaction } from '../../core/transact.js'
import type { Unit } from '../../core/unit.js'
import { statement } from '../../database/sql.js'
import {
  blank, definitionOf, requireConsistent, withChanges, type Definition, type SentDefinition
} from './definition.js'
import { requireFields } from './filter.js'
import { toJson } from './json.js'
import {
  listAll, listEnabled, lockAction, requireAction, weighAll, weighEnabled, type ActionRow
} from './rows.js'
import { checkSteps } from './steps.js'

export interface NewAction extends SentDefinition {
  readonly name: string
  readonly steps: readonly unknown[]
  readonly type?: ItemType
}

export const MOST_ACTIONS = 100

const actionLimit = {
  most: MOST_ACTIONS,
  name: 'actions',
  /** $1 account */
  count: statement<{ count: number }>('actions_count', () =>
    'SELECT COUNT(*) AS count FROM actions WHERE account_id = $1 AND deleted_at IS NULL')
}

const pageOf = ({ caller }: Unit, { after, limit }: Page) => [caller.accountId, toRowId(after) ?? 0, limit]

/**
 * Definitions of actions. Only administrators see and change them as a whole. Functions with the id of a missing one
 * throw ActionNotFound.
 */
export const definitions = {
  list: (unit: Unit, page: Page) => unit.reads.sql.all(listAll, pageOf(unit, page)),

  /** The bytes of each entry of the list. */
  weigh: (unit: Unit, page: Page) => unit.reads.sql.all(weighAll, pageOf(unit, page)),

  listEnabled: (unit: Unit, page: Page) => unit.reads.sql.all(listEnabled, pageOf(unit, page)),

  weighEnabled: (unit: Unit, page: Page) => unit.reads.sql.all(weighEnabled, pageOf(unit, page)),

  require: ({ caller, reads }: Unit, id: string) => requireAction(reads.sql, caller, id),

  /** Throws InvalidParameter and TooMany. */
  create: ({ transact }: Unit, { type = 'asset', steps: sentSteps, ...sent }: NewAction): Promise<ActionRow> =>
    transact(async (tx) => {
      const { accountId, userId } = tx.caller
      if (sent.filter != null) await requireFields(tx.sql, tx.caller, sent.filter)
      const steps = await checkSteps(tx.sql, tx.caller, sentSteps)
      const definition = { ...withChanges(blank, sent, steps), name: sent.name, steps }
      requireConsistent(definition, type)
      await requireRoom(tx, actionLimit)
      const { id } = await tx.prisma.action.create({
        data: { accountId, userId, type, ...columnsOf(definition), revision: 1, createdAt: tx.time, updatedAt: tx.time }
      })
      await addRevision(tx, id, 1, definition)
      await addTriggers(tx, id, definition)
      return requireAction(tx.sql, tx.caller, id)
    }),

  /** Who saves it is its user from now on. Throws InvalidParameter. */
  update: ({ transact }: Unit, sentId: string, { steps: sentSteps, ...sent }: SentDefinition): Promise<ActionRow> =>
    transact(async (tx) => {
      const { accountId, userId } = tx.caller
      if (sent.filter != null) await requireFields(tx.sql, tx.caller, sent.filter)
      const steps = sentSteps === undefined ? undefined : await checkSteps(tx.sql, tx.caller, sentSteps)
      const row = await lockAction(tx, sentId)
      const before = definitionOf(row)
      const after = withChanges(before, sent, steps)
      requireConsistent(after, row.type)
      const [old, columns] = [columnsOf(before), columnsOf(after)]
      const isNewRevision = before.name !== after.name || row.steps !== toJson(after.steps)
      const isSame = toJson(old) === toJson(columns) && !isNewRevision && row.user_id === userId
      if (isSame) return row
      const revision = row.revision + (isNewRevision ? 1 : 0)
      await tx.prisma.action.updateMany({
        where: { id: row.id, accountId }, data: { ...columns, userId, revision, updatedAt: tx.time }
      })
      if (isNewRevision) await addRevision(tx, row.id, revision, after)
      await removeTriggers(tx, row.id)
      await addTriggers(tx, row.id, after)
      return requireAction(tx.sql, tx.caller, row.id)
    }),

  /** Nothing begins by it any more. Its rows stay as long as a run needs them. */
  remove: ({ transact }: Unit, sentId: string): Promise<void> => transact(async (tx) => {
    const { id } = await lockAction(tx, sentId)
    await tx.prisma.action.updateMany({ where: { id, accountId: tx.caller.accountId }, data: { deletedAt: tx.time } })
    await removeTriggers(tx, id)
  })
}

export type Definitions = typeof definitions

function columnsOf (definition: Definition) {
  const { name, description, filter, parameters, role, trigger_events: events, parallel, disabled } = definition
  return {
    name,
    description,
    filter: toJson(filter),
    parameters: toJson(parameters),
    role,
    triggerEvents: toJson(events),
    parallel,
    disabled
  }
}

async function addRevision (tx: Transaction, actionId: number, number: number, { name, steps }: Definition) {
  await tx.prisma.actionRevision.create({
    data: { accountId: tx.caller.accountId, actionId, number, name, steps: toJson(steps) }
  })
}

/** Events start an action while it is enabled. */
async function addTriggers (tx: Transaction, actionId: number, { disabled, trigger_events: events }: Definition) {
  const data = disabled ? [] : events.map((event) => ({ accountId: tx.caller.accountId, event, actionId }))
  if (data.length > 0) await tx.prisma.actionTrigger.createMany({ data })
}

async function removeTriggers (tx: Transaction, actionId: number): Promise<void> {
  await tx.prisma.actionTrigger.deleteMany({ where: { actionId, accountId: tx.caller.accountId } })
}
