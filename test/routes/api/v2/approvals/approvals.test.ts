import { createWorld, dialects, httpDialects, inOneApp, type Answer, type Client } from '#test/helper/app.js'
import { fillTable } from '#test/helper/fill.js'
import { addAsset, addItemTo, addProject, eventsOf, historyOf, MILLISECONDS, NOBODYS_ID, readItem, succeed } from '#test/helper/items.js'
import { startMailServer } from '#test/helper/mail.js'
import { eventually } from '#test/helper/receiver.js'
import { addWebhook, queuedFor } from '#test/helper/webhooks.js'
import { attachReady, onBothWithMedia } from '../../../../helper/media/world.js'
import { startFileSender } from '../../../../helper/media/sender.js'
import t from 'tap'

const onBothDatabases = inOneApp()

const outcome = ({ status, body }: Answer) => ({ status, body })
const REFUSED = { status: 403, body: { error: 'Your role does not allow this' } }
const foundBy = async (client: Client, query: string) =>
  (await succeed(client.get(`search?${query}`))).results.map(({ asset, project }: any) => (asset ?? project).id).sort()

onBothDatabases('Users are asked for their approval, and approve or reject', async (t, world) => {
  const { admin, adminCaller, addUser } = world
  const [ann, bob] = [await addUser(), await addUser()]
  const asset = await addAsset(admin)
  const url = `assets/${asset.id}/approvals`
  const webhook = await addWebhook(admin, { trigger_events: ['ASSET_ADDED_APPROVAL', 'ASSET_APPROVED', 'ASSET_REJECTED'] })
  const tag = (await admin.get(`assets/${asset.id}`)).headers.etag
  t.strictSame(await succeed(admin.get(url)), { approvals: [], status: 'none' })

  const asked = await succeed(admin.post(url, { user_ids: [ann.id, bob.id, ann.id], text: 'All right?' }))
  t.strictSame(Object.keys(asked), ['approvals', 'status'])
  t.equal(asked.status, 'pending')
  t.strictSame(Object.keys(asked.approvals[0]), ['id', 'user_id', 'asked_by', 'status', 'text', 'created_at', 'decided_at',
    'guest', 'author', 'link_id'])
  t.match(asked.approvals, [ann, bob].map(({ id }) => ({
    id: Number, user_id: id, asked_by: adminCaller.userId, status: 'pending', text: 'All right?', created_at: MILLISECONDS, decided_at: null
  })))
  t.strictSame(await succeed(admin.get(url)), asked)
  t.strictSame(await succeed(admin.post(url, { user_ids: [bob.id] })), asked, 'a user who is asked already is not asked again')

  const [first, second] = asked.approvals
  const decide = (client: Client, id: number, body: object) => client.post(`${url}/${id}`, body)
  t.strictSame(outcome(await decide(admin, first.id, { status: 'approved' })), REFUSED, 'not even an administrator')
  t.strictSame(outcome(await decide(bob.client, first.id, { status: 'approved' })), REFUSED)
  const { approval } = await succeed(decide(ann.client, first.id, { status: 'approved', text: 'Yes' }))
  t.match(approval, { ...first, status: 'approved', text: 'Yes', decided_at: MILLISECONDS })
  t.strictSame((await succeed(decide(ann.client, first.id, { status: 'approved', text: 'Yes' }))).approval, approval, 'a repeated decision changes nothing')
  t.equal((await succeed(admin.get(url))).status, 'pending')
  await succeed(decide(bob.client, second.id, { status: 'rejected' }))
  t.equal((await succeed(admin.get(url))).status, 'rejected')
  await succeed(decide(bob.client, second.id, { status: 'approved' }))
  t.equal((await succeed(admin.get(url))).status, 'approved')
  t.strictSame(await succeed(admin.delete(`${url}/${second.id}`)), { ok: 'Approval removed' })
  await succeed(decide(ann.client, first.id, { status: 'rejected' }))
  t.match(await succeed(admin.get(url)), { status: 'rejected', approvals: [{ id: first.id, text: null }] })

  t.strictSame((await eventsOf(admin, 'assets', asset.id)).reverse().slice(1), [
    'ASSET_ADDED_APPROVAL', 'ASSET_ADDED_APPROVAL', 'ASSET_APPROVED', 'ASSET_REJECTED', 'ASSET_APPROVED', 'ASSET_REJECTED'])
  const [newest] = await historyOf(admin, 'assets', asset.id)
  t.match(newest, { severity: 1, user_id: ann.id, targets: { asset_id: asset.id, approval_id: first.id } })
  const queued = await queuedFor(world, webhook.id)
  t.strictSame(queued.map(({ event, targets, data }) => [event, targets.approval_id, data.approval.id]), [
    ['ASSET_ADDED_APPROVAL', first.id, first.id], ['ASSET_ADDED_APPROVAL', second.id, second.id], ['ASSET_APPROVED', first.id, first.id],
    ['ASSET_REJECTED', second.id, second.id], ['ASSET_APPROVED', second.id, second.id], ['ASSET_REJECTED', first.id, first.id]])
  t.equal((await admin.get(`assets/${asset.id}`)).headers.etag, tag)
  t.strictSame(await readItem(admin, 'assets', asset.id), asset)
})

