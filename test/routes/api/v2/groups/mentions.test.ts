import { inSharedApp, type Answer, type SharedWorld, type World } from '#test/helper/app.js'
import { succeed } from '#test/helper/items.js'
import { addLink, createGuest } from '#test/helper/links.js'
import { createAgency } from '#test/sight/helper.js'

const onSharedApp = inSharedApp()

const errorOf = ({ status, body }: Answer) => [status, body?.error]

async function addGroup ({ admin }: SharedWorld, name: string, users: number[]): Promise<number> {
  const { user_group: group } = await succeed(admin.post('admin/user_groups', { name }))
  for (let start = 0; start < users.length; start += 1000) {
    await succeed(admin.post(`admin/user_groups/${group.id}/users`, { user_ids: users.slice(start, start + 1000) }))
  }
  return group.id
}

onSharedApp('A comment mentions groups: those of their users who see the item are told', async (t, world) => {
  const { admin, addUser } = world
  const { freelancer, user: free, secret, asset } = await createAgency(world as World)
  const [one, other] = [await addUser(), await addUser()]
  const group = await addGroup(world, 'Told', [one.id, other.id, freelancer.id])
  const more = await addGroup(world, 'More', [one.id])
  const told = async (client: SharedWorld['admin']) =>
    (await succeed(client.get('notifications'))).notifications.filter(({ kind }: { kind: string }) => kind === 'mention').length
  const counts = async () => [await told(one.client), await told(other.client), await told(free), await told(admin)]
  const url = `assets/${secret}/comments`

  const { comment } = await succeed(admin.post(url, { text: 'You', mentions: [one.id], mention_groups: [more, group, group] }))
  t.strictSame([comment.mentions, comment.mention_groups], [[one.id], [group, more]])
  t.strictSame(await counts(), [1, 1, 0, 0], 'each once, and only who sees it')
  t.strictSame((await succeed(admin.get(url))).comments, [comment])
  t.strictSame((await succeed(admin.post(`${url}/${comment.id}`, { mention_groups: [more, group] }))).comment, comment, 'nothing has changed')

  const next = (await succeed(admin.post(`${url}/${comment.id}`, { mention_groups: [more] }))).comment
  t.strictSame([next.mentions, next.mention_groups], [[one.id], [more]])
  await succeed(admin.post(`${url}/${comment.id}`, { mention_groups: [group] }))
  t.strictSame(await counts(), [1, 2, 0, 0], 'who was not mentioned before')
  await succeed(admin.post(`${url}/${comment.id}`, { text: 'You two', mentions: [one.id, other.id] }))
  t.strictSame(await counts(), [1, 2, 0, 0])
  t.equal(errorOf(await other.client.post(`${url}/${comment.id}`, { mention_groups: [] }))[0], 403, 'they are the author’s')

  await t.test('Of a project, too', async () => {
    const { project_id: projectId } = (await succeed(admin.get(`assets/${secret}`))).asset
    await succeed(admin.post(`projects/${projectId}/comments`, { text: 'You', mention_groups: [group] }))
    t.strictSame(await counts(), [2, 3, 0, 0])
  })

  await t.test('Deleted groups are not shown any more', async (t) => {
    const { comment } = await succeed(admin.post(url, { text: 'x', mention_groups: [group, more] }))
    await succeed(admin.delete(`admin/user_groups/${more}`))
    const shown = (await succeed(admin.get(`${url}/${comment.id}`))).comment
    t.strictSame(shown, { ...comment, mention_groups: [group] })
    t.strictSame((await succeed(admin.post(`${url}/${comment.id}`, { mention_groups: [group] }))).comment, shown)
    t.strictSame((await succeed(admin.post(`${url}/${comment.id}`, { mention_groups: [] }))).comment.mention_groups, [])
  })

  await t.test('One that is not there or not seen is unknown, and nothing is written', async (t) => {
    const before = await succeed(admin.get(url))
    const unknown = (id: number) => [200, `User group not found with id ${id}`]
    for (const id of [more, 0, -1, 2 ** 31]) {
      t.strictSame(errorOf(await admin.post(url, { text: 'x', mention_groups: [group, id] })), unknown(id))
      t.strictSame(errorOf(await admin.post(`${url}/${comment.id}`, { text: 'x', mention_groups: [id] })), unknown(id))
    }
    const secretGroup = await addGroup(world, 'Hidden', [one.id])
    t.strictSame(errorOf(await free.post(`assets/${asset}/comments`, { text: 'x', mention_groups: [secretGroup] })), unknown(secretGroup))
    t.equal(errorOf(await free.post(`assets/${asset}/comments`, { text: 'x', mention_groups: [group] }))[1], undefined, 'one’s own')
    t.strictSame(errorOf(await free.post(url, { text: 'x', mention_groups: [group] })), [404, 'asset not found'])
    t.strictSame(await succeed(admin.get(url)), before)
    for (const sent of [[1, 2, 3, 4, 5, 6], 'x', [1.5], null]) t.equal((await admin.post(url, { text: 'x', mention_groups: sent })).status, 422)
  })

  await t.test('At most 50 users together, named and by groups, each once', async (t) => {
    const users: number[] = []
    for (let index = 0; index < 51; index++) users.push((await addUser()).id)
    const fifty = await addGroup(world, 'Fifty', users.slice(0, 50))
    const tooMany = [200, 'Must not mention more than 50 users']
    t.equal(errorOf(await admin.post(url, { text: 'x', mention_groups: [fifty], mentions: [users[0]] }))[1], undefined)
    t.strictSame(errorOf(await admin.post(url, { text: 'x', mention_groups: [fifty], mentions: [users[50]] })), tooMany)
    const { comment } = await succeed(admin.post(url, { text: 'x', mention_groups: [fifty] }))
    t.strictSame(errorOf(await admin.post(`${url}/${comment.id}`, { mentions: [users[50]] })), tooMany)
    await succeed(admin.post(`admin/user_groups/${fifty}/users`, { user_ids: [users[50], freelancer.id] }))
    t.strictSame(errorOf(await admin.post(url, { text: 'x', mention_groups: [fifty] })), tooMany)
    await succeed(admin.post(`admin/users/${users[3]}`, { disabled: true }))
    t.equal(errorOf(await admin.post(url, { text: 'x', mention_groups: [fifty] }))[1], undefined, 'who is disabled is not told')
  })
})

onSharedApp('Guests see no groups, and mention none', async (t, world) => {
  const { admin, anonymous, addUser } = world
  const { asset } = await createAgency(world as World)
  const group = await addGroup(world, 'Nobody’s', [(await addUser()).id])
  await succeed(admin.post(`assets/${asset}/comments`, { text: 'You', mention_groups: [group] }))
  const guest = createGuest({ anonymous }, (await addLink(admin, `assets/${asset}`, { comments: true })).token)
  const listed = await succeed(guest.get(`shared/assets/${asset}/comments`))
  t.equal(listed.comments.length, 1)
  t.notOk(JSON.stringify(listed).includes('mention'))
  const sent = await guest.post(`shared/assets/${asset}/comments`, { text: 'x', name: 'Guest', mention_groups: [group] })
  t.strictSame(errorOf(sent), [422, "Unknown parameter 'mention_groups'"])
})
