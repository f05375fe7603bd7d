import { createUsers } from '../../src/access/users.js'
import { type Answer, type Client, inAppOfProcess } from '../helper/app.js'
import { addCollection, putInto } from '../helper/collections.js'
import { addLink } from '../helper/links.js'
import { addAsset, addItemTo, addProject, assign, historyOf, readItem, succeed } from '../helper/items.js'

const onBothDatabases = inAppOfProcess()

interface Ids {
  readonly asset: string
  readonly project: string
  readonly collection: number
  readonly ownCollection: number
  readonly link: number
  /** The stranger's own asset and project. */
  readonly own: { readonly asset: string, readonly project: string }
  readonly userId: number
}

const assetMissing = { error: 'asset not found' }
const projectMissing = { error: 'project not found' }
const collectionMissing = { error: 'Collection not found' }

/** All requests for an item of another account. The user id is that of a real user. */
const requests: Array<[request: (client: Client, ids: Ids) => Promise<Answer>, body: object]> = [
  [(client, { asset }) => client.get(`assets/${asset}`), assetMissing],
  [(client, { asset }) => client.put(`assets/${asset}`, { title: 'Stolen', external_id: 'stolen' }), assetMissing],
  [(client, { asset }) => client.post(`assets/${asset}/trash_bin`), assetMissing],
  [(client, { asset }) => client.post(`assets/${asset}/trashbin`), assetMissing],
  [(client, { asset }) => client.post(`assets/${asset}/restore`), assetMissing],
  [(client, { asset }) => client.delete(`assets/${asset}`), assetMissing],
  [(client, { asset, own }) => client.post(`assets/${asset}/assign`, { to_project_id: own.project }), assetMissing],
  [(client, { asset }) => client.delete(`assets/${asset}/unassign`), assetMissing],
  [(client, { asset }) => client.get(`assets/${asset}/history`), assetMissing],
  [(client, { project }) => client.get(`projects/${project}`), projectMissing],
  [(client, { project }) => client.put(`projects/${project}`, { title: 'Stolen' }), projectMissing],
  [(client, { project }) => client.post(`projects/${project}/trash_bin`), projectMissing],
  [(client, { project }) => client.post(`projects/${project}/trashbin`), projectMissing],
  [(client, { project }) => client.post(`projects/${project}/restore`), projectMissing],
  [(client, { project }) => client.delete(`projects/${project}`), projectMissing],
  [(client, { project, own }) => client.post(`projects/${project}/assign`, { to_project_id: own.project }),
    projectMissing],
  [(client, { project }) => client.delete(`projects/${project}/unassign`), projectMissing],
  [(client, { project }) => client.get(`projects/${project}/assets`), projectMissing],
  [(client, { project }) => client.get(`projects/${project}/assets?limit=1`), projectMissing],
  [(client, { project }) => client.get(`projects/${project}/history`), projectMissing],
  [(client, { project }) => client.get(`projects/${project}/members`), projectMissing],
  [(client, { project, userId }) => client.post(`projects/${project}/members`, { user_id: userId }), projectMissing],
  [(client, { project, userId }) => client.delete(`projects/${project}/members`, { user_id: userId }), projectMissing],
  [(client, { asset }) => client.get(`assets/${asset}/collections`), assetMissing],
  [(client, { collection }) => client.get(`collections/${collection}`), collectionMissing],
  [(client, { collection }) => client.post(`collections/${collection}`, { title: 'Stolen' }), collectionMissing],
  [(client, { collection }) => client.delete(`collections/${collection}`), collectionMissing],
  [(client, { collection }) => client.get(`collections/${collection}/assets`), collectionMissing],
  [(client, { collection, own }) => client.post(`collections/${collection}/assets`, { asset_ids: [own.asset] }),
    collectionMissing],
  [(client, { collection, asset }) => client.delete(`collections/${collection}/assets`, { asset_ids: [asset] }),
    collectionMissing],
  [(client, { asset, ownCollection }) => client.post(`collections/${ownCollection}/assets`, { asset_ids: [asset] }),
    assetMissing],
  [(client, { asset }) => client.get(`assets/${asset}/approvals`), assetMissing],
  [(client, { asset, userId }) => client.post(`assets/${asset}/approvals`, { user_ids: [userId] }), assetMissing],
  [(client, { asset }) => client.post(`assets/${asset}/approvals/1`, { status: 'approved' }), assetMissing],
  [(client, { asset }) => client.delete(`assets/${asset}/approvals/1`), assetMissing],
  [(client, { asset }) => client.put(`assets/${asset}/favorite`), assetMissing],
  [(client, { asset }) => client.delete(`assets/${asset}/favorite`), assetMissing],
  [(client, { project }) => client.put(`projects/${project}/favorite`), projectMissing],
  [(client, { project }) => client.delete(`projects/${project}/favorite`), projectMissing],
  [(client, { collection }) => client.put(`collections/${collection}/favorite`), collectionMissing],
  [(client, { collection }) => client.delete(`collections/${collection}/favorite`), collectionMissing],
  [(client, { asset }) => client.get(`assets/${asset}/comments`), assetMissing],
  [(client, { asset }) => client.post(`assets/${asset}/comments`, { text: 'x' }), assetMissing],
  [(client, { asset }) => client.get(`assets/${asset}/comments/1`), assetMissing],
  [(client, { asset }) => client.post(`assets/${asset}/comments/1`, { done: true }), assetMissing],
  [(client, { asset }) => client.delete(`assets/${asset}/comments/1`), assetMissing],
  [(client, { project }) => client.get(`projects/${project}/comments`), projectMissing],
  [(client, { project }) => client.post(`projects/${project}/comments`, { text: 'x' }), projectMissing],
  [(client, { project }) => client.get(`projects/${project}/comments/1`), projectMissing],
  [(client, { project }) => client.post(`projects/${project}/comments/1`, { done: true }), projectMissing],
  [(client, { project }) => client.delete(`projects/${project}/comments/1`), projectMissing],
  [(client, { asset }) => client.get(`assets/${asset}/links`), assetMissing],
  [(client, { asset }) => client.post(`assets/${asset}/links`, {}), assetMissing],
  [(client, { asset, link }) => client.delete(`assets/${asset}/links/${link}`), assetMissing],
  [(client, { project }) => client.get(`projects/${project}/links`), projectMissing],
  [(client, { project }) => client.post(`projects/${project}/links`, {}), projectMissing],
  [(client, { project, link }) => client.delete(`projects/${project}/links/${link}`), projectMissing],
  [(client, { collection }) => client.get(`collections/${collection}/links`), collectionMissing],
  [(client, { collection }) => client.post(`collections/${collection}/links`, {}), collectionMissing],
  [(client, { collection, link }) => client.delete(`collections/${collection}/links/${link}`), collectionMissing],
  [(client, { own, link }) => client.delete(`assets/${own.asset}/links/${link}`), { error: 'Link not found' }],
  [(client) => client.get('external_ids/ours'), { error: 'not found' }]
]

