import { addCollection, putInto } from '#test/helper/collections.js'
import type { Answer } from '#test/helper/app.js'
import { fillProject } from '#test/helper/fill.js'
import { addProject, succeed } from '#test/helper/items.js'
import { addLink, createGuest } from '#test/helper/links.js'
import { inOneAppWithMedia } from '#test/helper/media/world.js'

const onBothDatabases = inOneAppWithMedia()

const outcome = ({ status, body }: Answer) => ({ status, body })
const TOO_MANY = { status: 200, body: { error: 'Must not have more than 1000 assets' } }
const NOT_READY = { status: 200, body: { error: 'No file is ready' } }

onBothDatabases('More than 1,000 assets of a link are not downloaded unless they are named', async (t, world) => {
  const { app, admin, adminCaller } = world
  const project = await addProject(admin)
  const { assets } = await fillProject(world, project.id, { assets: 1001 })
  await app.transact(adminCaller, async (tx) => { for (const id of assets) tx.touch('asset', id) })
  const { id: collection } = await addCollection(admin)
  await putInto(admin, collection, assets.slice(0, 1000))
  await putInto(admin, collection, assets.slice(1000))
  for (const path of [`projects/${project.id}`, `collections/${collection}`]) {
    const guest = createGuest(world, (await addLink(admin, path, { download: true })).token)
    t.strictSame(outcome(await guest.post('shared/downloads')), TOO_MANY, path)
    t.strictSame(outcome(await guest.post('shared/downloads', { asset_ids: assets.slice(0, 1000) })), NOT_READY)
  }
  await succeed(admin.post(`assets/${assets[0]}/trash_bin`))
  for (const path of [`projects/${project.id}`, `collections/${collection}`]) {
    const guest = createGuest(world, (await addLink(admin, path, { download: true })).token)
    t.strictSame(outcome(await guest.post('shared/downloads')), NOT_READY, 'a thousand are allowed')
  }
})
