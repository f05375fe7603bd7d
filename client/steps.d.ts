import type { BodyOf, DataOf, operations } from './cutroom.js'

export interface WorkOptions {
  readonly queues: readonly string[]
  /** Ends it: nothing more is claimed, and the step under way is brought to its end. */
  readonly signal?: AbortSignal
}

type SentReport = BodyOf<operations['sendReport']>

export type StepReport = Pick<SentReport, 'progress' | 'message'>

/** A step that was claimed, with its run and its item. */
export interface ClaimedStep extends Pick<DataOf<operations['getStep']>, 'run' | 'step' | 'item'> {
  /** Says how far the step is, from 0 to 1, and writes a line into the log of the run. Throws if the step is over. */
  readonly report: (report: StepReport) => Promise<void>
  /**
   * Ends when the step is over: it was cancelled, or handed out anew, or the service was away for five minutes. Then
   * what the handler returns is not sent.
   */
  readonly signal: AbortSignal
}

export type StepOutcome = Pick<SentReport, 'result' | 'operations'>

type Ended = StepOutcome | undefined | void

export type StepHandler = (step: ClaimedStep) => Ended | Promise<Ended>

export interface Working {
  /**
   * Claims steps of actions from queues, one after the other, until `signal` ends it. What the handler returns
   * completes its step; what it throws fails it. Lost connections are picked up.
   */
  work (options: WorkOptions, handler: StepHandler): Promise<void>
}
