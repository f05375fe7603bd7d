import { addItemTo, addProject, historyOf, itemPaths, namesOf, succeed } from '#test/helper/items.js'
import { pathOf } from '../../../../helper/media/world.js'
import { attachmentsOf, attachReady, beginAttachment, onBothWithAttachments } from '../../../../helper/attachments.js'

const onBothDatabases = onBothWithAttachments()

const RULE = 'Must be ids of attachments of your own on this item that are on no comment'

const bare = (attachment: object) => ({ ...attachment, download_url: null, download_url_expires_at: null })

for (const path of itemPaths) {
  const { event } = namesOf[path]

  onBothDatabases(`A comment on ${path} shows the attachments that its author puts on it, and takes them along`, async (t, world) => {
    const { admin, app } = world
    const project = await addProject(admin)
    const item = path === 'projects' ? project : await addItemTo(admin, 'assets', project.id)
    const base = `${path}/${item.id}`
    const script = await attachReady(world, admin, base, { filename: 'script.txt' })
    const { attachment: pending } = await beginAttachment(admin, base)
    const free = await attachReady(world, admin, base)
    const { comment } = await succeed(admin.post(`${base}/comments`, {
      text: 'The script', attachment_ids: [script.id, pending.id, script.id]
    }))
    t.same(comment.attachments.map(({ id, comment_id: on, status }: any) => [id, on, status]),
      [[script.id, comment.id, 'ready'], [pending.id, comment.id, 'pending']])
    t.equal((await app.inject(pathOf(comment.attachments[0].download_url))).body, 'file')
    const { comment: plain } = await succeed(admin.post(`${base}/comments`, { text: 'Read it', reply_to: comment.id }))
    t.strictSame(plain.attachments, [])

    const listed = (await attachmentsOf(admin, base)).filter(({ comment_id: on }) => on === comment.id).reverse()
    const withoutUrls = listed.map(bare)
    for (const shown of [
      (await succeed(admin.get(`${base}/comments`))).comments[0], (await succeed(admin.get(`${base}/comments/${comment.id}`))).comment,
      (await succeed(admin.post(`${base}/comments/${comment.id}`, { done: true }))).comment
    ]) t.strictSame(shown.attachments.map(bare), withoutUrls)
    const line = (await admin.get('export')).text.trim().split('\n').map((each) => JSON.parse(each))
      .find((each) => (each.asset ?? each.project).id === item.id)
    t.strictSame(line.comments[0].attachments, withoutUrls)
    t.equal(line.attachments.length, 3)

    t.strictSame(await succeed(admin.delete(`${base}/comments/${comment.id}`)), { ok: 'Comment deleted' })
    t.same((await attachmentsOf(admin, base)).map(({ id }) => id), [free.id])
    const events = (await historyOf(admin, path, item.id)).slice(0, 3)
      .map(({ event, targets }) => [event, targets.attachment_id])
    t.strictSame(events.filter(([kind]) => kind.includes('ATTACHMENT')), [[`${event}_REMOVED_ATTACHMENT`, script.id]],
      'what was never ready is no event')
  })
}

onBothDatabases('Only attachments of one’s own on this item, and on no comment, are put on a comment', async (t, world) => {
  const { admin } = world
  const project = await addProject(admin)
  const base = `projects/${project.id}`
  const { id: userId, client: user } = await world.addUser({ access: 'projects' })
  await succeed(admin.post(`projects/${project.id}/members`, { user_id: userId, role: 'Member' }))
  const idOf = async (client: typeof admin, item = base) => (await beginAttachment(client, item)).attachment.id
  const [own, another, others] = [await idOf(user), await idOf(user), await idOf(admin)]
  const other = await addProject(admin)
  const elsewhere = await idOf(admin, `projects/${other.id}`)
  await succeed(user.post(`${base}/comments`, { text: 'First', attachment_ids: [own] }))
  const many = []
  for (let count = 0; count < 11; count++) many.push(await idOf(user))
  for (const ids of [[own], [another, own], [others], [another, 99999], [elsewhere], many, [2 ** 31], [-1], ['x'], 'x', null, [1.5]]) {
    const { status, body } = await user.post(`${base}/comments`, { text: 'Second', attachment_ids: ids })
    t.equal(status, 422, JSON.stringify(ids))
    t.match(body.error, /^Invalid parameter 'attachment_ids' value /)
    t.ok(body.error.endsWith(`: ${RULE}`), body.error)
  }
  t.equal((await succeed(user.get(`${base}/comments`))).comments.length, 1, 'nothing was written')
  await succeed(user.post(`${base}/comments`, { text: 'Ten', attachment_ids: many.slice(0, 10) }))
  const edited = await user.post(`${base}/comments/1`, { attachment_ids: [another] })
  t.strictSame([edited.status, edited.body], [422, { error: "Unknown parameter 'attachment_ids'" }])
})

onBothDatabases('An attachment of a comment is changed by the author, and by those who may delete the comment', async (t, world) => {
  const { admin } = world
  const project = await addProject(admin)
  const base = `projects/${project.id}`
  const roles = ['Member', 'Member', 'Admin', 'Viewer']
  const [author, member, head, viewer] = await Promise.all(roles.map(async (role) => {
    const user = await world.addUser({ access: 'projects' })
    await succeed(admin.post(`projects/${project.id}/members`, { user_id: user.id, role }))
    return user
  }))
  const { attachment } = await beginAttachment(author!.client, base)
  const { comment } = await succeed(author!.client.post(`${base}/comments`, { text: 'See', attachment_ids: [attachment.id] }))
  const one = `${base}/attachments/${attachment.id}`
  for (const { client } of [member!, viewer!]) {
    t.equal((await client.post(one, { description: 'x' })).status, 403)
    t.equal((await client.delete(one)).status, 403)
  }
  t.equal((await succeed(author!.client.post(one, { description: 'Mine' }))).attachment.description, 'Mine')
  await succeed(admin.put(`projects/${project.id}/members`, { user_id: author!.id, role: 'Viewer' }))
  t.equal((await author!.client.post(one, { description: 'Still mine' })).status, 403, 'a Viewer changes no file')
  t.equal((await succeed(head!.client.post(one, { description: 'Ours' }))).attachment.description, 'Ours')
  await succeed(head!.client.delete(one))
  t.strictSame((await succeed(admin.get(`${base}/comments/${comment.id}`))).comment.attachments, [])
})

onBothDatabases('Guests neither see attachments nor send them', async (t, world) => {
  const { admin, app } = world
  const project = await addProject(admin)
  const { id } = await addItemTo(admin, 'assets', project.id)
  const { attachment } = await beginAttachment(admin, `assets/${id}`)
  await succeed(admin.post(`assets/${id}/comments`, { text: 'See', attachment_ids: [attachment.id] }))
  const { link } = await succeed(admin.post(`assets/${id}/links`, { comments: true }))
  const headers = { authorization: `Bearer ${link.url.split('#')[1]}` }
  const url = `/api/v2/shared/assets/${id}/comments`
  const [comment] = (await app.inject({ url, headers })).json().comments
  t.equal(comment.text, 'See')
  t.notOk('attachments' in comment)
  const sent = await app.inject({
    method: 'POST', url, headers, payload: { text: 'Me too', name: 'Ann', attachment_ids: [attachment.id] }
  })
  t.strictSame([sent.statusCode, sent.json()], [422, { error: "Unknown parameter 'attachment_ids'" }])
  const own = await app.inject({ method: 'POST', url, headers, payload: { text: 'Me too', name: 'Ann' } })
  t.notOk('attachments' in own.json().comment)
})
