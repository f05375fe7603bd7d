import type { FastifyRequest } from 'fastify'
import { boundedBy } from '../../bulk/bulk.js'
import { requireOperations } from '../../bulk/form.js'
import type { RunOperations } from '../../bulk/in-run.js'
import type { Transaction } from '../../core/transact.js'
import type { Unit } from '../../core/unit.js'
import { InvalidParameter, Unauthorized } from '../../errors.js'
import { inspect } from '../../http/inspect.js'
import type { Cascades } from '../../trash/cascades.js'
import { StepOver } from '../errors.js'
import { completeStep, failStep, keepStep, saveRun, takeStep } from '../runs/advance.js'
import { openRun, stepOf, type StepOfRun } from '../runs/open.js'
import { presentRun, presentStep } from '../runs/rows.js'
import { writeLine } from './log.js'
import { requireOpen, type OpenStep } from './open.js'
import { requireItemOf } from './paths.js'

/** Bytes of a result. */
export const LARGEST_RESULT = 16 * 1024
export const RESULT_RULE = `Must be at most ${LARGEST_RESULT} bytes`
export const endings = ['running', 'completed', 'failed'] as const

/** What a program says of its step. */
export interface SentReport {
  readonly status?: typeof endings[number]
  readonly progress?: number
  readonly message?: string
  readonly error?: string
  readonly result?: object
  readonly operations?: readonly unknown[]
}

export interface ReportsDependencies {
  readonly operations: RunOperations
  readonly cascades: Pick<Cascades, 'patiently'>
  readonly hasOneWriter: boolean
}

type Asked = Pick<FastifyRequest, 'protocol' | 'host' | 'socket'>

const NO_RESULTS = '{"results":[],"failed":0,"committed":true}'

/** Takes reports: what a program says of its step, and what it writes to the item with that, in one transaction. */
export function createReports ({ operations: bulk, cascades, hasOneWriter }: ReportsDependencies) {
  const bounded = boundedBy(hasOneWriter)

  /**
   * Returns the answer, as JSON. Throws InvalidParameter, WrongNumberOfOperations, InvalidOperation, StepOver, and
   * Unauthorized if the run has gone meanwhile. Where an operation fails, the step only goes on.
   */
  async function receive (unit: Unit, open: OpenStep, sent: SentReport, asked: Asked): Promise<string> {
    const result = resultOf(sent)
    const operations = sent.operations === undefined || sent.operations.length === 0
      ? []
      : requireOperations(sent.operations)
    await bulk.prepare(unit, operations)

    async function work (tx: Transaction): Promise<string> {
      await bulk.holdTree(tx, operations)
      const opened = await openStep(tx, open)
      if (isSameEnd(opened, open, sent)) return answer(opened, NO_RESULTS)
      requireOpen(opened.step.row, open)
      requireUndecided(opened, sent)
      if (operations.length === 0) {
        await take(tx, opened, sent, result)
        return answer(opened, NO_RESULTS)
      }
      const requirePath = requireItemOf(opened.run.row, open)
      const done = await bulk.perform(tx, operations, { asked, requirePath })
      // They may have changed the item, of which the events of the run tell.
      const after = await openStep(tx, open)
      if (done.isDone) await take(tx, after, sent, result)
      else await take(tx, after, {}, null)
      return answer(after, done.answer)
    }

    const options = operations.length === 0 ? {} : bounded
    return cascades.patiently(unit.caller, () => unit.transact(work, options))
  }

  return { receive }
}

export type Reports = ReturnType<typeof createReports>

/** Its delivery may have ended the step, and nobody has looked at that yet. Throws StepOver. */
function requireUndecided ({ step: { row, definition } }: StepOfRun, { status }: SentReport): void {
  if (definition.report || row.delivered === null || status === 'completed') return
  throw new StepOver(row.delivered === 'taken' ? 'completed' : 'failed')
}

/** Does what a report says of the step. */
async function take (
  tx: Transaction, { run, step }: StepOfRun, sent: SentReport, result: string | null
): Promise<void> {
  if (sent.message !== undefined) await writeLine(tx, step, sent.message)
  if (sent.status === 'completed') return completeStep(tx, run, step, result)
  if (sent.status === 'failed') return failStep(tx, run, step, sent.error ?? null)
  if (step.row.status === 'ready' && step.definition.report) await takeStep(tx, step)
  await keepStep(tx, step, sent.progress === undefined ? {} : { progress: sent.progress })
  await saveRun(tx, run)
}

/** Throws Unauthorized if the run has gone. */
async function openStep (tx: Transaction, { runId, stepId }: OpenStep): Promise<StepOfRun> {
  const found = stepOf(await openRun(tx, runId), stepId)
  if (found === null) throw new Unauthorized()
  return found
}

function isSameEnd ({ step: { row } }: StepOfRun, { attempt }: OpenStep, { status }: SentReport): boolean {
  return row.attempt === attempt && row.status === status && (status === 'completed' || status === 'failed')
}

/** The result as it is stored. Throws InvalidParameter. */
function resultOf ({ result, status }: SentReport): string | null {
  if (result === undefined) return null
  const text = JSON.stringify(result)
  if (Buffer.byteLength(text) > LARGEST_RESULT) throw new InvalidParameter('result', inspect(result), RESULT_RULE)
  return status === 'completed' ? text : null
}

function answer ({ run, step }: StepOfRun, results: string): string {
  const shown = JSON.stringify({ run: presentRun(run.row), step: presentStep(step.definition.name, step.row) })
  return `${shown.slice(0, -1)},${results.slice(1)}`
}
