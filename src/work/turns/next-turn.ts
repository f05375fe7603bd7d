import { createGate, type PassOptions } from './gate.js'

/** Each waiting piece of work gets a turn of the event loop of its own. */
const gate = createGate({ atOnce: 1, mostOfOne: Infinity, isPaced: true })

/**
 * Waits for a turn of the event loop, before a piece of work that keeps it for some milliseconds: the users take turns,
 * and whatever else has come in is seen to between two of them.
 */
export function nextTurn (userId: number, options?: PassOptions): Promise<void> {
  return gate.pass(userId, nothing, options)
}

async function nothing (): Promise<void> {}
