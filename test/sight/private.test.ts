import { inSharedApp, type Answer, type Client } from '#test/helper/app.js'
import { addAsset, addItemTo, addProject, historyOf, succeed } from '#test/helper/items.js'

const onBothDatabases = inSharedApp()

const outcome = ({ status, body }: Answer) => [status, body]
const REFUSED = [403, { error: 'Your role does not allow this' }]
const idsOf = (list: any[]) => list.map(({ asset, project }) => (asset ?? project).id).sort()

/** What a user is told by `/changes` from a place on. */
async function toldFrom (client: Client, since: string): Promise<any[]> {
  return (await succeed(client.get(`changes?since=${since}&include=item&limit=500`))).changes
}

const now = async (client: Client) => (await succeed(client.get('changes?since=now'))).next as string
const kindsOf = (changes: any[]) => changes.map(({ event }) => event)

onBothDatabases('A project turns private and public, by those who may do it', async (t, { admin, addUser }) => {
  const lead = await addUser()
  const other = await addUser()
  const freelancer = await addUser({ access: 'projects' })
  const top = await addProject(lead.client, { title: 'Top' })
  const { id } = await addItemTo(lead.client, 'projects', top.id, { title: 'Film' })
  const path = `projects/${id}`
  t.equal((await succeed(other.client.get(path))).project.private, false)

  await t.test('It is no business of those who are not Admin as members', async (t) => {
    t.strictSame(outcome(await other.client.put(path, { private: true })), REFUSED)
    t.equal((await other.client.put(path, { private: false })).status, 200, 'nothing would change')
    t.strictSame(outcome(await other.client.put(path, { private: true, title: 'Taken' })), REFUSED)
    t.equal((await succeed(admin.get(path))).project.title, 'Film', 'nothing is half done')
    t.match((await admin.put(path, { private: 'yes' })).body.error, /'private'/)
  })

  await t.test('An Admin from above becomes its own Admin', async (t) => {
    await succeed(admin.post(`projects/${top.id}/members`, { user_id: freelancer.id, role: 'Admin' }))
    const before = (await historyOf(admin, 'projects', id)).length
    const { project } = await succeed(freelancer.client.put(path, { private: true, title: 'Secret' }))
    t.match(project, { private: true, title: 'Secret' })
    const history = (await historyOf(admin, 'projects', id)).reverse().slice(before)
    t.strictSame(history.map(({ event, fields, targets }) => [event, fields, targets.user_id]), [
      ['PROJECT_EDITED_METADATA', ['title'], undefined], ['USER_LINKED', null, freelancer.id], ['PROJECT_PRIVATE', null, undefined]
    ])
    const { members } = await succeed(freelancer.client.get(`${path}/members`))
    t.strictSame(members.map(({ id, role }: any) => [id, role]), [[lead.id, 'Admin'], [freelancer.id, 'Admin']])
  })

  await t.test('Then it is not there for the others, and nothing in it', async (t) => {
    const asset = await addItemTo(lead.client, 'assets', id, { title: 'Unannounced' })
    t.strictSame(outcome(await other.client.get(path)), [404, { error: 'project not found' }])
    t.strictSame(outcome(await other.client.get(`assets/${asset.id}`)), [404, { error: 'asset not found' }])
    t.strictSame((await succeed(other.client.get('search?q=Unannounced&total=true&facets=type'))),
      { results: [], facets: { type: [] }, total: 0 })
    t.equal((await admin.get(`assets/${asset.id}`)).status, 200, 'an administrator sees it')
    await succeed(admin.post(`${path}/members`, { user_id: other.id, role: 'Viewer' }))
    t.strictSame(outcome(await other.client.put(`assets/${asset.id}`, { title: 'x' })), REFUSED, 'roles bind everybody in it')
    await succeed(admin.delete(`${path}/members`, { user_id: other.id }))
  })

  await t.test('Public again', async (t) => {
    const modified = (await succeed(admin.get(path))).project.modification_date
    await succeed(admin.put(path, { private: false }))
    const history = await historyOf(admin, 'projects', id)
    t.equal(history[0].event, 'PROJECT_PUBLIC')
    t.ok((await succeed(other.client.get(path))).project.modification_date >= modified)
    t.ok((await historyOf(admin, 'projects', id)).length === history.length)
  })

  await t.test('An administrator makes it private without becoming a member', async (t) => {
    const { members } = await succeed(admin.get(`${path}/members`))
    await succeed(admin.put(path, { private: true }))
    t.strictSame((await succeed(admin.get(`${path}/members`))).members, members)
  })
})

