import { onBothDatabases } from '#test/helper/app.js'
import { addAsset } from '#test/helper/items.js'
import { eventually, startReceiver } from '#test/helper/receiver.js'
import { addWebhook } from '#test/helper/webhooks.js'

onBothDatabases('The webhooks of a process that was killed after the clock was set back are taken over all the same', async (t, { app, admin, adminCaller }) => {
  const receiver = await startReceiver(t)
  const { id } = await addWebhook(admin, { http_url: receiver.url, trigger_events: ['ASSET_ADDED'] })
  await app.transact(adminCaller, async (tx) => {
    await tx.prisma.webhookWorker.create({ data: { id: 'dead', aliveUntil: new Date(Date.now() + 60 * 60 * 1000) } })
    await tx.prisma.webhookState.updateMany({ where: { webhookId: id }, data: { owner: 'dead' } })
  })
  await addAsset(admin)
  await eventually('it is delivered', () => receiver.received.length === 1)
}, { JOBS: 'on' })
