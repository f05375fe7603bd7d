import { toRowId } from '../../basics/ids.js'
import type { Caller } from '../../core/caller.js'
import type { Sql } from '../../database/sql.js'
import { InvalidParameter } from '../../errors.js'
import { isHash } from '../../http/hashes.js'
import { inspect } from '../../http/inspect.js'
import { isTextBetween, isWhole } from '../../http/rules.js'
import { findWithBody } from '../../webhooks/subscriptions/with-body.js'
import { cycles } from './graph.js'

/** A step of an action, with what was left out. */
export interface StepDefinition {
  readonly name: string
  /** The steps that have to be completed before. */
  readonly after: readonly string[]
  /** It goes to a webhook, or waits in a queue. */
  readonly webhook_id: number | null
  readonly queue: string | null
  /** Whether reports complete it, rather than a 2xx. */
  readonly report: boolean
  /** Seconds. */
  readonly timeout: number
  readonly heartbeat: number
  readonly attempts: number
}

export const MOST_STEPS = 20
export const LONGEST_QUEUE = 100
export const bounds = { timeout: [10, 604_800], heartbeat: [10, 3600], attempts: [1, 10] } as const
export const usual = { report: true, timeout: 3600, heartbeat: 60, attempts: 3 } as const

/** The rules, in the order in which broken ones are reported. */
export const stepRules = {
  count: `Must be 1 to ${MOST_STEPS} steps`,
  names: 'Must have different names',
  after: 'Must come after steps that are there',
  cycle: 'Must have no cycle',
  target: 'Must have a webhook_id or a queue',
  webhook: 'Must be the id of a webhook that sends a body',
  step: 'Must be a step'
} as const

const NAME = /^[A-Za-z0-9_-]{1,50}$/

/** Whether it names a step or a parameter. */
export const isName = (value: unknown): value is string => typeof value === 'string' && NAME.test(value)

const KEYS: ReadonlySet<string> = new Set([
  'name', 'after', 'webhook_id', 'queue', 'report', 'timeout', 'heartbeat', 'attempts'
])

type SentStep = Readonly<Record<string, unknown>>

/** The steps of a stored revision. */
export function readSteps (json: string): StepDefinition[] {
  return JSON.parse(json) as StepDefinition[]
}

/** The steps as they are stored. Throws InvalidParameter. */
export async function checkSteps (sql: Sql, { accountId }: Caller, sent: unknown): Promise<StepDefinition[]> {
  const rule = ruleOfGraph(sent) ??
    (await haveBodies(sql, accountId, hashesOf(sent)) ? undefined : stepRules.webhook) ??
    ((sent as unknown[]).every(isStep) ? undefined : stepRules.step)
  if (rule !== undefined) throw new InvalidParameter('steps', inspect(sent), rule)
  return (sent as SentStep[]).map(complete)
}

/** What is wrong with the steps among one another. What is no step is left to others. */
function ruleOfGraph (sent: unknown): string | undefined {
  if (!Array.isArray(sent) || sent.length < 1 || sent.length > MOST_STEPS) return stepRules.count
  const steps = hashesOf(sent)
  const names = steps.map(({ name }) => name).filter((name) => typeof name === 'string')
  const known = new Set(names)
  if (known.size < names.length) return stepRules.names
  const followed = new Map(steps.flatMap((step) => typeof step.name === 'string' ? [[step.name, namesOf(step)]] : []))
  if (!steps.every((step) => namesOf(step).every((name) => known.has(name)))) return stepRules.after
  if (cycles(followed)) return stepRules.cycle
  return steps.every((step) => isSent(step.webhook_id) !== isSent(step.queue)) ? undefined : stepRules.target
}

async function haveBodies (sql: Sql, accountId: number, steps: readonly SentStep[]): Promise<boolean> {
  const ids = steps.filter((step) => isSent(step.webhook_id))
    .map(({ webhook_id: id }) => isWhole(id) ? toRowId(id) : null)
  const known = ids.filter((id) => id !== null)
  const found = await findWithBody(sql, accountId, known)
  return known.length === ids.length && known.every((id) => found.has(id))
}

function isStep (sent: unknown): boolean {
  if (!isHash(sent) || !Object.keys(sent).every((key) => KEYS.has(key)) || !isName(sent.name)) return false
  const { after = [], report = true, queue } = sent
  const isBounded = Object.entries(bounds).every(([key, [least, most]]) => {
    const value = sent[key] === undefined ? least : sent[key] as number
    return Number.isInteger(value) && value >= least && value <= most
  })
  return Array.isArray(after) && after.every((name) => typeof name === 'string') && typeof report === 'boolean' &&
    isBounded && (!isSent(queue) || (report && isTextBetween(queue, 1, LONGEST_QUEUE)))
}

function complete (sent: SentStep): StepDefinition {
  const step = { ...usual, ...sent } as Partial<StepDefinition> & typeof usual & { readonly name: string }
  return {
    name: step.name,
    after: [...new Set(step.after ?? [])],
    webhook_id: step.webhook_id ?? null,
    queue: step.queue ?? null,
    report: step.report,
    timeout: step.timeout,
    heartbeat: step.heartbeat,
    attempts: step.attempts
  }
}

const hashesOf = (sent: unknown) => (sent as unknown[]).filter(isHash)

const isSent = (value: unknown) => value !== undefined && value !== null

function namesOf ({ after }: SentStep): string[] {
  return Array.isArray(after) ? [...new Set(after.filter((name) => typeof name === 'string'))] : []
}
