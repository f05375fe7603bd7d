import { pino } from 'pino'
import t from 'tap'
import { buildApp } from '#src/app.js'
import { openDatabase } from '#src/database/database.js'
import { createClient, createWorld, neverOverloaded } from '#test/helper/app.js'
import { addAsset } from '#test/helper/items.js'
import { eventually, startReceiver } from '#test/helper/receiver.js'
import { addWebhook } from '#test/helper/webhooks.js'

const WEBHOOKS = 12

t.test('Several processes share the webhooks of one database, and nothing is sent twice', async (t) => {
  const world = await createWorld(t, 'postgresql', { JOBS: 'on' })
  const { admin, app, url, config } = world
  const other = await buildApp({
    config,
    database: await openDatabase(url),
    logger: pino({ level: 'silent' }),
    overload: neverOverloaded
  })
  t.teardown(() => other.close())
  await other.ready()
  const clients = [admin, createClient(other, config.ADMIN_API_KEY!)]
  const receiver = await startReceiver(t)
  for (let number = 0; number < WEBHOOKS; number++) {
    await addWebhook(admin, { http_url: `${receiver.url}/${number}`, trigger_events: ['ASSET_ADDED'] })
  }

  const { prisma } = app.database.reads
  const isDelivered = async () =>
    (await prisma.webhookState.aggregate({ _sum: { firstTried: true } }))._sum.firstTried === BigInt(written * WEBHOOKS)
  const attemptsOf = async ({ metrics }: typeof app) =>
    Number(/^cutroom_webhook_attempts_total\{outcome="success"\} (\d+)$/m.exec(await metrics.render())?.[1] ?? 0)
  let written = 0
  await eventually('both have delivered something', async () => {
    // The process that gets an event takes the webhooks without an owner. Each client uses its own process.
    for (const client of clients) {
      await Promise.all(Array.from({ length: 5 }, () => addAsset(client)))
      written += 5
      await eventually('all is delivered', isDelivered)
      await eventually(
        'all is given back',
        async () => await prisma.webhookState.count({ where: { owner: { not: null } } }) === 0
      )
    }
    return await attemptsOf(app) > 0 && await attemptsOf(other) > 0
  })

  await Promise.all([...Array.from({ length: 5 }, () => addAsset(clients[1]!)),
    eventually('something of it is delivered', () => receiver.received.length > written * WEBHOOKS)])
  written += 5
  await other.close()
  await eventually('the process that stays delivers the rest', isDelivered)
  const seen = receiver.received.map(({ path, body }) => `${path} ${body.sequence}`)
  t.equal(seen.length, written * WEBHOOKS, 'nothing was sent twice')
  t.equal(new Set(seen).size, written * WEBHOOKS)
  t.equal(Math.max(...receiver.received.map(({ body }) => body.sequence)), written, 'no number was left out')
})
