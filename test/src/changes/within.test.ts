import type { Test } from 'tap'
import { purgeDue } from '#src/trash/timer.js'
import { inOneApp, type Client, type World } from '../../helper/app.js'
import { addAsset, addItemTo, addProject, assign, succeed, type ItemPath } from '../../helper/items.js'
import { openTwice } from '../../helper/processes.js'
import { createRandom, stepsOf } from '../../helper/random.js'
import { ALL_ITEM_EVENTS, addWebhook, queuedFor } from '../../helper/webhooks.js'

const onBothDatabases = inOneApp()

interface Told {
  readonly id: string
  readonly event: string
  readonly targets: { readonly asset_id?: string, readonly project_id?: string }
}

/** The changes within a project since a place, page by page. */
async function listWithin (client: Client, projectId: string, since: string): Promise<Told[]> {
  const listed: Told[] = []
  const kinds = ALL_ITEM_EVENTS.map((kind) => `event=${kind}`).join('&')
  for (let place = since, more = true; more;) {
    const { body } = await client.get(`changes?within=${projectId}&since=${place}&limit=7&${kinds}`)
    listed.push(...body.changes)
    ;({ next: place, more } = body)
  }
  return listed
}

/** What databases got that had changes before places were kept: everything stood where it stood at that moment. */
const begins = [`
  INSERT INTO project_parents (account_id, project_id, number, parent_id)
  SELECT account_id, id, 0, project_id FROM projects WHERE project_id IS NOT NULL`, `
  UPDATE changes SET project_id = places.project_id
  FROM (
    SELECT h.id, CASE WHEN h.asset_id IS NULL THEN p.project_id ELSE a.project_id END AS project_id
    FROM history h LEFT JOIN assets a ON a.id = h.asset_id LEFT JOIN projects p ON p.id = h.project_id
  ) AS places
  WHERE places.id = changes.entry_id`].map((text) => ({ name: '', text: () => text }))

const said = ({ event, targets }: Told) => `${event} ${targets.asset_id ?? targets.project_id}`
const now = async (client: Client): Promise<string> => (await succeed(client.get('changes?since=now'))).next

onBothDatabases('Changes within a project stay listed after it, or a project in it, was deleted', async (t, { admin, app }) => {
  const since = await now(admin)
  const top = await addProject(admin)
  const middle = await addItemTo(admin, 'projects', top.id)
  const asset = await addItemTo(admin, 'assets', middle.id)
  const story = [`PROJECT_LINKED ${middle.id}`, `ASSET_LINKED ${asset.id}`]
  const tell = async () => (await listWithin(admin, top.id, since)).map(said)

  await t.test('a project in it is trashed and deleted', async (t) => {
    await succeed(admin.post(`projects/${middle.id}/trash_bin`))
    await succeed(admin.delete(`projects/${middle.id}`))
    story.push(`PROJECT_REMOVED ${middle.id}`, `ASSET_REMOVED ${asset.id}`, `ASSET_PURGED ${asset.id}`)
    story.push(`PROJECT_PURGED ${middle.id}`)
    t.strictSame(await tell(), story)
  })

  await t.test('a project in it is purged by the timer, with the items that were trashed with it', async (t) => {
    const due = await addItemTo(admin, 'projects', top.id)
    const inner = await addItemTo(admin, 'projects', due.id)
    const [goes, stays] = [await addItemTo(admin, 'assets', inner.id), await addItemTo(admin, 'assets', inner.id)]
    await succeed(admin.post(`projects/${due.id}/trash_bin`))
    await succeed(admin.post(`assets/${stays.id}/restore`))
    await purgeDue({ ...app, retentionDays: 0, clock: () => Date.now() + 1000 }, new AbortController().signal)
    await succeed(admin.put(`assets/${stays.id}`, { title: 'elsewhere' }))
    const told = (await tell()).slice(story.length)
    t.strictSame(told.slice(-4), [`ASSET_PURGED ${goes.id}`, `ASSET_UNLINKED ${stays.id}`, `PROJECT_PURGED ${inner.id}`,
      `PROJECT_PURGED ${due.id}`])
    story.push(...told)
  })

  await t.test('the project itself is deleted', async (t) => {
    const last = await addItemTo(admin, 'assets', top.id)
    await succeed(admin.delete(`projects/${top.id}`))
    t.strictSame(await tell(), [...story, `ASSET_LINKED ${last.id}`, `ASSET_PURGED ${last.id}`])
  })
})

onBothDatabases('A change counts for the project in which the item was then, and a move counts for both projects', async (t, { admin, addStranger }) => {
  const [from, to] = [await addProject(admin), await addProject(admin)]
  const branch = await addItemTo(admin, 'projects', from.id)
  const leaf = await addItemTo(admin, 'projects', branch.id)
  const asset = await addItemTo(admin, 'assets', leaf.id)
  const since = await now(admin)
  const edit = (title: string) => succeed(admin.put(`assets/${asset.id}`, { title }))
  await edit('in the first')
  await assign(admin, 'projects', branch.id, to.id)
  await edit('in the second')
  await succeed(admin.delete(`projects/${branch.id}/unassign`))
  await edit('nowhere')
  await assign(admin, 'projects', branch.id, from.id)
  await assign(admin, 'assets', asset.id, to.id)
  await edit('in the second again')
  const edited = `ASSET_EDITED_METADATA ${asset.id}`
  const [linked, unlinked] = [`PROJECT_LINKED ${branch.id}`, `PROJECT_UNLINKED ${branch.id}`]
  t.strictSame((await listWithin(admin, from.id, since)).map(said), [edited, unlinked, linked,
    `ASSET_UNLINKED ${asset.id}`])
  t.strictSame((await listWithin(admin, to.id, since)).map(said), [linked, edited, unlinked, `ASSET_LINKED ${asset.id}`,
    edited])
  const stranger = await addStranger()
  t.strictSame(await listWithin(stranger.client, from.id, await now(stranger.client)), [])
  t.match((await stranger.client.get(`changes?within=${from.id}`)).body.changes, [], 'another account gets nothing')
})

