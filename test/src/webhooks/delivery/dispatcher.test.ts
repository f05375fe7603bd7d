import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { createDispatcher } from '#src/webhooks/delivery/dispatcher.js'
import { party } from '#test/helper/parties.js'

/** A lane with this many deliveries to start. None of them ends until `end` is called. */
function createStartable (name: string, waiting: number, log: string[] = [], account = 1) {
  let underway = 0
  return {
    party: party(account),
    underway: () => underway,
    startOne: () => {
      if (waiting === 0) return false
      waiting--
      underway++
      log.push(name)
      return true
    },
    end: () => { underway-- }
  }
}

async function turns (count: number) {
  for (let turned = 0; turned < count; turned++) await turn()
}

t.test('webhooks take turns, however many deliveries one of them has', async (t) => {
  const log: string[] = []
  const dispatcher = createDispatcher({ isHeldUp: () => false })
  dispatcher.request(createStartable('much', 6, log))
  dispatcher.request(createStartable('little', 2, log))
  await turns(10)
  t.strictSame(log, ['much', 'little', 'much', 'little', 'much', 'much', 'much', 'much'])
})

t.test('at most eight deliveries start in one turn of the event loop', async (t) => {
  const log: string[] = []
  const dispatcher = createDispatcher({ isHeldUp: () => false })
  dispatcher.request(createStartable('much', 100, log))
  await turn()
  t.ok(log.length > 0 && log.length <= 8, `${log.length} started`)
})

t.test('receivers that hang, however many, leave room for a webhook that has no delivery under way', async (t) => {
  const dispatcher = createDispatcher({ isHeldUp: () => false })
  const hanging = Array.from({ length: 300 }, (_, index) => createStartable(`hanging ${index}`, 1000))
  for (const each of hanging) dispatcher.request(each)
  await turns(1000)
  const held = hanging.reduce((sum, each) => sum + each.underway(), 0)
  t.ok(hanging.every((each) => each.underway() >= 1))
  const log: string[] = []
  dispatcher.request(createStartable('healthy', 1, log))
  await turns(5)
  t.strictSame(log, ['healthy'], `while ${held} hang`)
})

t.test('a webhook for which there was no room starts when there is room', async (t) => {
  const dispatcher = createDispatcher({ isHeldUp: () => false })
  const crowd = Array.from({ length: 1000 }, (_, index) => createStartable(`${index}`, 1))
  for (const each of crowd) dispatcher.request(each)
  await turns(500)
  const log: string[] = []
  dispatcher.request(createStartable('late', 1, log))
  await turns(5)
  t.strictSame(log, [])
  const ending = crowd.find((each) => each.underway() > 0)!
  ending.end()
  dispatcher.ended(ending.party)
  for (let index = 0; index < 500; index++) {
    dispatcher.ended(ending.party)
    await turns(1)
  }
  await turns(5)
  t.strictSame(log, ['late'])
})

t.test('nothing starts while unrecorded results of earlier attempts have piled up', async (t) => {
  let heldUp = true
  const log: string[] = []
  const dispatcher = createDispatcher({ isHeldUp: () => heldUp })
  dispatcher.request(createStartable('one', 1, log))
  await turns(5)
  t.strictSame(log, [])
  heldUp = false
  dispatcher.resume()
  await turns(5)
  t.strictSame(log, ['one'])
})

t.test('Accounts take turns before their webhooks do', async (t) => {
  const log: string[] = []
  const dispatcher = createDispatcher({ isHeldUp: () => false })
  for (const name of ['a1', 'a2', 'a3', 'a4']) dispatcher.request(createStartable(name, 1, log, 1))
  dispatcher.request(createStartable('b', 2, log, 2))
  await turns(10)
  t.strictSame(log, ['a1', 'b', 'a2', 'b', 'a3', 'a4'])
})

t.test('Sixty accounts with a hundred webhooks each, whose receivers all hang, leave room for another account', async (t) => {
  const dispatcher = createDispatcher({ isHeldUp: () => false })
  const all = []
  for (let account = 1; account <= 60; account++) {
    const hanging = Array.from({ length: 100 }, (_, index) => createStartable(`${account} ${index}`, 100, [], account))
    for (const each of hanging) dispatcher.request(each)
    all.push(...hanging)
    await turns(200)
  }
  const held = all.reduce((sum, each) => sum + each.underway(), 0)
  const log: string[] = []
  dispatcher.request(createStartable('healthy', 2, log, 61))
  await turns(5)
  t.strictSame(log, ['healthy', 'healthy'], `while ${held} hang`)
  t.ok(held < 1500, `${held} are bounded`)
})
