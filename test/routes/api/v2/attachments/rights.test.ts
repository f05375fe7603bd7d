import { addItemTo, addProject, succeed } from '#test/helper/items.js'
import { attachmentsOf, attachReady, beginAttachment, onBothWithAttachments } from '../../../../helper/attachments.js'

const onBothDatabases = onBothWithAttachments()

const REFUSED = [403, { error: 'Your role does not allow this' }]

onBothDatabases('A Viewer attaches nothing, and a Member changes and removes what others have attached', async (t, world) => {
  const { admin } = world
  const project = await addProject(admin)
  const asset = await addItemTo(admin, 'assets', project.id)
  const { id: userId, client: user } = await world.addUser({ access: 'projects' })
  for (const base of [`projects/${project.id}`, `assets/${asset.id}`]) {
    const { id } = await attachReady(world, admin, base)
    const one = `${base}/attachments/${id}`
    t.same((await user.get(`${base}/attachments`)).status, 404, 'who does not see the item')
    t.same((await user.delete(one)).status, 404)

    await succeed(admin.post(`projects/${project.id}/members`, { user_id: userId, role: 'Viewer' }))
    t.same((await attachmentsOf(user, base)).map((each) => each.id), [id])
    for (const answer of [
      await user.post(`${base}/attachments`, { filename: 'x', size: 1 }), await user.post(one, { description: 'x' }),
      await user.delete(one)
    ]) t.strictSame([answer.status, answer.body], REFUSED)
    t.equal((await user.delete(`${base}/attachments/999999`)).status, 404, 'a missing one comes before the refusal')

    await succeed(admin.put(`projects/${project.id}/members`, { user_id: userId, role: 'Member' }))
    const { attachment } = await beginAttachment(user, base)
    t.equal(attachment.user_id, userId)
    t.equal((await succeed(user.post(one, { description: 'Checked' }))).attachment.description, 'Checked')
    await succeed(user.delete(one))
    await succeed(admin.delete(`projects/${project.id}/members`, { user_id: userId }))
  }
})

onBothDatabases('Of another account nobody sees, adds or removes attachments', async (t, world) => {
  const { admin } = world
  const { id } = await addProject(admin)
  const other = await addProject(admin)
  const attachment = await attachReady(world, admin, `projects/${id}`)
  const { client: stranger } = await world.addStranger()
  const one = `projects/${id}/attachments/${attachment.id}`
  for (const answer of [
    await stranger.get(`projects/${id}/attachments`), await stranger.post(`projects/${id}/attachments`, { filename: 'x', size: 1 }),
    await stranger.post(one, {}), await stranger.delete(one)
  ]) t.strictSame([answer.status, answer.body], [404, { error: 'project not found' }])
  const elsewhere = await admin.delete(`projects/${other.id}/attachments/${attachment.id}`)
  t.strictSame([elsewhere.status, elsewhere.body], [404, { error: 'Attachment not found' }])
  for (const wrong of ['0', 'x', '99999999999', '-1']) {
    t.equal((await admin.delete(`projects/${id}/attachments/${wrong}`)).status, 404)
  }
})
