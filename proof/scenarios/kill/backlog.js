import { setTimeout as delay } from 'node:timers/promises'
import { succeed } from '#proof/harness/api.js'
import { checkNumbers } from '#proof/harness/checks.js'
import { closeLater } from '#proof/harness/closing.js'
import { fillQueues, writeModel } from '#proof/harness/fill.js'
import { startReceiver } from '#proof/harness/receiver.js'
import { startService } from '#proof/harness/service.js'
import { eventually } from '#proof/harness/waiting.js'
import { addWebhook, untilDelivered } from '#proof/harness/webhooks.js'
import { firstAnswer } from './first-answer.js'

const WEBHOOKS = 4
const PATIENCE_MS = 15 * 60_000

/**
 * Kills the service while very many deliveries are pending. Measures how soon it continues, and whether each delivery
 * arrives.
 * @param {import('../../context.js').Context} context
 * @param {{ pending: number, rounds: number }} extent
 * @returns {Promise<import('../../scenarios.js').Row[]>}
 */
export async function run ({ createDatabase, folder, random, say }, { pending, rounds }) {
  const database = await createDatabase()
  const start = () => startService({ databaseUrl: database.url, folder })
  /**
   * The received sequence numbers of each webhook. @type {Map<number, Set<number>>}
   */
  const seen = new Map()
  let latestAt = 0
  let came = 0
  const receiver = await startReceiver(({ body, at }, response) => {
    latestAt = at
    came++
    seen.get(body.webhook_id)?.add(body.sequence)
    response.end('ok')
  }, { keep: false })
  closeLater(receiver.close)
  let service = await start()
  for (let made = 1; made <= WEBHOOKS; made++) {
    const { id } = await addWebhook(service.url, `hook ${made}`, receiver.url)
    seen.set(id, new Set())
  }
  await writeModel(service)
  await untilDelivered(service.url)
  const setDisabled = async (disabled) => {
    for (const id of seen.keys()) await succeed(service.url, 'POST', `admin/webhooks/${id}`, { disabled })
  }
  await setDisabled(true)
  await fillQueues(database, Math.ceil(pending / WEBHOOKS))
  await setDisabled(false)

  const answerMs = []
  const deliveryMs = []
  for (let round = 0; round < rounds; round++) {
    const enough = came + random.below(pending / rounds / 2)
    await eventually('some are delivered', () => came >= enough, PATIENCE_MS)
    await service.stop('SIGKILL')
    // Deliveries under way at the kill have arrived by now.
    await delay(200)
    const isPending = await countPending(database) > 0
    service = await start()
    answerMs.push(await firstAnswer(service))
    if (!isPending) break
    await eventually('the first delivery', () => latestAt > service.startedAt, PATIENCE_MS)
    deliveryMs.push(latestAt - service.startedAt)
    say(`round ${round + 1}: ${await countPending(database)} pending`)
  }
  await untilDelivered(service.url, PATIENCE_MS)
  const states = await database.query('SELECT webhook_id, last_sequence FROM webhook_states')
  const broken = states.flatMap(({ webhook_id: id, last_sequence: last }) => {
    const numbers = [...seen.get(Number(id)) ?? []]
    const wrong = checkNumbers(numbers)
    if (numbers.length !== Number(last)) wrong.push(`${Number(last) - numbers.length} of ${last} events have not come`)
    return wrong.map((what) => `webhook ${id}: ${what}`)
  })
  await service.stop()
  return [{
    what: `kill -9 with ${pending.toLocaleString('en-US')} deliveries pending`,
    times: answerMs.length,
    lost: broken.length,
    broken,
    answerMs,
    deliveryMs
  }]
}

async function countPending (database) {
  const [{ count }] = await database.query('SELECT count(*) AS count FROM webhook_queue')
  return Number(count)
}
