import type { Party } from './fair-queue.js'
import { createGate, type PassOptions } from './gate.js'

/** Each waiting piece of work gets a turn of the event loop of its own. */
const gate = createGate({ atOnce: 1, mostOfOne: Infinity, isPaced: true })

/**
 * Waits for a turn of the event loop, before a piece of work that blocks it for some milliseconds. The accounts and
 * their users take turns, and other events are handled in between.
 */
export function nextTurn (party: Party, options?: PassOptions): Promise<void> {
  return gate.pass(party, nothing, options)
}

async function nothing (): Promise<void> {}
