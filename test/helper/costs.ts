/** What the worlds of tests cost: how often something was made, and how long it took in all. */
export type Kind = 'apps' | 'first administrators' | 'SQLite databases' | 'PostgreSQL databases' | 'browsers' | 'services'

const costs: Partial<Record<Kind, { count: number, ms: number }>> = {}

/** Does some work, and notes its cost. */
export async function costing<Result> (kind: Kind, work: () => Promise<Result>): Promise<Result> {
  const begun = performance.now()
  try {
    return await work()
  } finally {
    const cost = costs[kind] ??= { count: 0, ms: 0 }
    cost.count++
    cost.ms += performance.now() - begun
  }
}

/** The costs of this process until now. */
export const costsOfProcess = () => costs
