import type { Transaction } from '../core/transact.js'
import { NotPossibleInRun } from '../errors.js'
import { LARGEST_BULK, measure } from './body.js'
import { createOperations, Undone, type Operation, type OperationRules, type OperationsDependencies } from './operations.js'
import { Results } from './results.js'

/** Operations of a run: a bulk within the transaction of somebody else. */
export function createRunOperations (dependencies: Omit<OperationsDependencies, 'NotPossible'>) {
  const { prepare, holdTree, doAll } = createOperations({ ...dependencies, NotPossible: NotPossibleInRun })
  return {
    /** To be called before the transaction. */
    prepare,
    /** To be called first in it. */
    holdTree,

    /** Does all operations or none. Returns the answer to them, as JSON. */
    async perform (
      tx: Transaction, operations: readonly Operation[], rules: OperationRules
    ): Promise<{ readonly isDone: boolean, readonly answer: string }> {
      const results = new Results(LARGEST_BULK - measure(operations).bytes)
      try {
        await tx.savepoint((part) => doAll(part, operations, results, rules))
        return { isDone: true, answer: results.answer(true) }
      } catch (error) {
        if (!(error instanceof Undone)) throw error
        return { isDone: false, answer: error.answer }
      }
    }
  }
}

export type RunOperations = ReturnType<typeof createRunOperations>
