import type { Party } from './fair-queue.js'
import { createGate, type PassOptions } from './gate.js'

/** Turns of the event loop: each waiting piece of work gets one of its own. Accounts and their users take turns. */
export function createTurns () {
  const gate = createGate({ atOnce: 1, mostOfOne: Infinity, isPaced: true })
  return (party: Party, options?: PassOptions): Promise<void> => gate.pass(party, nothing, options)
}

async function nothing (): Promise<void> {}

/**
 * Waits for a turn of the event loop, before a piece of work that blocks it for some milliseconds. The accounts and
 * their users take turns, and other events are handled in between.
 */
export const nextTurn = createTurns()
