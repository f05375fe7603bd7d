import { systemCaller } from '#src/core/caller.js'
import { createUnit } from '#src/core/unit.js'
import { presentCommentToGuests } from '#src/comments/present.js'
import { httpDialects, inAppOfProcess, onOneDatabase, type Answer } from '#test/helper/app.js'
import { addAsset, addItem, eventsOf, historyOf, itemPaths, MILLISECONDS, namesOf, NOBODYS_ID, readItem, succeed } from '#test/helper/items.js'
import { addWebhook, queuedFor } from '#test/helper/webhooks.js'

const onBothDatabases = inAppOfProcess()

const REPLY_RULE = 'Must be the id of a comment that is no reply'
const outcome = ({ status, body }: Answer) => ({ status, body })
const refused = (name: string, value: string, rule: string) =>
  ({ status: 422, body: { error: `Invalid parameter '${name}' value ${value}: ${rule}` } })

onBothDatabases('Comments on assets and projects are added, read, changed and deleted', async (t, world) => {
  const { admin, adminCaller } = world
  for (const path of itemPaths) {
    const { target, event, single } = namesOf[path]
    const item = await addItem(admin, path)
    const kinds = ['ADDED', 'EDITED', 'REMOVED'].map((name) => `${event}_${name}_COMMENT`)
    const webhook = await addWebhook(admin, { trigger_events: kinds })
    const url = `${path}/${item.id}/comments`
    const tag = (await admin.get(`${path}/${item.id}`)).headers.etag
    const before = (await historyOf(admin, path, item.id)).length

    t.strictSame((await succeed(admin.get(url))), { comments: [] })
    const { comment } = await succeed(admin.post(url, { text: 'Too <b>late</b>\n\u202Eright' }))
    t.strictSame(Object.keys(comment), ['id', 'text', 'user_id', 'author', 'guest', 'internal', 'reply_to', 'time', 'duration',
      'page', 'area', 'drawing', 'mentions', 'mention_groups', 'media_id', 'version', 'attachments', 'done', 'created_at', 'updated_at'])
    t.match(comment, {
      id: Number,
      text: 'Too <b>late</b>\n\u202Eright',
      user_id: adminCaller.userId,
      author: adminCaller.email,
      guest: false,
      internal: false,
      reply_to: null,
      time: null,
      duration: null,
      page: null,
      area: null,
      drawing: null,
      mentions: [],
      media_id: null,
      done: false,
      created_at: MILLISECONDS,
      updated_at: comment.created_at
    })
    const { comment: reply } = await succeed(admin.post(url, { text: 'Yes', reply_to: comment.id, internal: true }))
    t.match(reply, { reply_to: comment.id, internal: true })
    t.strictSame((await succeed(admin.get(url))).comments, [comment, reply], 'the oldest first')
    t.strictSame((await succeed(admin.get(`${url}/${comment.id}`))), { comment })

    const { comment: changed } = await succeed(admin.post(`${url}/${comment.id}`, { text: 'Too late', done: true }))
    t.strictSame(changed, { ...comment, text: 'Too late', done: true, updated_at: changed.updated_at })
    t.ok(changed.updated_at > comment.updated_at)
    for (const same of [{}, { text: 'Too late' }, { done: true }, { done: true, text: 'Too late' }]) {
      t.strictSame((await succeed(admin.post(`${url}/${comment.id}`, same))).comment, changed, 'nothing changes')
    }
    t.strictSame((await succeed(admin.delete(`${url}/${comment.id}`))), { ok: 'Comment deleted' })
    t.strictSame((await succeed(admin.get(url))), { comments: [] }, 'with its replies')

    const entries = (await historyOf(admin, path, item.id)).slice(0, -before).reverse()
    t.strictSame(entries.map(({ event, severity, targets, fields }) => [event, severity, targets, fields]), [
      [`${event}_ADDED_COMMENT`, 1, { [target]: item.id, comment_id: comment.id }, null],
      [`${event}_ADDED_COMMENT`, 1, { [target]: item.id, comment_id: reply.id }, null],
      [`${event}_EDITED_COMMENT`, 1, { [target]: item.id, comment_id: comment.id }, null],
      [`${event}_REMOVED_COMMENT`, 2, { [target]: item.id, comment_id: reply.id }, null],
      [`${event}_REMOVED_COMMENT`, 2, { [target]: item.id, comment_id: comment.id }, null]
    ])
    const queued = await queuedFor(world, webhook.id)
    t.strictSame(queued.map(({ targets }) => targets), entries.map(({ targets }) => targets))
    t.strictSame(queued.map(({ data }) => data.comment), [comment, reply, changed, reply, changed])
    const shown = await readItem(admin, path, item.id)
    t.strictSame(queued.map(({ data }) => data[single]), queued.map(() => shown))
    t.equal((await admin.get(`${path}/${item.id}`)).headers.etag, tag, 'comments do not change the ETag')
    t.strictSame(shown, item)
  }
})