/** Adds a webhook for each project. Returns a function that compares what webhooks and readers get. */
async function createComparison (world: World, projects: readonly string[]) {
  const { admin } = world
  const hooks = new Map<string, number>()
  for (const id of projects) hooks.set(id, (await addWebhook(admin, { project_id: id })).id)
  const since = await now(admin)
  return async function compare (t: Test): Promise<number> {
    let events = 0
    for (const [projectId, hookId] of hooks) {
      // Readers do not get the project itself.
      const told: Told[] = (await queuedFor(world, hookId)).filter(({ targets }) =>
        targets.asset_id !== undefined || targets.project_id !== projectId
      )
      const listed = await listWithin(admin, projectId, since)
      t.strictSame(listed.map(({ id }) => id).sort(), told.map(({ id }) => id).sort(), projectId)
      events += listed.length
    }
    return events
  }
}

onBothDatabases('A reader of the changes within a project gets the same events as a webhook of the project', async (t, world) => {
  const { admin } = world
  const random = createRandom(t)
  const projects: string[] = []
  for (let count = 0; count < 6; count++) projects.push((await addProject(admin)).id)
  const compare = await createComparison(world, projects)
  const items: Array<{ path: ItemPath, id: string }> = projects.map((id) => ({ path: 'projects', id }))
  for (let count = 0; count < 10; count++) items.push({ path: 'assets', id: (await addAsset(admin)).id })

  const operation = (): { method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object } => {
    const { path, id } = random.one(items)
    return random.one([
      { method: 'PUT', path: `${path}/${id}`, body: { title: String(random.below(1e9)) } } as const,
      { method: 'PUT', path: `${path}/${id}`, body: { title: String(random.below(1e9)) } } as const,
      { method: 'POST', path: `${path}/${id}/assign`, body: { to_project_id: random.one(projects) } } as const,
      { method: 'POST', path: `${path}/${id}/assign`, body: { to_project_id: random.one(projects) } } as const,
      { method: 'DELETE', path: `${path}/${id}/unassign` } as const,
      { method: 'POST', path: `${path}/${id}/trash_bin` } as const,
      { method: 'POST', path: `${path}/${id}/restore` } as const,
      ...random.below(20) === 0 ? [{ method: 'DELETE', path: `${path}/${id}` } as const] : []
    ])
  }
  for (let step = 0; step < stepsOf(60); step++) {
    const { method, path, body } = operation()
    if (random.below(4) > 0) await admin.send(method, path, body)
    else {
      const operations = Array.from({ length: 5 }, operation).map((one) => ({ ...one, path: `/api/v2/${one.path}` }))
      await admin.post('bulk', { operations, atomic: random.below(2) === 0 })
    }
  }
  t.ok(await compare(t) > 0)
})

onBothDatabases('Readers and webhooks get the same events when two processes write at the same time', async (t, world) => {
  const { clients: [admin, other] } = await openTwice(t, world)
  const [one, two] = [await addProject(admin), await addProject(admin)]
  const branch = await addItemTo(admin, 'projects', one.id)
  const leaf = await addItemTo(admin, 'projects', branch.id)
  const assets = await Promise.all(Array.from({ length: 8 }, () => addItemTo(admin, 'assets', leaf.id)))
  const compare = await createComparison(world, [one.id, two.id])

  const editing = assets.map(async ({ id }, index) => {
    for (let count = 0; count < 12; count++) {
      await succeed((index % 2 === 0 ? admin : other).put(`assets/${id}`, { title: `Title ${count}` }))
    }
  })
  for (let count = 0; count < 24; count++) {
    const client = count % 3 === 0 ? admin : other
    await assign(client, 'projects', branch.id, count % 2 === 0 ? two.id : one.id)
  }
  await Promise.all(editing)
  t.ok(await compare(t) > 100)
}, {}, ['postgresql'])

onBothDatabases('Changes from before the log of parents are placed by the tree as it was when the log began', async (t, world) => {
  const { admin, app, adminCaller } = world
  const since = await now(admin)
  const top = await addProject(admin)
  const [middle, earlier] = [await addItemTo(admin, 'projects', top.id), await addProject(admin)]
  const asset = await addItemTo(admin, 'assets', earlier.id)
  await assign(admin, 'assets', asset.id, middle.id)
  await app.changes.end(adminCaller)
  await app.transact(adminCaller, async ({ prisma, sql }) => {
    await prisma.projectParent.deleteMany({})
    await prisma.change.updateMany({ data: { projectId: null } })
    for (const statement of begins) await sql.run(statement, [])
  })
  const before = [`PROJECT_ADDED ${middle.id}`, `USER_LINKED ${middle.id}`, `PROJECT_LINKED ${middle.id}`,
    `ASSET_ADDED ${asset.id}`, `ASSET_LINKED ${asset.id}`, `ASSET_UNLINKED ${asset.id}`, `ASSET_LINKED ${asset.id}`]
  t.strictSame((await listWithin(admin, top.id, since)).map(said), before)
  await succeed(admin.delete(`projects/${middle.id}/unassign`))
  await succeed(admin.put(`assets/${asset.id}`, { title: 'outside' }))
  t.strictSame((await listWithin(admin, top.id, since)).map(said), [...before, `PROJECT_UNLINKED ${middle.id}`])
})
