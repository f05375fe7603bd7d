import { inSharedApp } from '#test/helper/app.js'
import { addItemTo, addProject, readItem, succeed } from '#test/helper/items.js'

const onBothDatabases = inSharedApp()

onBothDatabases('The list of a project holds the assets and projects directly in it', async (t, { admin, addUser }) => {
  const listed = (id: string) => succeed(admin.get(`projects/${id}/assets`))

  await t.test('An empty project has two empty lists', async (t) => {
    const { id } = await addProject(admin)
    t.strictSame(await listed(id), { assets: [], subprojects: [] })
  })

  await t.test('The list holds whole assets and projects', async (t) => {
    const { id } = await addProject(admin)
    const asset = await addItemTo(admin, 'assets', id, { tags: ['a'], description: 'd', media_type: 'live' })
    const subproject = await addItemTo(admin, 'projects', id, { category: 'c' })
    t.strictSame(await listed(id), {
      assets: [await readItem(admin, 'assets', asset.id)],
      subprojects: [await readItem(admin, 'projects', subproject.id)]
    })
    t.equal((await listed(id)).assets[0].project_id, id)
  })

  await t.test('Items in a subproject are in the list of the subproject only', async (t) => {
    const { id } = await addProject(admin)
    const subproject = await addItemTo(admin, 'projects', id)
    const asset = await addItemTo(admin, 'assets', subproject.id)
    t.strictSame((await listed(id)).assets, [])
    t.strictSame((await listed(subproject.id)).assets.map((each: { id: string }) => each.id), [asset.id])
  })

  await t.test('Items in the trash are left out', async (t) => {
    const { id } = await addProject(admin)
    const kept = await addItemTo(admin, 'assets', id)
    const asset = await addItemTo(admin, 'assets', id)
    const subproject = await addItemTo(admin, 'projects', id)
    await succeed(admin.post(`assets/${asset.id}/trash_bin`))
    await succeed(admin.post(`projects/${subproject.id}/trash_bin`))
    const { assets, subprojects } = await listed(id)
    t.strictSame([assets.length, assets[0].id, subprojects], [1, kept.id, []])
  })

  await t.test('Every user of the account may read the list, member or not', async (t) => {
    const { id } = await addProject(admin)
    await addItemTo(admin, 'assets', id)
    const { client } = await addUser()
    t.equal((await succeed(client.get(`projects/${id}/assets`))).assets.length, 1)
  })
})
