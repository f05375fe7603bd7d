import type { Database } from '../../database/database.js'
import type { DeriveHeader } from '../../webhooks/delivery/follower.js'
import { readRun } from '../runs/open.js'
import type { StepTokens } from './tokens.js'

export const TOKEN_HEADER = 'webhook-run-token'

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
    const run = await readRun({ sql, caller: { accountId } }, runId)
    const step = run?.steps.find(({ definition }) => definition.name === name)
    if (step?.row.webhook_id !== webhookId) return null
    return { name: TOKEN_HEADER, value: await tokens.make({ stepId: step.row.id, attempt }) }
  }
}
