import { items } from './items.js'
import { Refusal } from './tree.js'
import { values } from './values.js'

/**
 * The contract of assets and projects, as a program without a database. A command is a request with names in place of
 * ids, and its answer has names too. Nothing here was copied from the service.
 *
 * @typedef {{ do: string, by: string, key?: string, [name: string]: any }} Command `key` is an Idempotency-Key
 * @typedef {{ status: number, body: any }} Answer
 * @typedef {{ event: string, severity: number, targets: Record<string, unknown>, user_id: string,
 *   fields: string[] | null }} Entry `fields` are those that an edit of an item has changed
 * @typedef {object} State everything that a run has made
 * @property {Record<string, any>} items
 * @property {Entry[][]} history the oldest first; each list was written by one request
 * @property {Record<string, { root: string, by: string }>} cohorts
 * @property {Record<string, Answer>} kept answers, by the Idempotency-Key
 */

/** @returns {State} */
export function emptyState () {
  return { items: {}, history: [], cohorts: {}, kept: {} }
}

const operations = { ...items, ...values, bulk }

/**
 * Does a command, and returns the answer that the service must give.
 * @param {State} state
 * @param {Command} command
 * @returns {Answer}
 */
export function answer (state, command) {
  const { key } = command
  if (key === undefined) return perform(state, command)
  const known = state.kept[key] ?? perform(state, command)
  // A refused request has changed nothing, and may be tried again.
  if (!hasFailed(known)) state.kept[key] = known
  return known
}

function perform (state, command) {
  /** @type {Entry[]} */
  const entries = []
  const record = (event, targets, severity = 1, fields = null) =>
    entries.push({ event, severity, targets, user_id: command.by, fields })
  try {
    const body = operations[command.do](state, command, record)
    if (entries.length > 0) state.history.push(entries)
    return { status: 200, body }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { status: error.status, body: { error: error.message } }
  }
}

/** A bulk. If it is atomic, all of its commands are done or none. */
function bulk (state, { commands, atomic, dry_run: isDryRun = false }) {
  const before = structuredClone(state)
  const results = []
  for (const command of commands) {
    const result = answer(state, command)
    results.push(result)
    if (atomic && hasFailed(result)) break
  }
  const failed = results.filter(hasFailed).length
  const committed = !isDryRun && !(atomic && failed > 0)
  if (!committed) Object.assign(state, before)
  return { results, failed, committed }
}

/** @param {Answer} answer */
function hasFailed ({ status, body }) {
  return status >= 400 || body.error !== undefined || Object.keys(body.errors ?? {}).length > 0
}