onBothDatabases('Wrong requests for approvals are refused with the exact error', async (t, { admin, adminCaller, app, addUser, addStranger }) => {
  const { id } = await addAsset(admin)
  const url = `assets/${id}/approvals`
  const user = await addUser()
  const stranger = await addStranger()
  const refused = (value: string, rule: string) => ({ status: 422, body: { error: `Invalid parameter 'user_ids' value ${value}: ${rule}` } })
  t.strictSame(outcome(await admin.post(url, {})), { status: 422, body: { error: 'Missing parameter user_ids' } })
  t.strictSame(outcome(await admin.post(url, { user_ids: [] })), refused('[]', 'Must be an array of Integer of 1 to 100 elements'))
  t.strictSame(outcome(await admin.post(url, { user_ids: 5 })), refused('5', 'Must be an array of Integer'))
  t.strictSame(outcome(await admin.post(url, { user_ids: ['5'] })), refused('["5"]', 'Must be an array of Integer'))
  t.match(outcome(await admin.post(url, { user_ids: Array(101).fill(user.id) })), { status: 422 })
  t.match(outcome(await admin.post(url, { user_ids: [user.id], text: 'x'.repeat(10_001) })), { status: 422 })
  for (const nobody of [0, -1, 2147483648, stranger.id]) {
    t.strictSame(outcome(await admin.post(url, { user_ids: [user.id, nobody] })), { status: 200, body: { error: `User not found with id ${nobody}` } })
  }
  t.strictSame(outcome(await admin.post(url, '{"user_ids":[99999999999999999999]}')), { status: 200, body: { error: 'User not found with id 99999999999999999999' } })
  t.strictSame((await succeed(admin.get(url))).approvals, [], 'nobody was asked')
  t.strictSame(outcome(await admin.post(`assets/${NOBODYS_ID}/approvals`, { user_ids: [0] })), { status: 404, body: { error: 'asset not found' } })
  const [approval] = (await succeed(admin.post(url, { user_ids: [adminCaller.userId] }))).approvals
  t.match(outcome(await admin.post(`${url}/${approval.id}`, {})), { status: 422, body: { error: 'Missing parameter status' } })
  t.strictSame(outcome(await admin.post(`${url}/${approval.id}`, { status: 'maybe' })),
    { status: 422, body: { error: "Invalid parameter 'status' value \"maybe\": Must be one of: <code>approved</code>, <code>rejected</code>, <code>pending</code>." } })
  const other = await addAsset(admin)
  for (const at of [`${url}/0`, `${url}/x`, `${url}/99999999999`, `assets/${other.id}/approvals/${approval.id}`]) {
    t.strictSame(outcome(await admin.post(at, { status: 'approved' })), { status: 404, body: { error: 'Approval not found' } })
    t.strictSame(outcome(await admin.delete(at)), { status: 404, body: { error: 'Approval not found' } })
  }
  t.strictSame((await succeed(admin.post('bulk', { atomic: false, operations: [{ method: 'POST', path: `/api/v2/${url}`, body: {} }] }))).results,
    [{ status: 422, body: { error: 'Not possible in a bulk' } }])

  await app.transact(adminCaller, async (tx) => {
    await fillTable(tx, 'approvals', Array.from({ length: 99 }, (_, index) =>
      ({ accountId: adminCaller.accountId, assetId: id, userId: 10_000_000 + index, askedBy: 1, status: 'approved', createdAt: tx.time })))
  })
  t.strictSame(outcome(await admin.post(url, { user_ids: [user.id] })), { status: 200, body: { error: 'Must not have more than 100 approvals' } })
  await succeed(admin.post(`assets/${id}/trash_bin`))
  await succeed(admin.post(`${url}/${approval.id}`, { status: 'approved' }))
  await succeed(admin.delete(`assets/${id}`))
  t.equal(await app.database.reads.prisma.approval.count({ where: { assetId: id } }), 0, 'a purge deletes them')
}, {}, httpDialects)

