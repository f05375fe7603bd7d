import type { Database } from '../../database/database.js'
import type { DeriveHeader } from '../../webhooks/delivery/follower.js'
import { readRevision } from '../runs/open.js'
import { findRun, listSteps } from '../runs/rows.js'
import type { StepTokens } from './tokens.js'

export const TOKEN_HEADER = 'webhook-run-token'

/** The kind of event that hands out a step. */
export const HANDING_OUT = 'UPDATED_DAG_ACTION_RUN'

/** What the event says of the step. */
interface Payload {
  readonly targets: { readonly run_id: string, readonly step: string, readonly attempt: number }
}

/** Gives the webhook of a step the token of its attempt. Others that subscribe to the event get none. */
export function createTokenHeader (
  { database, tokens }: { readonly database: Database, readonly tokens: StepTokens }
): DeriveHeader {
  const { sql } = database.reads
  return async ({ accountId, webhookId }, body) => {
    const { targets: { run_id: runId, step: name, attempt } } = JSON.parse(body) as Payload
    const run = await sql.first(findRun, [runId, accountId])
    if (run === undefined) return null
    const definitions = await readRevision({ sql, caller: { accountId } }, run)
    const position = definitions.findIndex((definition) => definition.name === name)
    const step = (await sql.all(listSteps, [runId, accountId])).find((row) => row.position === position)
    if (step?.webhook_id !== webhookId) return null
    return { name: TOKEN_HEADER, value: await tokens.make({ stepId: step.id, attempt }) }
  }
}
