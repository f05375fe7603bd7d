import { inAppOfProcess } from '#test/helper/app.js'
import { addItemTo, addProject, historyOf, succeed } from '#test/helper/items.js'
import { addLink, createGuest } from '#test/helper/links.js'
import { addWebhook, queuedFor } from '#test/helper/webhooks.js'

const onBothDatabases = inAppOfProcess()

onBothDatabases('Guests comment under a name, and see neither internal comments nor e-mails', async (t, world) => {
  const { admin, adminCaller } = world
  const name = adminCaller.email.split('@')[0]
  const hook = await addWebhook(admin, { trigger_events: ['ASSET_ADDED_COMMENT'] })
  const project = await addProject(admin)
  const asset = await addItemTo(admin, 'assets', project.id)
  const path = `assets/${asset.id}/comments`
  const said = (await succeed(admin.post(path, { text: 'For all' }))).comment
  const internal = (await succeed(admin.post(path, { text: 'Not for the client', internal: true }))).comment
  await succeed(admin.post(path, { text: 'x'.repeat(10_000) }))
  const link = await addLink(admin, `projects/${project.id}`, { comments: true })
  const guest = createGuest(world, link.token)

  const { comment } = await succeed(guest.post(`shared/${path}`, {
    name: 'Ann', text: '<script>alert(1)</script>', time: 1.5, reply_to: said.id
  }))
  t.match(comment, { author: 'Ann', guest: true, user_id: 0, internal: false, time: 1.5, reply_to: said.id, text: '<script>alert(1)</script>' })
  const { comments } = await succeed(guest.get(`shared/${path}`))
  t.strictSame(comments.map((each: any) => each.author), [name, name, 'Ann'])
  t.notOk(JSON.stringify(comments).includes('@'))
  t.notOk(JSON.stringify(comments).includes('Not for'))
  t.equal((await succeed(admin.get(path))).comments.length, 4)
  const page = await guest.get(`shared/${path}?limit=1`)
  t.strictSame(page.body.comments, comments.slice(0, 1))

  for (const [body, error] of [
    [{ text: 'x' }, 'Missing parameter name'], [{ name: 'Ann' }, 'Missing parameter text'],
    [{ name: '', text: 'x' }, "Invalid parameter 'name' value \"\": Must be a String of 1 to 100 characters"],
    [{ name: 'a'.repeat(101), text: 'x' }, `Invalid parameter 'name' value "${'a'.repeat(101)}": Must be a String of 1 to 100 characters`],
    [{ name: 'Ann', text: 'x', internal: true }, "Unknown parameter 'internal'"],
    [{ name: 'Ann', text: 'x', reply_to: internal.id }, `Invalid parameter 'reply_to' value ${internal.id}: Must be the id of a comment that is no reply`]
  ] as Array<[object, string]>) {
    const answer = await guest.post(`shared/${path}`, body)
    t.strictSame([answer.status, answer.body.error], [422, error])
  }
  const [event] = await historyOf(admin, 'assets', asset.id)
  t.match(event, {
    event: 'ASSET_ADDED_COMMENT',
    user_id: 0,
    targets: { asset_id: asset.id, comment_id: comment.id, link_id: link.id }
  })
  const queued = await queuedFor(world, hook.id)
  t.match(queued.at(-1).data.comment, { id: comment.id, author: 'Ann', guest: true })

  for (const [method, rest] of [['GET', `/${said.id}`], ['DELETE', `/${comment.id}`], ['POST', `/${comment.id}`]] as const) {
    t.equal((await guest.send(method, `shared/${path}${rest}`)).status, 401, 'guests change nothing')
  }
  const elsewhere = await guest.get('shared/assets/nobody/comments')
  t.strictSame([elsewhere.status, elsewhere.body], [404, { error: 'asset not found' }])

  const silent = createGuest(world, (await addLink(admin, `assets/${asset.id}`)).token)
  for (const answer of [await silent.get(`shared/${path}`), await silent.post(`shared/${path}`, { name: 'Ann', text: 'x' })]) {
    t.strictSame([answer.status, answer.body], [403, { error: 'This link does not allow comments' }])
  }
})

onBothDatabases('Guests write at most 60 comments an hour by one link', async (t, world) => {
  const { app, admin } = world
  const project = await addProject(admin)
  const asset = await addItemTo(admin, 'assets', project.id)
  const link = await addLink(admin, `assets/${asset.id}`, { comments: true })
  const send = (token: string) =>
    createGuest(world, token).post(`shared/assets/${asset.id}/comments`, { name: 'Ann', text: 'x' })
  const answers = await Promise.all(Array.from({ length: 65 }, () => send(link.token)))
  t.equal(answers.filter(({ status }) => status === 200).length, 60)
  const refused = await send(link.token)
  t.strictSame([refused.status, refused.body], [429, { error: 'Too many requests' }])
  t.ok(Number(refused.headers['retry-after']) > 3000)
  const other = await addLink(admin, `assets/${asset.id}`, { comments: true })
  t.equal((await send(other.token)).status, 200, 'another link')
  await app.jobs.find((job) => job.name === 'links-sweep')!.run(new AbortController().signal, () => {})
  t.equal((await send(link.token)).status, 429)
})
