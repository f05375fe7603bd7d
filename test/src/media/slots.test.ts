import type { ServerResponse } from 'node:http'
import t, { type Test } from 'tap'
import { createIngestSlots } from '#src/media/ingest/slots.js'
import { addAsset } from '../../helper/items.js'
import { startSender } from '../../helper/media/sender.js'
import { attach, readUntil, mediaOf, onBothWithMedia, onOneWithMedia, settledMedia } from '../../helper/media/world.js'
import { party } from '#test/helper/parties.js'

const KIBIBYTE = 1024
const JUDGE_EVERY_MS = 20

/** Sends a byte a second, and never ends. */
async function startSlowSender (t: Test) {
  return startSender(t, (_request, response: ServerResponse) => {
    response.writeHead(200, { 'content-length': 1_000_000, etag: '"1"' })
    const timer = setInterval(() => response.write('x'), 1000)
    response.write('x')
    response.on('close', () => clearInterval(timer))
  })
}

onOneWithMedia('A small file comes in while 40 senders send a byte a second, for the same user and for another', async (t, world) => {
  const slow = await startSlowSender(t)
  const quick = await startSender(t, (_request, response) => {
    response.end('ten bytes!')
  })
  for (let number = 0; number < 40; number++) {
    await attach(world.admin, (await addAsset(world.admin)).id, `${slow.url}/${number}`)
  }
  const stranger = await world.addStranger()
  for (const client of [stranger.client, world.admin]) {
    const { id } = await addAsset(client)
    await attach(client, id, quick.url)
    t.match(await settledMedia(client, id), [{ status: 'ready', size: 10 }])
  }
  t.ok(slow.requests.length <= 40, 'no slow file was requested again')
  t.equal(await world.app.database.reads.prisma.mediaFile.count({ where: { status: 'failed' } }), 0)
}, { MEDIA_TIMEOUT: '3600', MEDIA_PARALLEL: '4' }, { patience: { slowFileMs: 200 } })

onBothWithMedia('A user does not wait for all files of another user', async (t, world) => {
  const order: string[] = []
  const answers: Array<() => void> = []
  const sender = await startSender(t, (request, response) => {
    order.push(request.url!)
    answers.push(() => response.end('done'))
  })
  const many = await Promise.all(Array.from({ length: 5 }, async () => (await addAsset(world.admin)).id as string))
  const stranger = await world.addStranger()
  const { id } = await addAsset(stranger.client)
  for (const [index, id] of many.entries()) await attach(world.admin, id, `${sender.url}/many/${index}`)
  await attach(stranger.client, id, `${sender.url}/one`)
  for (let served = 0; served < 6; served++) {
    await readUntil(() => answers.length, (count) => count > served)
    answers[served]!()
  }
  for (const asset of many) t.match(await settledMedia(world.admin, asset), [{ status: 'ready' }])
  t.match(await mediaOf(stranger.client, id), [{ status: 'ready' }])
  t.equal(order.indexOf('/one'), 1, 'the stranger is next, although four have waited for longer')
}, { MEDIA_PARALLEL: '1' })

t.test('With more slow files than slots, the oldest file of the user with the most is put behind those that wait', async (t) => {
  const yielded: string[] = []
  let freed = 0
  const slots = createIngestSlots({
    parallel: 1,
    slowSlots: 2,
    judgeEveryMs: 5,
    silentMs: 10,
    isAnyWaiting: async () => true,
    onFree: () => {
      freed++
    }
  })
  const enter = (userId: number, name: string) =>
    slots.enter(party(1, userId), () => {
      yielded.push(name)
    })
  const held = []
  for (const [userId, name] of [[2, 'first'], [1, 'second'], [1, 'third']] as const) {
    held.push(enter(userId, name))
    await readUntil(() => slots.roomOf(1), (room) => room === 1)
  }
  t.same(yielded, ['second'])
  t.equal(freed, 3)
  t.same(slots.underWay(), [party(1, 2), party(1, 1)])
  for (const slot of held) slot.leave()
})

t.test('A file that arrives fast enough keeps its slot, and so does one that has arrived completely', async (t) => {
  const slots = createIngestSlots({
    parallel: 2,
    judgeEveryMs: JUDGE_EVERY_MS,
    isAnyWaiting: async () => true,
    onFree: () => t.fail('no slot was freed')
  })
  const fast = slots.enter(party(1), () => t.fail())
  const whole = slots.enter(party(1), () => t.fail())
  whole.arrived(Infinity)
  let bytes = 0
  // Timers of one duration take turns: something arrives before each judgement.
  const sending = setInterval(() => fast.arrived(bytes += 64 * KIBIBYTE), JUDGE_EVERY_MS)
  await readUntil(() => bytes, (sent) => sent > 640 * KIBIBYTE)
  t.equal(slots.roomOf(1), 0)
  clearInterval(sending)
  fast.leave()
  whole.leave()
  t.equal(slots.roomOf(1), 2)
})

t.test('A slow file keeps its slot while no other file waits', async (t) => {
  let asked = 0
  const slots = createIngestSlots({
    parallel: 1,
    judgeEveryMs: 5,
    silentMs: 10,
    isAnyWaiting: async () => {
      asked++
      return false
    },
    onFree: () => t.fail()
  })
  const slot = slots.enter(party(1), () => t.fail())
  await readUntil(() => asked, (times) => times > 3)
  t.equal(slots.roomOf(1), 0)
  slot.leave()
})

t.test('With more slow files than slots, a file of the account with the most is put behind, whichever user has it', async (t) => {
  const yielded: string[] = []
  const slots = createIngestSlots({
    parallel: 1, slowSlots: 3, judgeEveryMs: 5, silentMs: 10, isAnyWaiting: async () => true, onFree: () => {}
  })
  const held = []
  for (const [who, name] of [[party(2), 'another'], [party(1, 1), 'a'], [party(1, 2), 'b'], [party(1, 3), 'c']] as const) {
    held.push(slots.enter(who, () => { yielded.push(name) }))
    await readUntil(() => slots.roomOf(who.accountId), (room) => room === 1)
  }
  t.same(yielded, ['a'])
  for (const slot of held) slot.leave()
})

onOneWithMedia('Another account does not wait, however many users of one account attach files of silent senders', async (t, world) => {
  const silent = await startSender(t, () => {})
  const quick = await startSender(t, (_request, response) => {
    response.end('ten bytes!')
  })
  for (let count = 0; count < 10; count++) {
    const { client } = await world.addUser({ email: `silent${count}@example.org`, admin: true })
    await attach(client, (await addAsset(client)).id, `${silent.url}/${count}`)
  }
  await readUntil(() => silent.requests.length, (count) => count === 2)
  const { client } = await world.addStranger()
  const { id } = await addAsset(client)
  await attach(client, id, quick.url)
  t.match(await settledMedia(client, id), [{ status: 'ready', size: 10 }])
  t.equal(silent.requests.length, 2, 'as many as one account may have')
}, { MEDIA_TIMEOUT: '3600', MEDIA_PARALLEL: '2' }, { patience: { slowFileMs: 600_000 } })
