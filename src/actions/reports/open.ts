import { findEnabledUsers } from '../../access/enabled-users.js'
import { systemCaller, type Caller } from '../../core/caller.js'
import type { Database } from '../../database/database.js'
import { statement } from '../../database/sql.js'
import { Unauthorized } from '../../errors.js'
import { StepOver } from '../errors.js'
import type { StepRow } from '../runs/rows.js'
import type { StepTokens, TokenOf } from './tokens.js'

/** A step of which a program reports. */
export interface OpenStep extends TokenOf {
  readonly runId: string
  /** The user of the run. One who is disabled, or gone, may do nothing. */
  readonly caller: Caller
  readonly isEnabled: boolean
}

/** $1 step */
const find = statement<{ run_id: string, user_id: number, account_id: number, account: string }>(
  'action_steps_of_token', () => `
  SELECT s.run_id, s.user_id, s.account_id, a.name AS account FROM action_steps AS s
    JOIN accounts AS a ON a.id = s.account_id WHERE s.id = $1`)

/** Finds the steps of tokens. Throws Unauthorized for one that is none, or whose run is gone. */
export function createStepOpener ({ database, tokens }: { readonly database: Database, readonly tokens: StepTokens }) {
  const { sql } = database.reads
  return async function open (token: string): Promise<OpenStep> {
    const of = await tokens.read(token)
    const row = of === null ? undefined : await sql.first(find, [of.stepId])
    if (of === null || row === undefined) throw new Unauthorized()
    const { run_id: runId, account_id: accountId, account, user_id: userId } = row
    const [user] = await findEnabledUsers(sql, accountId, [userId])
    const caller = user ?? { ...systemCaller({ id: accountId, name: account }, userId), admin: false, access: 'projects' }
    return { ...of, runId, caller: { ...caller, runId }, isEnabled: user !== undefined }
  }
}

/** Throws StepOver if the step has ended, or was handed out anew since. */
export function requireOpen (row: Pick<StepRow, 'status' | 'attempt'>, { attempt }: TokenOf): void {
  const isOpen = (row.status === 'ready' || row.status === 'running') && row.attempt === attempt
  if (!isOpen) throw new StepOver(row.status)
}