onBothDatabases('Members may ask, an Admin may remove requests of others, and only users who see the asset can be asked', async (t, { admin, addUser }) => {
  const free = await addUser({ access: 'projects' })
  const outsider = await addUser({ access: 'projects' })
  const project = await addProject(admin)
  const asset = await addItemTo(admin, 'assets', project.id)
  const url = `assets/${asset.id}/approvals`
  const setRole = (role: string) => succeed(admin.put(`projects/${project.id}/members`, { user_id: free.id, role }))
  await succeed(admin.post(`projects/${project.id}/members`, { user_id: free.id, role: 'Viewer' }))
  t.strictSame(outcome(await free.client.post(url, { user_ids: [free.id] })), REFUSED)
  t.strictSame(outcome(await free.client.post(url, { user_ids: [outsider.id] })).body, { error: `User not found with id ${outsider.id}` }, 'the unknown user comes first')
  t.strictSame(outcome(await admin.post(url, { user_ids: [outsider.id] })).body, { error: `User not found with id ${outsider.id}` }, 'a user who does not see it')
  const theirs = (await succeed(admin.post(url, { user_ids: [free.id] }))).approvals[0]
  await succeed(free.client.post(`${url}/${theirs.id}`, { status: 'approved' }))
  await setRole('Member')
  const members = (await succeed(free.client.get(`projects/${project.id}/members`))).members
  const boss = members.find((member: { id: number }) => member.id !== free.id).id
  const own = (await succeed(free.client.post(url, { user_ids: [boss] }))).approvals.at(-1)
  t.strictSame(outcome(await free.client.delete(`${url}/${theirs.id}`)), REFUSED)
  await succeed(free.client.delete(`${url}/${own.id}`))
  await setRole('Admin')
  await succeed(free.client.delete(`${url}/${theirs.id}`))
  const last = (await succeed(admin.post(url, { user_ids: [free.id] }))).approvals[0]
  await succeed(admin.delete(`projects/${project.id}/members`, { user_id: free.id }))
  t.strictSame(outcome(await free.client.post(`${url}/${last.id}`, { status: 'approved' })), { status: 404, body: { error: 'asset not found' } })
  t.equal((await succeed(admin.get(url))).status, 'pending')
})

onBothWithMedia('A new file or a restored version makes all approvals of its asset pending again', async (t, world) => {
  const { admin, adminCaller } = world
  const { id } = await addAsset(admin)
  const url = `assets/${id}/approvals`
  const send = async (text: string) => attachReady(admin, id, (await startFileSender(t, { bytes: Buffer.from(text) })).url, `${text}.txt`)
  const first = await send('first')
  const [approval] = (await succeed(admin.post(url, { user_ids: [adminCaller.userId], text: 'Good?' }))).approvals
  const approve = () => succeed(admin.post(`${url}/${approval.id}`, { status: 'approved', text: 'Yes' }))
  const isPending = async () => {
    t.match(await succeed(admin.get(url)), { status: 'pending', approvals: [{ id: approval.id, status: 'pending', text: 'Good?', decided_at: null }] })
    t.strictSame(await foundBy(admin, `approval_by=${adminCaller.userId}`), [id])
  }
  await approve()
  await send('second')
  await isPending()
  await approve()
  t.strictSame(await foundBy(admin, `approval_by=${adminCaller.userId}`), [])
  await succeed(admin.post(`assets/${id}/versions/${first.id}/restore`))
  await isPending()
}, { MEDIA_VERSIONS: '5' })

for (const dialect of dialects) {
  t.test(`A user who is asked for approval gets an e-mail if the service sends mail (${dialect})`, async (t) => {
    const { received, url } = await startMailServer(t)
    const world = await createWorld(t, dialect, { SMTP_URL: url, PUBLIC_URL: 'https://media.example.com/cutroom', MAIL_FROM: 'cutroom@example.com', JOBS: 'on' })
    const { admin, addUser, app } = world
    const user = await addUser()
    const { id } = await addAsset(admin, { title: 'Cut <b>one</b>\r\nBcc: x@example.com' })
    await succeed(admin.post(`assets/${id}/approvals`, { user_ids: [user.id], text: 'Is <i>it</i> all right?' }))
    await eventually('it is sent', async () => received.length > 0)
    const { to, source } = received[0]!
    t.equal(to, user.email)
    const text = source.replace(/=\r\n/g, '').replace(/=3D/g, '=')
    t.match(text, `https://media.example.com/cutroom/console/assets/${id}`)
    t.match(text, 'Is <i>it</i> all right?')
    t.match(text, 'Is &#60;i&#62;it&#60;/i&#62; all right?')
    t.notMatch(source, /^Bcc:/m)
    await succeed(admin.post(`assets/${id}/approvals`, { user_ids: [user.id] }))
    await eventually('it is settled', async () => await app.database.reads.prisma.message.count({ where: { dueAt: { not: null } } }) === 0)
    t.strictSame([received.length, await app.database.reads.prisma.message.count()], [1, 1], 'once')

    const [daily, none] = [await addUser(), await addUser()]
    await succeed(daily.client.put('user/notifications', { mail: 'daily' }))
    await succeed(none.client.put('user/notifications', { mail: 'none' }))
    await succeed(admin.post(`assets/${id}/approvals`, { user_ids: [none.id, daily.id] }))
    await eventually('it is sent at once', async () => received.length > 1)
    t.strictSame(received.slice(1).map((message) => message.to), [daily.email])
    t.equal(await app.database.reads.prisma.message.count(), 2, 'who wants none gets none')
  })
}
