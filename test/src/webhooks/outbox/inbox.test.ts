import pg from 'pg'
import t from 'tap'
import { systemCaller } from '#src/core/caller.js'
import { numberInbox } from '#src/webhooks/outbox/numbering.js'
import { createWorld } from '#test/helper/app.js'
import { addAsset } from '#test/helper/items.js'
import { addWebhook, readWebhook } from '#test/helper/webhooks.js'

t.test('Accounts take turns: a delivery waits for one round of numbering, however many another account has queued', async (t) => {
  const { app, url, admin, adminCaller, addStranger } = await createWorld(t, 'postgresql')
  const client = new pg.Client(url)
  await client.connect()
  t.teardown(() => client.end())
  const many = await addWebhook(admin)
  await client.query(`
    INSERT INTO webhook_inbox (account_id, position, event_id, webhook_id)
    SELECT $1, nextval('webhook_inbox_positions'), 'event-' || lpad(step::text, 5, '0'), $2
    FROM generate_series(1, 5000) AS waiting (step)`, [adminCaller.accountId, many.id])
  const { client: stranger } = await addStranger()
  const one = await addWebhook(stranger)
  for (let count = 0; count < 3; count++) await addAsset(stranger)

  const queued = async (webhookId: number) =>
    (await client.query<{ event_id: string }>('SELECT event_id FROM webhook_queue WHERE webhook_id = $1 ORDER BY sequence',
      [webhookId])).rows.map((row) => row.event_id)
  const round = () => app.transact(systemCaller(), (tx) => numberInbox(tx))
  t.equal(await round(), true, 'there is more')
  t.equal((await queued(one.id)).length, 3)
  t.ok((await queued(many.id)).length >= 500, 'the other account has its half')
  t.match(await readWebhook(admin, many.id), { queue_length: 5000 }, 'deliveries without a number count')
  while (await round());
  const events = await queued(many.id)
  t.strictSame(events, [...events].sort(), 'in their order')
  t.equal(events.length, 5000)
})
