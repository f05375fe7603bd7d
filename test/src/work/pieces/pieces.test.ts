import t from 'tap'
import { doPieces, doSteps, doJobs, type PieceOutcome } from '#src/work/pieces/pieces.js'
import { createSharedWork } from '#src/work/pieces/shared.js'

/** Pieces of a job with these outcomes, one after the other. */
function pieces (...outcomes: PieceOutcome[]) {
  return async () => outcomes.shift()!
}

t.test('A job is done to its end, and waits while another process does a piece of it', async (t) => {
  let count = 0
  t.equal(await doPieces(pieces('more', 'taken', 'more', 'done'), { onPiece: () => { count++ } }), true)
  t.equal(count, 4)
})

t.test('A job stops between two pieces when it is aborted', async (t) => {
  const stopping = new AbortController()
  t.equal(await doPieces(pieces('more', 'more'), { signal: stopping.signal, onPiece: () => stopping.abort() }), false)
})

t.test('All jobs that are found are done and settled, except those that another process is doing', async (t) => {
  const left = new Set(['a', 'b', 'c', 'd', 'e'])
  const settled: string[] = []
  await doJobs<string>({
    find: () => [...left].slice(0, 2),
    prepare: (name) => name === 'a' ? pieces('taken') : pieces('more', 'done'),
    settle: (name) => {
      settled.push(name)
      left.delete(name)
    }
  }, {})
  t.strictSame(settled, ['b', 'c', 'd', 'e'])
})

t.test('A transaction does steps until its time is up, and at least one', async (t) => {
  let steps = 0
  const step = async (): Promise<PieceOutcome> => ++steps === 3 ? 'done' : 'more'
  t.equal(await doSteps(0, step), 'more')
  t.equal(steps, 1)
  t.equal(await doSteps(60_000, step), 'done')
  t.equal(steps, 3)
})

t.test('Callers that wait for the same job share it, and a stop rejects all of them', async (t) => {
  let begun = 0
  let stopped = false
  const jobs = createSharedWork<{ id: number }, number>({
    find: async () => [{ id: 1 }, { id: 2 }],
    idOf: ({ id }) => id,
    prepare: ({ id }) => {
      begun++
      return async () => id === 2 && !stopped ? 'more' : 'done'
    }
  })
  const endless = [jobs.finish({ id: 2 }), jobs.finish({ id: 2 })]
  await jobs.run(new AbortController().signal, () => {})
  t.equal(begun, 2, 'a run does not begin a job that is under way')
  jobs.stop()
  for (const one of endless) await t.rejects(one, { message: 'Service is overloaded' })
  stopped = true
})
