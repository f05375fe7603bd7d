import { withDeadline } from '../basics/deadline.js'
import { SECOND_MS } from '../basics/units.js'
import { OperatorMistake } from '../errors.js'
import { version } from '../basics/version.js'
import { failure, skipped, type Check, type Finding } from './check.js'
import { createVeil } from './secrets.js'
import type { Subject } from './subject.js'

const LONGEST_MS = 10 * SECOND_MS

export interface Examination {
  /** Whether no check has failed. */
  readonly ok: boolean
  readonly version: string
  readonly checks: ReadonlyArray<{ readonly name: string } & Finding>
}

/** Runs the checks one after the other. What they say shows no secret. */
export async function runChecks (
  checks: readonly Check[], subject: Subject, { longestMs = LONGEST_MS }: { longestMs?: number } = {}
): Promise<Examination> {
  const veil = createVeil(subject.environment)
  const blocked = new Set<string>()
  const done: Array<{ name: string } & Finding> = []
  for (const check of checks) {
    const { name, needs = [] } = check
    const cause = needs.find((needed) => blocked.has(needed))
    const found = cause === undefined
      ? await look(check, subject, longestMs)
      : skipped(`It cannot be looked at before ${cause} is in order`)
    const finding = found ?? skipped(`It took more than ${longestMs / SECOND_MS} seconds`)
    if (cause !== undefined || found === null || finding.status === 'failure') blocked.add(name)
    done.push({ name, status: finding.status, text: veil(finding.text), mend: finding.mend && veil(finding.mend) })
  }
  return { ok: done.every(({ status }) => status !== 'failure'), version, checks: done }
}

/** Null if it takes too long. */
async function look (check: Check, subject: Subject, longestMs: number): Promise<Finding | null> {
  const late = new AbortController()
  const looking = Promise.resolve().then(() => check.look(subject, late.signal)).catch(describe)
  if (check.mayBeLong === true) return looking
  return withDeadline<Finding | null>(looking, longestMs, () => {
    late.abort()
    return null
  })
}

function describe (error: unknown): Finding {
  const [line] = (error as Error).message.split('\n').map((each) => each.trim()).filter(Boolean).slice(-1)
  return failure(
    line ?? 'It could not be looked at',
    error instanceof OperatorMistake ? 'Correct what it names' : 'cutroom serve may say more in its log'
  )
}
