import { onBothDatabases, type Client } from '../helper/app.js'
import {
  addAsset, addItemTo, addProject, assign, eventsOf, isDeleted, readItem, succeed, type ItemPath
} from '../helper/items.js'

/** A chain of three projects, each with one asset. */
async function growTree (client: Client) {
  const top = (await addProject(client)).id as string
  const below = async (path: ItemPath, id: string) => (await addItemTo(client, path, id)).id as string
  const middle = await below('projects', top)
  const bottom = await below('projects', middle)
  return {
    top,
    middle,
    bottom,
    topAsset: await below('assets', top),
    middleAsset: await below('assets', middle),
    bottomAsset: await below('assets', bottom)
  }
}

type Tree = Awaited<ReturnType<typeof growTree>>

const pathOf = (name: string): ItemPath => name.endsWith('Asset') ? 'assets' : 'projects'

onBothDatabases('A project is trashed, restored and deleted with its subtree', async (t, { app, admin }) => {
  const trash = (path: ItemPath, id: string) => succeed(admin.post(`${path}/${id}/trash_bin`))
  const restore = (path: ItemPath, id: string) => succeed(admin.post(`${path}/${id}/restore`))
  /** The names of trashed items. */
  const trashed = async (tree: Tree) => {
    const names: string[] = []
    for (const [name, id] of Object.entries(tree)) if (await isDeleted(admin, pathOf(name), id)) names.push(name)
    return names
  }
  const countOf = async (name: string, id: string, ending: string) =>
    (await eventsOf(admin, pathOf(name), id)).filter((event) => event.endsWith(ending)).length

  await t.test('Trashing and restoring a project include its subtree, with one event for each item', async (t) => {
    const tree = await growTree(admin)
    await trash('projects', tree.top)
    t.strictSame(await trashed(tree), Object.keys(tree))
    await restore('projects', tree.top)
    t.strictSame(await trashed(tree), [])
    for (const [name, id] of Object.entries(tree)) {
      t.strictSame([await countOf(name, id, '_REMOVED'), await countOf(name, id, '_RESTORED')], [1, 1], name)
    }
    t.equal((await readItem(admin, 'assets', tree.bottomAsset)).project_id, tree.bottom, 'all stay where they were')
  })

  await t.test('Trashing a subproject leaves its parent and its siblings active', async (t) => {
    const tree = await growTree(admin)
    await trash('projects', tree.middle)
    t.strictSame(await trashed(tree), ['middle', 'bottom', 'middleAsset', 'bottomAsset'])
  })

  await t.test('Items that were in the trash before stay there when the project is restored', async (t) => {
    const tree = await growTree(admin)
    await trash('assets', tree.topAsset)
    await trash('projects', tree.bottom)
    await trash('projects', tree.top)
    t.equal(await countOf('topAsset', tree.topAsset, '_REMOVED'), 1, 'no second event')
    t.equal(await countOf('bottomAsset', tree.bottomAsset, '_REMOVED'), 1)
    await restore('projects', tree.top)
    t.strictSame(await trashed(tree), ['bottom', 'topAsset', 'bottomAsset'])
    await restore('projects', tree.bottom)
    t.strictSame(await trashed(tree), ['topAsset'])
  })

  await t.test('A child restored alone becomes active and keeps its project', async (t) => {
    const tree = await growTree(admin)
    await trash('projects', tree.top)
    await restore('assets', tree.middleAsset)
    t.strictSame(await trashed(tree), ['top', 'middle', 'bottom', 'topAsset', 'bottomAsset'])
    t.equal((await readItem(admin, 'assets', tree.middleAsset)).project_id, tree.middle)
    await restore('projects', tree.top)
    t.strictSame(await trashed(tree), [])
    t.equal(await countOf('middleAsset', tree.middleAsset, '_RESTORED'), 1, 'it is not restored a second time')
  })

  await t.test('A subproject restored alone brings back its subtree, and nothing above', async (t) => {
    const tree = await growTree(admin)
    await trash('projects', tree.top)
    await restore('projects', tree.middle)
    t.strictSame(await trashed(tree), ['top', 'topAsset'])
    t.equal((await readItem(admin, 'projects', tree.middle)).project_id, tree.top)
    await restore('projects', tree.top)
    t.strictSame(await trashed(tree), [])
    t.equal(await countOf('bottom', tree.bottom, '_RESTORED'), 1)
  })

  await t.test('A subproject restored alone leaves items in the trash that were trashed on their own', async (t) => {
    const tree = await growTree(admin)
    await trash('assets', tree.bottomAsset)
    await trash('projects', tree.top)
    await restore('projects', tree.middle)
    t.strictSame(await trashed(tree), ['top', 'topAsset', 'bottomAsset'])
  })

  await t.test('Active items below a subproject that is already in the trash are trashed too', async (t) => {
    const tree = await growTree(admin)
    await trash('projects', tree.middle)
    await restore('projects', tree.bottom)
    t.strictSame(await trashed(tree), ['middle', 'middleAsset'])
    await trash('projects', tree.top)
    t.strictSame(await trashed(tree), Object.keys(tree))
    await restore('projects', tree.top)
    t.strictSame(await trashed(tree), ['middle', 'middleAsset'])
  })

  await t.test('A child that was restored and trashed again is not restored with its project', async (t) => {
    const tree = await growTree(admin)
    await trash('projects', tree.top)
    await restore('assets', tree.topAsset)
    await trash('assets', tree.topAsset)
    await restore('projects', tree.top)
    t.strictSame(await trashed(tree), ['topAsset'])
  })

  await t.test('An item that is moved while it is in the trash is restored with its cohort', async (t) => {
    const tree = await growTree(admin)
    const elsewhere = await addProject(admin)
    await trash('projects', tree.top)
    await assign(admin, 'assets', tree.topAsset, elsewhere.id)
    await assign(admin, 'projects', tree.middle, elsewhere.id)
    await restore('projects', tree.top)
    t.strictSame(await trashed(tree), [])
    t.equal((await readItem(admin, 'assets', tree.topAsset)).project_id, elsewhere.id)
  })

  await t.test('An item that was trashed alone and then moved is not restored with the project', async (t) => {
    const tree = await growTree(admin)
    const late = await addAsset(admin)
    await trash('assets', late.id)
    await trash('projects', tree.top)
    await assign(admin, 'assets', late.id, (await addProject(admin)).id)
    await restore('projects', tree.top)
    t.equal(await isDeleted(admin, 'assets', late.id), true)
  })

  await t.test('Restoring one project leaves another one in the trash', async (t) => {
    const [first, second] = [await growTree(admin), await growTree(admin)]
    await trash('projects', first.top)
    await trash('projects', second.top)
    await restore('projects', first.top)
    t.strictSame([(await trashed(first)).length, (await trashed(second)).length], [0, 6])
  })

  await t.test('DELETE removes the whole subtree, active or in the trash, with one event for each item', async (t) => {
    const tree = await growTree(admin)
    await trash('assets', tree.topAsset)
    await trash('projects', tree.bottom)
    await succeed(admin.put(`assets/${tree.bottomAsset}`, { external_id: 'deep down' }))
    await succeed(admin.delete(`projects/${tree.top}`))
    for (const [name, id] of Object.entries(tree)) {
      t.equal(await isDeleted(admin, pathOf(name), id), null, name)
      const where = name.endsWith('Asset')
        ? { assetId: id, event: 'ASSET_PURGED' }
        : { projectId: id, event: 'PROJECT_PURGED' }
      t.equal(await app.database.reads.prisma.historyEntry.count({ where }), 1, name)
    }
    t.equal((await admin.get('external_ids/deep%20down')).status, 404)
  })

  await t.test('DELETE of a subproject leaves its parent and its siblings', async (t) => {
    const tree = await growTree(admin)
    await succeed(admin.delete(`projects/${tree.middle}`))
    t.strictSame([await isDeleted(admin, 'projects', tree.top), await isDeleted(admin, 'assets', tree.topAsset)], [
      false,
      false
    ])
    t.strictSame(
      [await isDeleted(admin, 'projects', tree.bottom), await isDeleted(admin, 'assets', tree.bottomAsset)],
      [null, null]
    )
  })
})