onBothDatabases('Items of another account are not found', async (t, { app, admin, adminCaller, addUser, addStranger }) => {
  const parent = await addProject(admin)
  const project = await addItemTo(admin, 'projects', parent.id)
  const asset = await addItemTo(admin, 'assets', project.id)
  await succeed(admin.put(`assets/${asset.id}`, { external_id: 'ours' }))
  const colleague = await addUser()
  await succeed(admin.post(`projects/${project.id}/members`, { user_id: colleague.id }))
  const stranger = await addStranger()
  const own = { asset: (await addAsset(stranger.client)).id, project: (await addProject(stranger.client)).id }
  const collection = await addCollection(admin, { public: true })
  await putInto(admin, collection.id, [asset.id])
  const ids: Ids = {
    asset: asset.id,
    project: project.id,
    collection: collection.id,
    link: (await addLink(admin, `assets/${asset.id}`)).id,
    ownCollection: (await addCollection(stranger.client)).id,
    own,
    userId: adminCaller.userId
  }

  await t.test('An administrator of another account gets 404 and changes nothing', async (t) => {
    const look = async () => [
      await readItem(admin, 'assets', asset.id),
      await readItem(admin, 'projects', project.id),
      await historyOf(admin, 'assets', asset.id),
      await historyOf(admin, 'projects', project.id),
      await succeed(admin.get(`projects/${project.id}/members`)),
      await succeed(admin.get('collections')),
      await succeed(admin.get(`assets/${asset.id}/links`)),
      await succeed(admin.get(`collections/${collection.id}/assets`)),
      await succeed(admin.get('external_ids/ours'))
    ]
    const before = await look()
    for (const [request, body] of requests) {
      const answer = await request(stranger.client, ids)
      t.strictSame([answer.status, answer.body], [404, body], request.toString())
    }
    t.strictSame(await look(), before)
  })

  await t.test('A project of another account is not found as a target', async (t) => {
    for (const path of ['assets', 'projects'] as const) {
      const { status, body } = await stranger.client.post(
        `${path}/${path === 'assets' ? own.asset : own.project}/assign`,
        { to_project_id: project.id }
      )
      t.strictSame([status, body], [200, { error: `project with id: ${project.id} not found` }])
    }
  })

  await t.test('Users of another account are not found', async (t) => {
    const added = await stranger.client.post(`projects/${own.project}/members`, { user_id: adminCaller.userId })
    t.strictSame(added.body, { error: `User not found with id ${adminCaller.userId}` })
    const removed = await stranger.client.delete(`projects/${own.project}/members`, { user_id: adminCaller.userId })
    t.strictSame(removed.body, { error: 'User is not a member of this project' })
  })

  await t.test('No list shows a project of another account', async (t) => {
    t.strictSame((await succeed(stranger.client.get('projects'))).projects, [own.project])
    t.strictSame((await succeed(admin.get('projects'))).projects.includes(own.project), false)
    t.strictSame(await succeed(stranger.client.get(`projects/${own.project}/assets`)), { assets: [], subprojects: [] })
  })

  await t.test('History names the account of each item', async (t) => {
    const [theirs] = await historyOf(stranger.client, 'assets', own.asset)
    const ours = await historyOf(admin, 'assets', asset.id)
    t.ok(theirs.account.startsWith('account '))
    t.notOk(ours.some((entry) => entry.account === theirs.account))
  })

  await t.test('Trashing and deleting own projects does not affect other accounts', async (t) => {
    const [top, low] = [await addProject(stranger.client), await addProject(stranger.client)]
    await assign(stranger.client, 'projects', low.id, top.id)
    await succeed(stranger.client.post(`projects/${top.id}/trash_bin`))
    await succeed(stranger.client.delete(`projects/${top.id}`))
    t.equal((await readItem(admin, 'projects', project.id)).deleted, false)
  })

  await t.test('Tokens of another account are invalid', async (t) => {
    const { token } = await createUsers(app).issueToken({ kind: 'confirmation', email: adminCaller.email })
    const { status, body } = await stranger.client.get(`tokens/confirmation_token?token=${token}`)
    t.strictSame([status, body], [400, { error: 'Invalid token' }])
  })
})

onBothDatabases('Within an account every key may use every endpoint that is not for administrators', async (t, { admin, addUser }) => {
  const project = await addProject(admin)
  const asset = await addItemTo(admin, 'assets', project.id)
  const { client, id } = await addUser()
  await succeed(client.put(`assets/${asset.id}`, { title: 'By a colleague' }))
  await succeed(client.put(`projects/${project.id}`, { title: 'By a colleague' }))
  await succeed(client.get(`projects/${project.id}/history`))
  await succeed(client.post(`projects/${project.id}/members`, { user_id: id }))
  await succeed(client.delete(`assets/${asset.id}/unassign`))
  await succeed(client.post(`projects/${project.id}/trash_bin`))
  await succeed(client.post(`projects/${project.id}/restore`))
  await succeed(client.delete(`projects/${project.id}`))
  t.equal((await client.delete(`assets/${asset.id}`)).status, 200)
})