onBothDatabases('A comment on an asset may refer to a time, a page and an area of the picture', async (t, { admin }) => {
  const { id } = await addAsset(admin)
  const add = (parameters: object) => admin.post(`assets/${id}/comments`, { text: 'Look', ...parameters })
  const area = { x: 0.1, y: 0.25, width: 0.9, height: 0.75 }
  const { comment } = await succeed(add({ time: 12.48, duration: 0, page: 3, area }))
  t.match(comment, { time: 12.48, duration: 0, page: 3 })
  t.strictSame(comment.area, area)
  const point = { x: 1, y: 1, width: 0, height: 0 }
  t.match((await succeed(add({ area: point }))).comment, { time: null, area: point })
  t.match((await succeed(add({ page: 1 }))).comment, { time: null, page: 1 })
  t.match((await succeed(add({ time: 0 }))).comment, { time: 0, duration: null })

  const rule = 'Must be an area within 0 and 1'
  const wrong: Array<[object, string]> = [
    [{ ...area, x: 0.2 }, '{"x"=>0.2, "y"=>0.25, "width"=>0.9, "height"=>0.75}'], [{ ...area, x: -0.1 }, '{"x"=>-0.1, "y"=>0.25, "width"=>0.9, "height"=>0.75}'],
    [{ x: 0, y: 0, width: 1 }, '{"x"=>0, "y"=>0, "width"=>1}'], [{ ...area, z: 1 }, '{"x"=>0.1, "y"=>0.25, "width"=>0.9, "height"=>0.75, "z"=>1}'],
    [{ x: '0', y: 0, width: 1, height: 1 }, '{"x"=>"0", "y"=>0, "width"=>1, "height"=>1}'], [[0, 0, 1, 1], '[0, 0, 1, 1]']
  ]
  for (const [sent, shown] of wrong) t.strictSame(outcome(await add({ area: sent })), refused('area', shown, rule))
  t.strictSame(outcome(await add({ time: -1 })), refused('time', '-1', 'Must be a number from 0 to 1000000000'))
  t.strictSame(outcome(await add({ time: '1' })), refused('time', '"1"', 'Must be a number from 0 to 1000000000'))
  t.strictSame(outcome(await add({ time: 1, duration: -0.5 })), refused('duration', '-0.5', 'Must be a number from 0 to 1000000000'))
  t.strictSame(outcome(await add({ duration: 2 })), refused('duration', '2', 'Must be sent with time'))
  t.strictSame(outcome(await add({ page: 0 })), refused('page', '0', 'Must be a Integer from 1 to 1000000000'))
  t.strictSame(outcome(await add({ page: 1.5 })), refused('page', '1.5', 'Must be a Integer from 1 to 1000000000'))
  for (const written of ['NaN', 'Infinity', '-NaN']) {
    t.strictSame(outcome(await admin.post(`assets/${id}/comments`, `{"text":"x","time":${written}}`)), { status: 422, body: { error: 'Invalid JSON body' } })
  }
  for (const written of ['1e999', '99999999999999999999', '-1e999']) {
    t.equal((await admin.post(`assets/${id}/comments`, `{"text":"x","time":${written}}`)).status, 422)
    t.equal((await admin.post(`assets/${id}/comments`, `{"text":"x","area":{"x":${written},"y":0,"width":0,"height":0}}`)).status, 422)
  }
}, {}, httpDialects)

