import { items } from './items.js'
import { Refusal } from './tree.js'
import { values } from './values.js'

/**
 * What the contract says of assets and projects, as a program without a database. A command is a request with names in
 * the place of ids; its answer has them too. Nothing here was taken from the service.
 *
 * @typedef {{ do: string, by: string, [name: string]: any }} Command
 * @typedef {{ status: number, body: any }} Answer
 * @typedef {{ event: string, severity: number, targets: Record<string, unknown>, user_id: string }} Entry
 * @typedef {{ items: Record<string, any>, history: Entry[][], cohorts: Record<string, { root: string, by: string }> }}
 * State everything that a run has made; entries that were written together stand together, the oldest first
 */

/** @returns {State} */
export function emptyState () {
  return { items: {}, history: [], cohorts: {} }
}

const operations = { ...items, ...values, bulk, again }

/**
 * Does a command, and says what the service has to answer.
 * @param {State} state
 * @param {Command} command
 * @returns {Answer}
 */
export function answer (state, command) {
  /** @type {Entry[]} */
  const entries = []
  const record = (event, targets, severity = 1) => entries.push({ event, severity, targets, user_id: command.by })
  try {
    const body = operations[command.do](state, command, record)
    if (entries.length > 0) state.history.push(entries)
    return { status: 200, body }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { status: error.status, body: { error: error.message } }
  }
}

/** Many commands in one request: of an atomic one, all of them or none. */
function bulk (state, { commands, atomic, dry_run: isDryRun = false }) {
  const before = structuredClone(state)
  const results = []
  for (const command of commands) {
    results.push(answer(state, command))
    if (atomic && hasFailed(results.at(-1))) break
  }
  const failed = results.filter(hasFailed).length
  const committed = !isDryRun && !(atomic && failed > 0)
  if (!committed) Object.assign(state, before)
  return { results, failed, committed }
}

/** The same request twice, with one Idempotency-Key: the second is told what came of the first. */
function again (state, { command }) {
  const first = answer(state, command)
  return { first, second: first }
}

/** @param {Answer | undefined} answer */
function hasFailed (answer) {
  const { status, body } = answer ?? { status: 0, body: {} }
  return status >= 400 || body.error !== undefined || Object.keys(body.errors ?? {}).length > 0
}
