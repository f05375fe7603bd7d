import { inAppOfProcess, type Answer } from '#test/helper/app.js'
import { addAsset, addItemTo, succeed } from '#test/helper/items.js'
import { createAgency } from './helper.js'

const onBothDatabases = inAppOfProcess()

const REFUSED = { status: 403, body: { error: 'Your role does not allow this' } }
const outcome = ({ status, body }: Answer) => ({ status, body })

onBothDatabases('A user may comment on what they see, and only an Admin deletes others’ comments', async (t, world) => {
  const { admin } = world
  const { user, freelancer, seen, inside, asset, secret } = await createAgency(world, 'Viewer')
  const setRole = (role: string) => succeed(admin.put(`projects/${seen}/members`, { user_id: freelancer.id, role }))
  const comment = async (client: typeof user, path: string) => (await succeed(client.post(`${path}/comments`, { text: 'Look' }))).comment.id

  for (const path of [`assets/${asset}`, `projects/${inside}`, `projects/${seen}`]) {
    await setRole('Viewer')
    const theirs = await comment(admin, path)
    const own = await comment(user, path)
    await succeed(user.post(`${path}/comments`, { text: 'A reply', reply_to: theirs }))
    await succeed(user.post(`${path}/comments/${theirs}`, { done: true }))
    t.strictSame(outcome(await user.post(`${path}/comments/${theirs}`, { text: 'Changed' })), REFUSED)
    for (const role of ['Viewer', 'Member']) {
      await setRole(role)
      t.strictSame(outcome(await user.delete(`${path}/comments/${theirs}`)), REFUSED, role)
    }
    t.strictSame(outcome(await user.delete(`${path}/comments/2147483647`)), { status: 404, body: { error: 'Comment not found' } })
    await succeed(user.delete(`${path}/comments/${own}`))
    await setRole('Admin')
    t.strictSame(outcome(await user.post(`${path}/comments/${theirs}`, { text: 'Changed' })), REFUSED, 'the text is its author\'s')
    await succeed(user.delete(`${path}/comments/${theirs}`))
  }

  const hidden = await comment(admin, `assets/${secret}`)
  for (const answer of [user.get(`assets/${secret}/comments`), user.post(`assets/${secret}/comments`, { text: 'x' }),
    user.post(`assets/${secret}/comments/${hidden}`, { text: 'x' }), user.delete(`assets/${secret}/comments/${hidden}`)]) {
    t.strictSame(outcome(await answer), { status: 404, body: { error: 'asset not found' } })
  }
  const kept = await comment(user, `assets/${(await addItemTo(user, 'assets', seen)).id}`)
  t.ok(kept)
  const alone = await addAsset(user)
  const said = await comment(admin, `assets/${alone.id}`)
  await succeed(user.delete(`assets/${alone.id}/comments/${said}`))
})

onBothDatabases('A user who sees the account may delete comments of others, but not change them', async (t, world) => {
  const { admin, addUser } = world
  const { asset } = await createAgency(world)
  const { client } = await addUser()
  const { comment } = await succeed(admin.post(`assets/${asset}/comments`, { text: 'Look' }))
  t.strictSame(outcome(await client.post(`assets/${asset}/comments/${comment.id}`, { text: 'x' })), REFUSED)
  await succeed(client.delete(`assets/${asset}/comments/${comment.id}`))
})