onBothDatabases('Wrong requests for comments are refused with the exact error', async (t, { admin, anonymous }) => {
  const { id } = await addAsset(admin)
  const url = `assets/${id}/comments`
  const project = await addItem(admin, 'projects')
  t.strictSame(outcome(await admin.post(url, {})), { status: 422, body: { error: 'Missing parameter text' } })
  const textRule = 'Must be a String of 1 to 10000 characters'
  t.strictSame(outcome(await admin.post(url, { text: '' })), refused('text', '""', textRule))
  t.strictSame(outcome(await admin.post(url, { text: null })), refused('text', 'nil', 'Must be a String'))
  t.strictSame(outcome(await admin.post(url, { text: 5 })), refused('text', '5', 'Must be a String'))
  t.match(outcome(await admin.post(url, { text: 'é'.repeat(10_001) })), { status: 422, body: { error: new RegExp(`${textRule}$`) } })
  const longest = '😀'.repeat(10_000)
  const { comment } = await succeed(admin.post(url, { text: longest }))
  t.equal(comment.text, longest)
  t.equal((await succeed(admin.get(url))).comments[0].text, longest)
  t.equal((await succeed(admin.get(`${url}?limit=1`))).comments[0].text, longest)
  t.strictSame(outcome(await admin.post(url, { text: 'x', internal: 'yes' })), refused('internal', '"yes"', 'Must be one of: <code>true</code>, <code>false</code>.'))
  t.strictSame(outcome(await admin.post(url, { text: 'x', nmae: 1 })), { status: 422, body: { error: "Unknown parameter 'nmae'" } })
  t.strictSame(outcome(await admin.post(`projects/${project.id}/comments`, { text: 'x', time: 1 })), { status: 422, body: { error: "Unknown parameter 'time'" } })
  t.strictSame(outcome(await admin.get(`${url}?time=1`)), { status: 422, body: { error: "Unknown parameter 'time'" } })
  t.strictSame(outcome(await admin.post(`${url}/${comment.id}`, { internal: true })), { status: 422, body: { error: "Unknown parameter 'internal'" } })
  t.strictSame(outcome(await admin.post(`${url}/${comment.id}`, { text: '' })), refused('text', '""', textRule))
  for (const path of itemPaths) {
    const missing = { status: 404, body: { error: `${namesOf[path].single} not found` } }
    t.strictSame(outcome(await admin.get(`${path}/${NOBODYS_ID}/comments`)), missing)
    t.strictSame(outcome(await admin.post(`${path}/${NOBODYS_ID}/comments`, { text: 'x', reply_to: 1 })), missing)
    t.strictSame(outcome(await admin.get(`${path}/${NOBODYS_ID}/comments/1`)), missing)
    t.strictSame(outcome(await admin.post(`${path}/${NOBODYS_ID}/comments/1`, {})), missing)
    t.strictSame(outcome(await admin.delete(`${path}/${NOBODYS_ID}/comments/1`)), missing)
  }
  const other = await addAsset(admin)
  const none = { status: 404, body: { error: 'Comment not found' } }
  for (const at of [`${url}/0`, `${url}/x`, `${url}/99999999999999999999`, `${url}/-1`, `${url}/%00`, `assets/${other.id}/comments/${comment.id}`]) {
    t.strictSame(outcome(await admin.get(at)), none, at)
    t.strictSame(outcome(await admin.post(at, { done: true })), none, at)
    t.strictSame(outcome(await admin.delete(at)), none, at)
  }
  t.strictSame([await anonymous.get(url), await anonymous.post(url, { text: 'x' }), await anonymous.delete(`${url}/1`)].map(({ status, text }) => [status, text]),
    Array(3).fill([401, '']))
  t.strictSame((await succeed(admin.post('bulk', { atomic: false, operations: [{ method: 'POST', path: `/api/v2/${url}`, body: { text: 'x' } }] }))).results,
    [{ status: 422, body: { error: 'Not possible in a bulk' } }])
}, {}, httpDialects)

onBothDatabases('A reply needs a comment that exists and is no reply, and is internal if that comment is', async (t, { admin }) => {
  const { id } = await addAsset(admin)
  const other = await addAsset(admin)
  const url = `assets/${id}/comments`
  const add = async (parameters: object, at = url) => (await succeed(admin.post(at, { text: 'x', ...parameters }))).comment
  const inner = await add({ internal: true })
  t.equal((await add({ reply_to: inner.id })).internal, true, 'a reply to an internal one is internal')
  t.equal((await add({ reply_to: inner.id, internal: false })).internal, true)
  const open = await add({})
  const reply = await add({ reply_to: open.id })
  const elsewhere = await add({}, `assets/${other.id}/comments`)
  const gone = await add({})
  await succeed(admin.delete(`${url}/${gone.id}`))
  for (const to of [reply.id, elsewhere.id, gone.id, 0, -1, 2147483648]) {
    t.strictSame(outcome(await admin.post(url, { text: 'x', reply_to: to })), refused('reply_to', String(to), REPLY_RULE))
  }
  t.strictSame(outcome(await admin.post(url, '{"text":"x","reply_to":99999999999999999999}')), refused('reply_to', '99999999999999999999', REPLY_RULE))
  t.strictSame(outcome(await admin.post(url, { text: 'x', reply_to: null })), refused('reply_to', 'nil', 'Must be a Integer'))
  t.strictSame(outcome(await admin.post(url, { text: 'x', reply_to: 1.5 })), refused('reply_to', '1.5', 'Must be a Integer'))
  t.strictSame((await succeed(admin.delete(`${url}/${reply.id}`))), { ok: 'Comment deleted' })
  t.equal((await admin.get(`${url}/${open.id}`)).status, 200, 'a reply is deleted alone')
})

