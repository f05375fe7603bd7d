import type { CommentChanges } from '#src/comments/change.js'
import { comments } from '#src/comments/comments.js'
import type { Consumer } from '#src/core/events/consumer.js'
import { createTransact } from '#src/core/transact.js'
import { createUnit } from '#src/core/unit.js'
import { assetKind } from '#src/items/kinds.js'
import { httpDialects, inAppOfProcess, type Answer } from '#test/helper/app.js'
import { addAsset, addItem, historyOf, itemPaths, namesOf, succeed } from '#test/helper/items.js'
import { addWebhook, queuedFor } from '#test/helper/webhooks.js'
import { createAgency } from '#test/sight/helper.js'

const onBothDatabases = inAppOfProcess()

const outcome = ({ status, body }: Answer) => ({ status, body })
const unknown = (id: unknown) => ({ status: 200, body: { error: `User not found with id ${String(id)}` } })
const refused = (value: string, rule: string) =>
  ({ status: 422, body: { error: `Invalid parameter 'mentions' value ${value}: ${rule}` } })

onBothDatabases('A comment mentions users who see the item', async (t, world) => {
  const { admin, adminCaller, addUser } = world
  const [one, other] = [await addUser(), await addUser()]
  for (const path of itemPaths) {
    const item = await addItem(admin, path)
    const url = `${path}/${item.id}/comments`
    const hook = await addWebhook(admin, { trigger_events: ['ADDED', 'EDITED'].map((name) => `${namesOf[path].event}_${name}_COMMENT`) })
    const { comment } = await succeed(admin.post(url, { text: 'You', mentions: [other.id, one.id, other.id, adminCaller.userId] }))
    t.strictSame(comment.mentions, [other.id, one.id, adminCaller.userId], 'each once')
    t.strictSame((await succeed(admin.get(url))).comments, [comment])
    t.strictSame((await succeed(admin.post(`${url}/${comment.id}`, { mentions: comment.mentions }))).comment, comment)
    const { comment: changed } = await succeed(admin.post(`${url}/${comment.id}`, { mentions: [one.id] }))
    t.strictSame(changed.mentions, [one.id])
    t.strictSame((await succeed(admin.post(`${url}/${comment.id}`, { mentions: [] }))).comment.mentions, [])
    t.equal((await one.client.post(`${url}/${comment.id}`, { mentions: [one.id] })).status, 403, 'they are the author’s')
    const queued = (await queuedFor(world, hook.id)).map(({ data }) => data.comment.mentions)
    t.strictSame(queued, [comment.mentions, [one.id], []])
    t.equal(JSON.stringify(await queuedFor(world, hook.id)).includes('mentioned'), false)
  }
})

onBothDatabases('Nothing is written if one of the mentioned users does not see the item', async (t, world) => {
  const { admin, addUser, addStranger } = world
  const { user, freelancer, asset, secret } = await createAgency(world)
  const gone = await addUser()
  await succeed(admin.post(`admin/users/${gone.id}`, { disabled: true }))
  const stranger = await addStranger()
  const { comment } = await succeed(admin.post(`assets/${secret}/comments`, { text: 'x', mentions: [] }))
  const before = await historyOf(admin, 'assets', secret)
  for (const id of [freelancer.id, gone.id, stranger.id, 0, -1, 2 ** 31, 12345678901234567890n]) {
    for (const path of [`assets/${secret}/comments`, `assets/${secret}/comments/${comment.id}`]) {
      const sent = `{"text": "y", "mentions": [${String(id)}]}`
      t.strictSame(outcome(await admin.send('POST', path, sent, { 'content-type': 'application/json' })), unknown(id))
    }
  }
  t.strictSame((await succeed(admin.get(`assets/${secret}/comments`))).comments, [comment])
  t.strictSame(await historyOf(admin, 'assets', secret), before)
  await succeed(admin.post(`assets/${asset}/comments`, { text: 'x', mentions: [freelancer.id] }))
  t.strictSame(outcome(await user.post(`assets/${asset}/comments`, { text: 'x', mentions: [gone.id] })), unknown(gone.id))
})

onBothDatabases('At most 50 users are mentioned, by their ids', async (t, world) => {
  const { admin } = world
  const { id } = await addAsset(admin)
  const url = `assets/${id}/comments`
  const many = Array.from({ length: 51 }, () => world.adminCaller.userId)
  const rule = 'Must be an array of Integer'
  t.strictSame(outcome(await admin.post(url, { text: 'x', mentions: many })), refused(`[${many.join(', ')}]`, `${rule} of at most 50 elements`))
  for (const [mentions, shown] of [['1', '"1"'], [['1'], '["1"]'], [[1.5], '[1.5]'], [null, 'nil'], [{}, '{}'], [[null], '[nil]']] as const) {
    t.strictSame(outcome(await admin.post(url, { text: 'x', mentions })), refused(shown, rule))
  }
  t.strictSame((await succeed(admin.post(url, { text: 'x', mentions: many.slice(1) }))).comment.mentions, [world.adminCaller.userId])
}, {}, httpDialects)

onBothDatabases('Consumers of events learn who is mentioned for the first time', async (t, world) => {
  const { app, admin, adminCaller, addUser } = world
  const [one, other] = [await addUser(), await addUser()]
  const { id } = await addAsset(admin)
  const told: unknown[] = []
  const consumer: Consumer = {
    open: () => ({
      collect (_tx, events) {
        for (const { event, mentioned } of events) told.push([event, mentioned])
      },
      finish () {}
    })
  }
  const { database } = app
  const unit = createUnit({ database, transact: createTransact({ database, consumers: [consumer] }) }, adminCaller)
  const comment = await comments.add(assetKind, unit, id, { text: 'x', mentions: [one.id, adminCaller.userId] })
  const change = (changes: CommentChanges) => comments.update(assetKind, unit, id, String(comment.id), changes)
  await change({ mentions: [other.id, one.id] })
  await change({ text: 'y' })
  await comments.remove(assetKind, unit, id, String(comment.id))
  t.strictSame(told, [
    ['ASSET_ADDED_COMMENT', [one.id, adminCaller.userId]], ['ASSET_EDITED_COMMENT', [other.id]],
    ['ASSET_EDITED_COMMENT', []], ['ASSET_REMOVED_COMMENT', []]
  ])
})
