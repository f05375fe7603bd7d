import { addCollection, putInto } from '#test/helper/collections.js'
import type { Answer } from '#test/helper/app.js'
import { addItemTo, addProject, historyOf, NOBODYS_ID, succeed } from '#test/helper/items.js'
import { addLink, createGuest } from '#test/helper/links.js'
import { startFileSender } from '#test/helper/media/sender.js'
import { attachReady, inOneAppWithMedia, pathOf } from '#test/helper/media/world.js'

const onBothDatabases = inOneAppWithMedia()

const outcome = ({ status, body }: Answer) => ({ status, body })
const NOT_FOUND = { status: 404, body: { error: 'asset not found' } }
const NOT_READY = { status: 200, body: { error: 'No file is ready' } }

onBothDatabases('Guests download what a link shows as one ZIP, if the link allows it', async (t, world) => {
  const { app, admin } = world
  const project = await addProject(admin)
  const below = await addItemTo(admin, 'projects', project.id)
  const [inside, deeper, bare, trashed] = await Promise.all([project.id, below.id, below.id, project.id].map((id) => addItemTo(admin, 'assets', id)))
  const elsewhere = await addItemTo(admin, 'assets', (await addProject(admin)).id)
  const sender = await startFileSender(t, { bytes: Buffer.from('A film') })
  for (const { id } of [inside, deeper, trashed, elsewhere]) await attachReady(admin, id, sender.url, 'clip.mov')
  await succeed(admin.post(`assets/${trashed.id}/trash_bin`))
  const { id: collection } = await addCollection(admin)
  await putInto(admin, collection, [deeper.id, elsewhere.id, trashed.id])

  for (const [path, all] of [
    [`projects/${project.id}`, [inside.id, deeper.id]], [`collections/${collection}`, [deeper.id, elsewhere.id]], [`assets/${inside.id}`, [inside.id]]
  ] as const) {
    const link = await addLink(admin, path, { download: true })
    const guest = createGuest(world, link.token)
    for (const body of [undefined, {}, { asset_ids: all }, { asset_ids: [...all, all[0]] }]) {
      const { download } = await succeed(guest.post('shared/downloads', body))
      t.strictSame(Object.keys(download), ['url', 'expires_at', 'files', 'size'])
      t.equal(download.files, all.length, path)
    }
    const { download } = await succeed(guest.post('shared/downloads'))
    const zip = await app.inject(pathOf(download.url))
    t.strictSame([zip.statusCode, zip.rawPayload.length], [200, download.size])
    for (const id of all) {
      const [event] = await historyOf(admin, 'assets', id)
      t.match(event, { event: 'ASSET_DOWNLOADED', user_id: 0, targets: { asset_id: id, link_id: link.id } })
    }
    for (const id of [trashed.id, NOBODYS_ID, 'x', path.startsWith('collections') ? inside.id : elsewhere.id]) {
      t.strictSame(outcome(await guest.post('shared/downloads', { asset_ids: [all[0], id] })), NOT_FOUND)
    }
    const silent = createGuest(world, (await addLink(admin, path)).token)
    for (const body of [undefined, { asset_ids: [] }, { asset_ids: [NOBODYS_ID] }]) {
      t.strictSame(outcome(await silent.post('shared/downloads', body)), { status: 403, body: { error: 'This link does not allow downloads' } })
    }
    await succeed(admin.delete(`${path}/links/${link.id}`))
    t.strictSame(outcome(await guest.post('shared/downloads')), { status: 404, body: { error: 'Link not found' } })
  }

  const guest = createGuest(world, (await addLink(admin, `projects/${project.id}`, { download: true })).token)
  t.strictSame(outcome(await guest.post('shared/downloads', { asset_ids: [bare.id] })), NOT_READY)
  const range = 'Must be an array of String of 1 to 1000 elements'
  t.match((await guest.post('shared/downloads', { asset_ids: [] })).body.error, range)
  t.match((await guest.post('shared/downloads', { asset_ids: Array(1001).fill(bare.id) })).body.error, 'Must be an array of String of at most 1000 elements')
  t.strictSame(outcome(await guest.post('shared/downloads', { asset_ids: Array(1000).fill(bare.id) })), NOT_READY)
  t.match(await guest.post('shared/downloads', { ids: [] }), { status: 422, body: { error: "Unknown parameter 'ids'" } })
  t.match(await guest.get('downloads'), { status: 401 })
  await succeed(admin.post(`projects/${project.id}/trash_bin`))
  t.strictSame(outcome(await guest.post('shared/downloads')), NOT_READY, 'what is in the trash is not shown')
})
