import t from 'tap'
import { newId } from '#src/basics/ids.js'
import { purgeDue } from '#src/trash/timer.js'
import { createWorld, dialects, inOneApp, type Client, type World } from '../../../helper/app.js'
import {
  addAsset, addItem, addItemTo, addProject, assign, MILLISECONDS, readItem, succeed, type ItemPath
} from '../../../helper/items.js'
import { createRandom, stepsOf } from '../../../helper/random.js'

const onBothDatabases = inOneApp()

const DAY_MS = 24 * 60 * 60 * 1000

const trash = (client: Client, path: ItemPath, id: string) => succeed(client.post(`${path}/${id}/trash_bin`))
const restore = (client: Client, path: ItemPath, id: string) => succeed(client.post(`${path}/${id}/restore`))
const listed = async (client: Client, query = ''): Promise<any[]> => (await succeed(client.get(`trash${query}`))).trash
/** The titles of the list, with the number of items trashed with each. */
const counts = async (client: Client) =>
  (await listed(client)).map(({ asset, project, count }) => [(asset ?? project).title, count])

onBothDatabases('The trash lists the items that were trashed themselves, not with a project, newest first', async (t, world) => {
  const { app, admin, adminCaller, addUser, addStranger } = world
  const { prisma } = app.database.reads
  t.strictSame(await listed(admin), [])

  const film = await addProject(admin, { title: 'Film' })
  const scenes = await addItemTo(admin, 'projects', film.id, { title: 'Scenes' })
  const early = await addItemTo(admin, 'assets', scenes.id, { title: 'Early' })
  const child = await addItemTo(admin, 'assets', scenes.id, { title: 'Child' })
  await addItemTo(admin, 'assets', film.id)
  await trash(admin, 'assets', early.id)
  const user = await addUser()
  await trash(user.client, 'projects', film.id)

  await t.test('an entry shows the item, who trashed it and when, when it is purged, and the number of items with it', async (t) => {
    const [project, asset, ...more] = await listed(admin)
    t.strictSame(more, [], 'items that went along have no entry')
    t.strictSame(project.project, await readItem(admin, 'projects', film.id))
    t.strictSame(asset.asset, await readItem(admin, 'assets', early.id))
    t.match([project, asset], [
      { type: 'project', user_id: user.id, count: 4 },
      { type: 'asset', user_id: adminCaller.userId, count: 1 }
    ])
    for (const entry of [project, asset]) {
      const names = ['type', entry.type, 'trashed_at', 'purge_at', 'user_id', 'count']
      t.strictSame(Object.keys(entry), names)
      t.match(entry.trashed_at, MILLISECONDS)
      t.equal(Date.parse(entry.purge_at) - Date.parse(entry.trashed_at), 14 * DAY_MS)
    }
    t.ok(project.project.deleted && asset.asset.deleted)
  })

  await t.test('an item that went along is no longer counted when it is restored or deleted for good', async (t) => {
    await restore(admin, 'assets', child.id)
    t.strictSame(await counts(admin), [['Film', 3], ['Early', 1]])
    await succeed(admin.delete(`projects/${scenes.id}`))
    t.strictSame(await counts(admin), [['Film', 2]], 'with the items in it')
  })

  await t.test('an item that is restored or deleted for good is no longer listed', async (t) => {
    const other = await addAsset(admin, { title: 'Other' })
    await trash(admin, 'assets', other.id)
    await restore(admin, 'projects', film.id)
    t.strictSame(await counts(admin), [['Other', 1]])
    await succeed(admin.delete(`assets/${other.id}`))
    t.strictSame(await listed(admin), [])
  })

  await t.test('an item that is trashed again has an entry again', async (t) => {
    await trash(admin, 'projects', film.id)
    t.strictSame(await counts(admin), [['Film', 2]])
    await trash(admin, 'projects', film.id)
    t.strictSame(await counts(admin), [['Film', 2]], 'once')
  })

  await t.test('an item that the timer or a request is deleting for good is no longer listed', async (t) => {
    const { id: cohortId } = await prisma.trashCohort.findFirstOrThrow({ where: { rootId: film.id, items: 2 } })
    const change = (purgeBegunAt: Date | null) => app.transact(adminCaller, async (tx) => {
      await tx.prisma.trashCohort.updateMany({ where: { id: cohortId }, data: { purgeBegunAt } })
    })
    await change(new Date())
    t.strictSame(await listed(admin), [])
    await change(null)
    t.strictSame(await counts(admin), [['Film', 2]])
    const { accountId, userId } = adminCaller
    await app.transact(adminCaller, async (tx) => {
      await tx.prisma.cascade.create({
        data: { accountId, id: newId(), kind: 'purge', projectId: film.id, cohortId: null, userId }
      })
    })
    t.strictSame(await listed(admin), [])
    await app.transact(adminCaller, async (tx) => { await tx.prisma.cascade.deleteMany() })
    const clock = () => Date.now() + 15 * DAY_MS
    await purgeDue({ ...app, retentionDays: 14, clock }, new AbortController().signal)
    t.strictSame(await listed(admin), [])
  })

  await t.test('every user of the account sees the trash, and nobody else does', async (t) => {
    const { id } = await addProject(user.client, { title: 'Ours' })
    await trash(user.client, 'projects', id)
    t.strictSame(await counts(admin), [['Ours', 1]])
    t.strictSame(await counts(user.client), [['Ours', 1]])
    const stranger = await addStranger()
    t.strictSame(await listed(stranger.client), [])
    t.equal((await world.anonymous.get('trash')).status, 401)
    const { api_key: { key } } = await succeed(admin.post('user/api_keys', { name: 'reader', scope: 'read' }))
    t.equal((await world.anonymous.get('trash', { 'x-api-key': key })).status, 200, 'a key that may only read')
  })

  await t.test('an item that outlives the project it was trashed with is found by a search and can be restored alone', async (t) => {
    const project = await addProject(admin, { title: 'Leaves' })
    const [moved, target] = [await addItemTo(admin, 'assets', project.id), await addProject(admin)]
    await trash(admin, 'projects', project.id)
    await assign(admin, 'assets', moved.id, target.id)
    await succeed(admin.delete(`projects/${project.id}`))
    t.strictSame(await counts(admin), [['Ours', 1]])
    t.equal((await succeed(admin.get('search?deleted=true'))).results.length, 2)
    await restore(admin, 'assets', moved.id)
    t.strictSame(await prisma.trashCohort.count({ where: { items: { not: 0 } } }), 1)
  })
})