onBothDatabases('An item in the trash accepts comments, and a purge deletes them', async (t, { app, admin }) => {
  for (const path of itemPaths) {
    const { id } = await addItem(admin, path)
    const url = `${path}/${id}/comments`
    await succeed(admin.post(`${path}/${id}/trash_bin`))
    const { comment } = await succeed(admin.post(url, { text: 'In the trash' }))
    await succeed(admin.post(`${url}/${comment.id}`, { done: true }))
    await succeed(admin.post(`${path}/${id}/restore`))
    t.equal((await succeed(admin.get(url))).comments.length, 1)
    await succeed(admin.delete(`${path}/${id}`))
    t.equal(await app.database.reads.prisma.comment.count({ where: { itemId: id } }), 0)
    t.equal((await admin.get(url)).status, 404)
  }
})

onBothDatabases('Only the author changes the text of a comment; every user of the account, and no other, marks it done', async (t, { admin, addUser, addStranger }) => {
  const { id } = await addAsset(admin)
  const url = `assets/${id}/comments`
  const user = await addUser()
  const { comment } = await succeed(admin.post(url, { text: 'Mine' }))
  const at = `${url}/${comment.id}`
  t.strictSame(outcome(await user.client.post(at, { text: 'Yours' })), { status: 403, body: { error: 'Your role does not allow this' } })
  t.strictSame(outcome(await user.client.post(at, { text: 'Yours', done: true })), { status: 403, body: { error: 'Your role does not allow this' } })
  t.match((await succeed(user.client.post(at, { done: true }))).comment, { text: 'Mine', done: true })
  const { comment: theirs } = await succeed(user.client.post(url, { text: 'Theirs' }))
  t.match(theirs, { user_id: user.id, author: user.email })
  t.equal((await admin.post(`${url}/${theirs.id}`, { text: 'x' })).status, 403, 'not even an administrator')
  await succeed(admin.delete(`${url}/${theirs.id}`))
  const { client: stranger } = await addStranger()
  for (const answer of [stranger.get(url), stranger.post(url, { text: 'x' }), stranger.get(at), stranger.post(at, { done: false }), stranger.delete(at)]) {
    t.strictSame(outcome(await answer), { status: 404, body: { error: 'asset not found' } })
  }
})

onBothDatabases('The comment of a guest has the name of the guest and the id of the link, and no user', async (t, world) => {
  const { app, admin, adminCaller } = world
  const { id } = await addAsset(admin)
  const url = `assets/${id}/comments`
  const unit = createUnit(app, systemCaller({ id: adminCaller.accountId, name: adminCaller.account }))
  const webhook = await addWebhook(admin, { trigger_events: ['ASSET_ADDED_COMMENT'] })
  const inner = (await succeed(admin.post(url, { text: 'Inner', internal: true }))).comment
  const open = (await succeed(admin.post(url, { text: 'Open' }))).comment
  const guest = { linkId: 7, name: 'Ann <i>' }
  const row = await app.comments.addOfGuest(unit, id, { text: 'From outside', time: 1.5, reply_to: open.id }, guest)
  const { comment } = await succeed(admin.get(`${url}/${row.id}`))
  t.match(comment, { user_id: 0, author: 'Ann <i>', guest: true, internal: false, time: 1.5, reply_to: open.id })
  const [entry] = await historyOf(admin, 'assets', id)
  t.match(entry, { event: 'ASSET_ADDED_COMMENT', user_id: 0, targets: { asset_id: id, comment_id: row.id, link_id: 7 } })
  t.match((await queuedFor(world, webhook.id)).at(-1), { user_id: 0, targets: { link_id: 7 }, data: { comment } })
  await t.rejects(app.comments.addOfGuest(unit, id, { text: 'x', reply_to: inner.id }, guest), { message: new RegExp(REPLY_RULE) })
  const seen = await app.comments.list(unit, id, { after: '', limit: 10 }, true)
  t.strictSame(seen.map(({ id }) => id), [open.id, row.id], 'internal ones are left out')
  t.strictSame(seen.map((row) => presentCommentToGuests({ ...row, text: row.text! }).author), [adminCaller.email.split('@')[0], 'Ann <i>'])
  t.equal((await admin.post(`${url}/${row.id}`, { text: 'x' })).status, 403, 'nobody may change the text of a guest')
  await succeed(admin.post(`${url}/${row.id}`, { done: true }))
  await succeed(admin.delete(`${url}/${row.id}`))
  t.match(await eventsOf(admin, 'assets', id), ['ASSET_REMOVED_COMMENT', 'ASSET_EDITED_COMMENT', 'ASSET_ADDED_COMMENT'])
})

onOneDatabase('A comment with an Idempotency-Key is the first thing that a new service does', async (t, { admin }) => {
  const { id } = await addAsset(admin)
  const send = () => admin.send('POST', `assets/${id}/comments`, { text: 'First' }, { 'idempotency-key': 'first' })
  const { comment } = await succeed(send())
  t.strictSame((await succeed(send())).comment, comment)
})
