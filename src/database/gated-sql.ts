import type { Party } from '../work/turns/fair-queue.js'
import type { Gate } from '../work/turns/gate.js'
import type { Sql } from './sql.js'

/** The statements of a party. Each waits for its turn at the gate. */
export function sqlThroughGate ({ dialect, all, first, run }: Sql, gate: Gate, party: Party, gone?: AbortSignal): Sql {
  return {
    dialect,
    all: (statement, parameters) => gate.pass(party, async () => all(statement, parameters), { gone }),
    first: (statement, parameters) => gate.pass(party, async () => first(statement, parameters), { gone }),
    run: (statement, parameters) => gate.pass(party, async () => run(statement, parameters), { gone })
  }
}
