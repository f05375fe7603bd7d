import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { createSingleFlight, createSingleFlights } from '#src/work/turns/single-flight.js'

function open () {
  const ends: Array<() => void> = []
  const flight = createSingleFlight(() => {
    const number = ends.length + 1
    return new Promise<number>((resolve) => { ends.push(() => resolve(number)) })
  })
  return { flight, ends }
}

t.test('A caller that joins shares the run that has begun', async (t) => {
  const { flight, ends } = open()
  const both = Promise.all([flight.join(), flight.join()])
  ends[0]!()
  t.strictSame(await both, [1, 1])
  t.notOk(flight.isUnderWay())
})

t.test('A caller that must see the present state shares the next run', async (t) => {
  const { flight, ends } = open()
  const first = flight.after()
  const later = Promise.all([flight.after(), flight.after()])
  ends[0]!()
  t.equal(await first, 1)
  await turn()
  t.equal(ends.length, 2)
  ends[1]!()
  t.strictSame(await later, [2, 2])
})

t.test('A run that fails rejects all callers that share it, and the next run succeeds', async (t) => {
  let isBroken = true
  const flight = createSingleFlight(async () => {
    if (isBroken) throw new Error('broken')
    return 'flown'
  })
  const broken = [flight.join(), flight.join()]
  isBroken = false
  const next = flight.after()
  for (const one of broken) await t.rejects(one, { message: 'broken' })
  t.equal(await next, 'flown')
  await flight.ended()
})

t.test('A job runs only once at a time for each key', async (t) => {
  const flights = createSingleFlights<string>()
  let count = 0
  const work = async () => { count++ }
  await Promise.all([flights.join('a', work), flights.join('a', work), flights.join('b', work)])
  t.equal(count, 2)
  await flights.join('a', work)
  t.equal(count, 3)
  t.notOk(flights.isUnderWay('a'))
})