onBothDatabases('The trash is paged like every list', async (t, { admin }) => {
  const ids: string[] = []
  for (let index = 0; index < 7; index++) {
    const path = index % 2 === 0 ? 'assets' : 'projects'
    const { id } = await addItem(admin, path, { description: 'x'.repeat(index === 3 ? 100_000 : 10) })
    await trash(admin, path, id)
    ids.unshift(id)
  }
  const idsOf = (entries: any[]) => entries.map((entry) => entry[entry.type].id)
  t.strictSame(idsOf(await listed(admin)), ids)

  const seen: string[] = []
  let url: string | undefined = '/api/v2/trash?limit=3'
  while (url !== undefined) {
    const { body, headers, status } = await admin.get(url)
    t.equal(status, 200)
    seen.push(...idsOf(body.trash))
    url = /<([^<>]+)>; rel="next"/.exec(String(headers.link))?.[1]
    if (seen.length === 3) await trash(admin, 'assets', (await addAsset(admin)).id)
  }
  t.strictSame(seen, ids, 'an item that is trashed between two pages moves nothing')

  await t.test('large items are on pages like others', async (t) => {
    for (let index = 0; index < 4; index++) {
      const tags = Array.from({ length: 1000 }, (_, number) => `${number}${'é'.repeat(300)}`)
      await trash(admin, 'assets', (await addAsset(admin, { tags })).id)
    }
    t.equal((await listed(admin)).length, 12)
    t.equal((await listed(admin, '?limit=3')).length, 3)
  })

  for (const [query, error] of [
    ['limit=0', "Invalid parameter 'limit' value \"0\": Must be a Integer from 1 to 1000"],
    ['limit=1001', "Invalid parameter 'limit' value \"1001\": Must be a Integer from 1 to 1000"],
    ['cursor=x', "Invalid parameter 'cursor' value \"x\": Must be a cursor from a Link header"],
    ['deleted=true', "Unknown parameter 'deleted'"]
  ]) {
    const { status, body } = await admin.get(`trash?${query}`)
    t.strictSame([status, body], [422, { error }])
  }
})

for (const dialect of dialects) {
  t.test(`purge_at follows TRASH_RETENTION_DAYS (${dialect})`, async (t) => {
    const { admin } = await createWorld(t, dialect, { TRASH_RETENTION_DAYS: '0.5' })
    await trash(admin, 'assets', (await addAsset(admin)).id)
    const [{ trashed_at: trashedAt, purge_at: purgeAt }] = await listed(admin)
    t.equal(Date.parse(purgeAt) - Date.parse(trashedAt), DAY_MS / 2)
  })
}

onBothDatabases('The counts of the trash stay right under random concurrent trashes, restores and deletes', async (t, world) => {
  const random = createRandom(t)
  const { admin } = world
  const projects: any[] = [await addProject(admin)]
  const assets: any[] = []
  for (let index = 0; index < 6; index++) projects.push(await addItemTo(admin, 'projects', random.one(projects).id))
  for (let index = 0; index < 20; index++) assets.push(await addItemTo(admin, 'assets', random.one(projects).id))
  const things = [...projects.map(({ id }) => `projects/${id}`), ...assets.map(({ id }) => `assets/${id}`)]
  for (let round = 0; round < stepsOf(4); round++) {
    await Promise.all(Array.from({ length: 8 }, () => {
      const thing = random.one(things)
      return random.below(20) === 0 ? admin.delete(thing) : admin.post(`${thing}/${random.one(['trash_bin', 'restore'])}`)
    }))
    await requireRightCounts(world)
  }

  async function requireRightCounts ({ app: { database: { reads: { prisma } } } }: World): Promise<void> {
    const cohorts = await prisma.trashCohort.findMany({
      include: { _count: { select: { assets: true, projects: true } } }
    })
    const right = cohorts.map(({ _count: { assets, projects } }) => assets + projects)
    t.strictSame(cohorts.map(({ items }) => items), right)
  }
})
