import type { ClaimedStep, StepHandler, StepReport, WorkOptions } from './steps.d.ts'
import { CutroomError } from './error.ts'
import { LATEST_S, mayGoOn, WAIT_S } from './follow.ts'
import { onceKey } from './once.ts'
import { mayPass, pauseOf, persist } from './patience.ts'
import { backoff, pause } from './pause.ts'
import type { Ask, Options } from './request.ts'

/** A claim does not say how long its step may be silent: ten seconds at least. */
const BEAT_MS = 5000
/** How long an answer may take. */
const LIMIT_MS = 60_000
/** Characters of an error. */
const LONGEST_ERROR = 1000

const RUN = '/api/v2/run'
const JSON_BODY = { 'content-type': 'application/json' }

/** Claims steps, one after the other, and has a handler do them: cutroom.d.ts. `of` makes requests with a token. */
export async function workOn (
  request: Ask, of: (token: string) => Ask, { queues, signal }: WorkOptions, handler: StepHandler
): Promise<void> {
  const options = { body: { queues, wait: WAIT_S }, limitMs: (WAIT_S + LATEST_S) * 1000, ...signal && { signal } }
  const isOver = () => signal?.aborted === true
  for (let failures = 0; !isOver();) {
    try {
      const { data: { claim } } = await request('POST', '/api/v2/runs/claims', options)
      failures = 0
      if (claim !== null) await doStep(of(claim.token), handler)
    } catch (error) {
      if (isOver()) return
      if (!mayGoOn(error)) throw error
      await pause(pauseOf(error, ++failures), signal).catch(() => {})
    }
  }
}

/** Does a step, and reports its end. A step that cannot be reported is let go: the service hands it out anew. */
async function doStep (ask: Ask, handler: StepHandler): Promise<void> {
  const over = new AbortController()
  const ended = new AbortController()
  const { signal } = over
  let heardMs = Date.now()

  async function send (method: string, { headers, ...options }: Options) {
    const begun = Date.now()
    try {
      const { data } = await ask(method, RUN, { ...options, headers: { ...JSON_BODY, ...headers } })
      if (method === 'POST') heardMs = begun
      return data
    } catch (error) {
      if (isStepOver(error)) over.abort(error)
      throw error
    }
  }

  /** Throws if the step is over, or the service stays away: then the step is let go. */
  async function patiently (method: string, more: Options = {}) {
    try {
      return await persist(() => send(method, { ...more, limitMs: LIMIT_MS, signal }), { signal })
    } catch (error) {
      if (mayPass(error)) over.abort(error)
      throw error
    }
  }

  async function beat (): Promise<void> {
    for (let failures = 0; !signal.aborted;) {
      const wait = failures > 0 ? Math.min(backoff(failures), BEAT_MS) : Math.max(0, heardMs + BEAT_MS - Date.now())
      await pause(wait, ended.signal)
      if (failures === 0 && Date.now() < heardMs + BEAT_MS) continue
      await send('POST', { body: '{}', limitMs: BEAT_MS, signal: ended.signal })
        .then(() => { failures = 0 }, () => { failures++ })
    }
  }

  async function report ({ progress, message }: StepReport): Promise<void> {
    const body = JSON.stringify({ progress, message })
    // With a key, so that a lost answer writes no line twice.
    await patiently('POST', { body, headers: { 'Idempotency-Key': onceKey() } })
  }

  /** The report of the end. */
  async function handle (): Promise<string> {
    const { run, step, item }: Pick<ClaimedStep, 'run' | 'step' | 'item'> = await patiently('GET')
    const { result, operations } = await handler({ run, step, item, report, signal }) ?? {}
    return JSON.stringify({ status: 'completed', result, operations })
  }

  beat().catch(() => {})
  const end = await handle().catch((error: unknown) => failure(textOf(error))).finally(() => ended.abort())
  if (signal.aborted) return
  try {
    const { committed, results } = await patiently('POST', { body: end })
    if (!committed) await patiently('POST', { body: failure(textOfRefusal(results.at(-1).body)) })
  } catch (error) {
    const isRefused = error instanceof CutroomError && !mayPass(error) && !signal.aborted
    if (isRefused) await patiently('POST', { body: failure(textOf(error)) }).catch(() => {})
  }
}

/** The step has ended, or was handed out anew, or its run is gone. */
function isStepOver (error: unknown): boolean {
  if (!(error instanceof CutroomError)) return false
  return error.status === 401 || (error.status === 409 && error.text?.startsWith('Step is over') === true)
}

function failure (text: string): string {
  const characters = [...text]
  const half = LONGEST_ERROR / 2
  // Why something was refused is often said at the end.
  if (characters.length > LONGEST_ERROR) characters.splice(half - 1, characters.length - LONGEST_ERROR + 1, '…')
  const error = characters.join('')
  return JSON.stringify({ status: 'failed', ...error !== '' && { error } })
}

function textOf (error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** What an operation was answered: `error`, or the `errors` of an update. */
function textOfRefusal ({ error, errors }: { readonly error?: string, readonly errors?: object }): string {
  return error ?? Object.entries(errors ?? {}).map(([name, text]) => `${name}: ${text}`).join(', ')
}
