import { performance } from 'node:perf_hooks'
import { answer, emptyState } from './contract.js'
import { difference } from './difference.js'
import { expected, historyOf, shown } from './looks.js'
import { Difference, follow, namesIn, sorted } from './sequence.js'
import { begin } from './service.js'

const MOST_STEPS = 100_000

/** There are too many orders to try them all. */
export class Undecided extends Error {}

/**
 * Concurrent callers. Their answers, and the final state, must be as if their requests had been done one after the
 * other, in some order. A request that was answered before another was sent comes first in it.
 *
 * @typedef {object} Done a finished request of a caller
 * @property {import('./contract.js').Command} command
 * @property {import('./contract.js').Answer} answer
 * @property {number} from when it was sent
 * @property {number} to when it was answered
 */

/**
 * Does the first commands one after the other, and then those of all callers at once. Throws Difference if no order
 * explains the result.
 * @param {import('./service.js').Address[]} addresses
 * @param {{ first: import('./contract.js').Command[], callers: import('./contract.js').Command[][] }} commands
 * @param {string} prefix
 */
export async function runAtOnce (addresses, { first, callers }, prefix) {
  const state = emptyState()
  const wanted = first.map((command) => structuredClone(answer(state, command)))
  const made = namesIn([...first, ...callers.flat()])
  await Promise.all(addresses.map(async (address) => {
    const session = await begin(address, prefix)
    await follow(session, address.label, first, wanted)
    const lines = await Promise.all(callers.map((commands, caller) => perform(session, commands, caller)))
    const looks = await shown(session, made)
    explain(state, lines, { looks, changes: sorted(await session.changes()), made }, address.label)
  }))
}

/** @returns {Promise<Done[]>} */
async function perform (session, commands, caller) {
  const done = []
  for (const command of commands) {
    const from = performance.now()
    const answer = await session.perform(command, caller)
    done.push({ command, answer, from, to: performance.now() })
  }
  return done
}

/**
 * Searches for an order of all requests that explains every answer, the final state, and the changes. Throws Difference
 * if there is none.
 * @param {import('./contract.js').State} beginning
 * @param {Done[][]} lines
 */
function explain (beginning, lines, { looks, changes, made }, label) {
  const best = { count: -1, why: '' }
  let steps = 0

  const reach = (count, why) => {
    if (count > best.count) Object.assign(best, { count, why })
    return null
  }

  /** @returns {import('./contract.js').State | null} */
  function search (state, rest, count) {
    const heads = rest.flatMap((line) => line.slice(0, 1))
    if (heads.length === 0) {
      const found = difference(expected(state, made), looks) ??
        difference(sorted(state.history.flat()), changes, 'the changes')
      return found === null ? state : reach(count, `at the end, ${found}`)
    }
    const firstAnswer = Math.min(...heads.map(({ to }) => to))
    for (const done of heads.filter(({ from }) => from <= firstAnswer)) {
      if (++steps > MOST_STEPS) throw new Undecided()
      const next = structuredClone(state)
      const found = difference(answer(next, done.command), done.answer) ?? unlikeHistory(next, looks)
      if (found !== null) {
        reach(count, `${JSON.stringify(done.command)}: ${found}`)
        continue
      }
      const end = search(next, rest.map((line) => line[0] === done ? line.slice(1) : line), count + 1)
      if (end !== null) return end
    }
    return null
  }

  if (search(beginning, lines, 0) !== null) return
  throw new Difference([
    `${label}, no order explains what ${lines.length} callers were told; the longest one has ${best.count} of ${
      lines.flat().length} requests, and then ${best.why}`,
    ...tell(lines.flat())
  ].join('\n'))
}

/** @param {Done[]} done */
function tell (done) {
  const first = Math.min(...done.map(({ from }) => from))
  const after = (moment) => (moment - first).toFixed(1)
  return done.sort((a, b) => a.from - b.from).map(({ command, answer, from, to }) =>
    `  ${after(from)} to ${after(to)} ms: ${JSON.stringify(command)} was answered ${JSON.stringify(answer).slice(0, 300)}`)
}

/** Why an order cannot be right: the history of an item begins differently. */
function unlikeHistory (state, looks) {
  for (const [name, { kind }] of Object.entries(state.items)) {
    const shown = looks[`${name}: history`].history?.toReversed()
    const found = shown && difference(historyOf(state, kind, name), shown.slice(0, historyOf(state, kind, name).length))
    if (found) return `the history of ${name}, ${found}`
  }
  return null
}
