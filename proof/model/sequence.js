import { answer, emptyState } from './contract.js'
import { difference } from './difference.js'
import { expected, shown } from './looks.js'
import { begin } from './service.js'

/** A service contradicts the contract, or two services differ. */
export class Difference extends Error {
  name = 'Difference'
}

/**
 * Does the same commands on each database and on the model. Throws Difference at the first answer that differs from the
 * model's, or between two databases.
 * @param {import('./service.js').Address[]} addresses
 * @param {import('./contract.js').Command[]} commands
 * @param {string} prefix
 */
export async function runSequence (addresses, commands, prefix) {
  const state = emptyState()
  const wanted = commands.map((command) => structuredClone(answer(state, command)))
  const made = namesIn(commands)
  const all = await Promise.all(addresses.map(async (address) => {
    const session = await begin(address, prefix)
    const answers = await follow(session, address.label, commands, wanted)
    compare(address.label, 'at the end', expected(state, made), await shown(session, made))
    await compareChanges(address.label, session, state)
    return answers
  }))
  for (const [index, command] of commands.entries()) {
    const [first, ...others] = all.map((answers) => answers[index])
    for (const other of others) compare('the databases differ', describe(command, index), first, other)
  }
}

/** Does commands one after the other, and compares each answer. */
export async function follow (session, label, commands, wanted) {
  const answers = []
  for (const [index, command] of commands.entries()) {
    const actual = await session.perform(command)
    compare(label, describe(command, index), wanted[index], actual)
    answers.push(actual)
  }
  return answers
}

/** Compares the changes with the history, in its order. Entries of one request have no order among themselves. */
async function compareChanges (label, session, state) {
  const wanted = state.history.map(sorted)
  const actual = await session.changes()
  const rest = [...actual]
  const cut = wanted.map(({ length }) => sorted(rest.splice(0, length)))
  compare(label, 'the changes', [...wanted, []], [...cut, rest])
}

export function compare (label, when, wanted, actual) {
  const found = difference(wanted, actual)
  if (found !== null) throw new Difference(`${label}, ${when}: ${found}`)
}

/** The names of everything that commands make. */
export function namesIn (commands) {
  const names = commands.flatMap(({ as, commands = [] }) => as === undefined ? namesIn(commands) : [as])
  return [...new Set(names)]
}

export function sorted (entries) {
  const key = ({ event, user_id: user, targets }) => [event, user, ...Object.values(targets).sort()].join(' ')
  return [...entries].sort((a, b) => key(a) < key(b) ? -1 : 1)
}

function describe (command, index) {
  return `command ${index + 1} (${JSON.stringify(command)})`
}