onBothDatabases('Changes in private projects are told to their members', async (t, { admin, addUser }) => {
  const lead = await addUser()
  const other = await addUser()
  const shown = await addProject(admin, { title: 'Shown' })
  const { id } = await addItemTo(lead.client, 'projects', shown.id, { title: 'Film' })
  const asset = await addItemTo(lead.client, 'assets', id, { title: 'Take' })

  await t.test('Those who see what it is in learn that it turned private', async (t) => {
    const place = await now(other.client)
    await succeed(lead.client.put(`projects/${id}`, { private: true, title: 'Secret' }))
    await succeed(lead.client.put(`assets/${asset.id}`, { title: 'Secret take' }))
    const told = await toldFrom(other.client, place)
    t.strictSame(told.map(({ event, item }) => [event, item]), [['PROJECT_PRIVATE', null]])
    t.strictSame(kindsOf(await toldFrom(lead.client, place)), ['PROJECT_EDITED_METADATA', 'PROJECT_PRIVATE', 'ASSET_EDITED_METADATA'])
  })

  await t.test('What comes in leaves the place where it was, and what is taken out is in the open', async (t) => {
    const loose = await addAsset(lead.client, { title: 'Loose' })
    const place = await now(other.client)
    await succeed(lead.client.post(`assets/${loose.id}/assign`, { to_project_id: id }))
    await succeed(lead.client.delete(`assets/${loose.id}/unassign`))
    const told = await toldFrom(other.client, place)
    t.strictSame(told.map(({ event, item }) => [event, item?.asset?.title]), [['ASSET_LINKED', 'Loose'], ['ASSET_UNLINKED', 'Loose']])
  })

  await t.test('Nothing is told of a move from one private project into another', async (t) => {
    const second = await addProject(lead.client, { title: 'Second', private: true })
    const place = await now(other.client)
    await succeed(lead.client.post(`assets/${asset.id}/assign`, { to_project_id: second.id }))
    await succeed(lead.client.post(`projects/${second.id}/assign`, { to_project_id: id }))
    t.strictSame(kindsOf(await toldFrom(other.client, place)), [])
    await succeed(lead.client.post(`assets/${asset.id}/assign`, { to_project_id: id }))
  })

  await t.test('What a bulk makes and puts into it was never in the open', async (t) => {
    const place = await now(other.client)
    const { results } = await succeed(lead.client.post('bulk', {
      atomic: true,
      operations: [
        { method: 'POST', path: '/api/v2/projects', body: { title: 'Reel' } },
        { method: 'POST', path: '/api/v2/assets', body: { title: 'Cut' } },
        { method: 'POST', path: '/api/v2/assets/{{1.asset.id}}/assign', body: { to_project_id: '{{0.project.id}}' } },
        { method: 'POST', path: '/api/v2/projects/{{0.project.id}}/assign', body: { to_project_id: id } }
      ]
    }))
    t.strictSame(results.map(({ status }: any) => status), [200, 200, 200, 200])
    t.strictSame(kindsOf(await toldFrom(other.client, place)), [])
    t.strictSame(kindsOf(await toldFrom(lead.client, place)),
      ['PROJECT_ADDED', 'USER_LINKED', 'ASSET_ADDED', 'ASSET_LINKED', 'PROJECT_LINKED'])
  })

  await t.test('What was in it is for administrators alone when it is deleted for good', async (t) => {
    const place = await now(other.client)
    t.strictSame(outcome(await other.client.delete(`projects/${shown.id}`)), REFUSED, 'not with what others made in private')
    await succeed(admin.delete(`projects/${shown.id}`))
    t.strictSame(kindsOf(await toldFrom(other.client, place)), ['PROJECT_PURGED'], 'the one around it')
    t.strictSame(kindsOf(await toldFrom(other.client, await beginning(admin))).includes('ASSET_EDITED_METADATA'), false)
    t.ok(kindsOf(await toldFrom(admin, place)).includes('ASSET_PURGED'))
  })
})

/** A cursor before the first change. */
async function beginning (client: Client): Promise<string> {
  return (await succeed(client.get('changes?limit=1'))).next
}

onBothDatabases('Links, exports and imports heed private projects', async (t, { admin, addUser, anonymous }) => {
  const lead = await addUser()
  const other = await addUser()
  const top = await addProject(lead.client, { title: 'Top' })
  const shown = await addItemTo(lead.client, 'assets', top.id, { title: 'Shown' })
  const { id } = await addItemTo(lead.client, 'projects', top.id, { title: 'Secret', private: true })
  const secret = await addItemTo(lead.client, 'assets', id, { title: 'Hidden' })

  await t.test('A link of a project stops at private ones below it, whoever made it', async (t) => {
    for (const client of [lead.client, admin]) {
      const { link } = await succeed(client.post(`projects/${top.id}/links`, {}))
      const token = new URL(link.url).hash.slice(1) || link.url.split('/').at(-1)
      const guest = (path: string) => anonymous.send('GET', path, undefined, { authorization: `Bearer ${token}` })
      const { assets } = (await guest('shared/assets')).body
      t.strictSame(assets.map(({ id }: any) => id), [shown.id])
      t.equal((await guest(`shared/assets/${secret.id}`)).status, 404)
      t.equal((await guest(`shared/assets/${shown.id}`)).status, 200)
    }
    const { link } = await succeed(lead.client.post(`projects/${id}/links`, {}))
    const token = new URL(link.url).hash.slice(1) || link.url.split('/').at(-1)
    const { assets } = (await anonymous.send('GET', 'shared/assets', undefined, { authorization: `Bearer ${token}` })).body
    t.strictSame(assets.map(({ id }: any) => id), [secret.id], 'one of the private project itself shows what is in it')
  })

  await t.test('Exports as lines have it, and CSV lacks it', async (t) => {
    const lines = (await lead.client.get('export?type=project')).text.trim().split('\n').map((line) => JSON.parse(line))
    t.strictSame(lines.map(({ project }) => [project.title, project.private]), [['Top', false], ['Secret', true]])
    t.notOk((await lead.client.get('export?format=csv')).text.split('\n')[0]!.includes('private'))
    t.strictSame(idsOf((await other.client.get(`export?within=${top.id}`)).text.trim().split('\n').map((line) => JSON.parse(line))),
      [shown.id], 'it ends at what is not seen')
  })
})
