import { randomBytes } from 'node:crypto'
import { addAsset, addProject, assign, eventsOf, historyOf, MILLISECONDS, NOBODYS_ID, readItem, succeed } from '#test/helper/items.js'
import type { Client } from '#test/helper/app.js'
import { startFileSender } from '../../../../helper/media/sender.js'
import { attach, attachReady, readUntil, filesIn, inOneAppWithMedia, mediaOf, pathOf, settledMedia, type Shown } from '../../../../helper/media/world.js'

const onBothDatabases = inOneAppWithMedia()

const keepingTwo = { MEDIA_VERSIONS: '2' }

interface Version extends Shown {
  readonly replaced_at: string
  readonly user_id: number
}

async function versionsOf (client: Client, assetId: string): Promise<Version[]> {
  return (await succeed(client.get(`assets/${assetId}/versions`))).versions
}

onBothDatabases('A replaced file is kept as a version, with its URLs, and can be restored', async (t, world) => {
  const { admin, app } = world
  const { id } = await addAsset(admin)
  t.same(await versionsOf(admin, id), [])
  const [first, second] = await Promise.all(['first', 'second'].map((text) => startFileSender(t, { bytes: Buffer.from(text), contentType: 'text/plain' })))
  const before = await attachReady(admin, id, first!.url, 'first.txt')
  const after = await attachReady(admin, id, second!.url, 'second.txt')
  t.match(await mediaOf(admin, id), [{ id: after.id }])
  const [version, ...others] = await versionsOf(admin, id)
  t.same(others, [])
  const { user } = await succeed(admin.get('user'))
  t.match(version, { id: before.id, filename: 'first.txt', status: 'ready', replaced_at: MILLISECONDS, user_id: user.id })
  t.same(Object.keys(version!).slice(0, Object.keys(after).length), Object.keys(after), 'as in the list of files')
  t.equal((await app.inject(pathOf(version!.download_url))).body, 'first')
  t.equal((await succeed(admin.get('search?q=first'))).results.length, 0, 'searches find the current file only')

  const known = await eventsOf(admin, 'assets', id)
  const { body, status } = await admin.post(`assets/${id}/versions/${before.id}/restore`)
  t.match({ body, status }, { body: { ok: 'Version restored' }, status: 200 })
  t.match(await mediaOf(admin, id), [{ id: before.id, status: 'ready', download_url: String }])
  t.match(await versionsOf(admin, id), [{ id: after.id, user_id: user.id }])
  t.match(await readItem(admin, 'assets', id), { original_filename: 'first.txt', media_type: 'live' })
  t.same(await eventsOf(admin, 'assets', id), ['ASSET_FINISHED_INGEST', ...known])
  t.match((await historyOf(admin, 'assets', id))[0], { event: 'ASSET_FINISHED_INGEST', severity: 1 })
  t.equal((await succeed(admin.get('search?q=first'))).results.length, 1)
  t.same((await succeed(admin.get(`search?checksum=${before.checksum!.value}`))).results.length, 1)
  t.same((await succeed(admin.get(`search?checksum=${after.checksum!.value}`))).results.length, 0)
  const third = await attachReady(admin, id, second!.url, 'third.txt')
  t.match(await mediaOf(admin, id), [{ id: third.id }])
  t.same((await versionsOf(admin, id)).map((each) => each.id), [before.id, after.id], 'the same bytes again are a version too')
}, keepingTwo)

onBothDatabases('Beyond MEDIA_VERSIONS the oldest version is removed first, with its bytes', async (t, world) => {
  const { admin, app } = world
  const { id } = await addAsset(admin)
  const files: Shown[] = []
  const before = (await filesIn(world)).objects.length
  for (const name of ['a', 'b', 'c', 'd']) {
    files.push(await attachReady(admin, id, (await startFileSender(t, { bytes: randomBytes(10) })).url, name))
  }
  t.same((await versionsOf(admin, id)).map(({ filename }) => filename), ['c', 'b'])
  await readUntil(() => filesIn(world), ({ objects }) => objects.length === before + 3)
  t.equal((await app.inject(pathOf(files[0]!.download_url))).statusCode, 404)
  t.equal((await admin.post(`assets/${id}/versions/${files[0]!.id}/restore`)).status, 404)

  // A version that was restored and is replaced again is the newest.
  await succeed(admin.post(`assets/${id}/versions/${files[1]!.id}/restore`))
  t.same((await versionsOf(admin, id)).map(({ filename }) => filename), ['d', 'c'])
  const { url } = await startFileSender(t, { bytes: randomBytes(10) })
  await attachReady(admin, id, url, 'e')
  t.same((await versionsOf(admin, id)).map(({ filename }) => filename), ['b', 'd'])

  await succeed(admin.delete(`assets/${id}`))
  await readUntil(() => filesIn(world), ({ objects }) => objects.length === before)
}, keepingTwo)

onBothDatabases('With MEDIA_VERSIONS=0 no version is kept', async (t, world) => {
  const { admin } = world
  const { id } = await addAsset(admin)
  const before = (await filesIn(world)).objects.length
  for (const name of ['a', 'b']) await attachReady(admin, id, (await startFileSender(t, { bytes: randomBytes(10) })).url, name)
  t.same(await versionsOf(admin, id), [])
  await readUntil(() => filesIn(world), ({ objects }) => objects.length === before + 1)
})

onBothDatabases('Users who see an asset see its versions, and those who may change it may restore one', async (t, world) => {
  const { admin } = world
  const project = await addProject(admin)
  const { id } = await addAsset(admin)
  await assign(admin, 'assets', id, project.id)
  const file = await attachReady(admin, id, (await startFileSender(t, { bytes: randomBytes(10) })).url, 'a')
  await attachReady(admin, id, (await startFileSender(t, { bytes: randomBytes(10) })).url, 'b')
  const { client: stranger } = await world.addStranger()
  const restore = `assets/${id}/versions/${file.id}/restore`
  const notHere = { status: 404, body: { error: 'asset not found' } }
  t.match(await stranger.get(`assets/${id}/versions`), notHere)
  t.match(await stranger.post(restore), notHere)
  for (const other of [NOBODYS_ID, '%00', 'x']) {
    t.match(await admin.post(`assets/${id}/versions/${other}/restore`), { status: 404, body: { error: 'Version not found' } })
  }
  const { id: another } = await addAsset(admin)
  t.match(await admin.post(`assets/${another}/versions/${file.id}/restore`), { status: 404, body: { error: 'Version not found' } })
  const [present] = await mediaOf(admin, id)
  t.match(await admin.post(`assets/${id}/versions/${present!.id}/restore`), { status: 404 }, 'the current file is no version')

  t.match(await stranger.get(`assets/${id}/media`), notHere)

  const { id: userId, client: user } = await world.addUser({ access: 'projects' })
  t.match([await user.get(`assets/${id}/versions`), await user.post(restore)], [notHere, notHere])
  await succeed(admin.post(`projects/${project.id}/members`, { user_id: userId, role: 'Viewer' }))
  t.same((await versionsOf(user, id)).map((version) => version.id), [file.id])
  t.match(await user.post(`assets/${id}/versions/${NOBODYS_ID}/restore`), { status: 404, body: { error: 'Version not found' } })
  const known = await eventsOf(admin, 'assets', id)
  t.match(await user.post(restore), { status: 403, body: { error: 'Your role does not allow this' } })
  t.same([(await mediaOf(admin, id))[0]!.id, await eventsOf(admin, 'assets', id)], [present!.id, known], 'nothing is done')
  await succeed(admin.put(`projects/${project.id}/members`, { user_id: userId, role: 'Member' }))
  t.match(await user.post(restore), { status: 200, body: { ok: 'Version restored' } })
  t.match(await versionsOf(admin, id), [{ id: present!.id, user_id: userId }])

  await succeed(admin.post(`assets/${id}/trash_bin`))
  t.match(await admin.post(`assets/${id}/versions/${present!.id}/restore`), { body: { ok: 'Version restored' } },
    'a trashed asset accepts it as it accepts a file')
}, keepingTwo)

onBothDatabases('A restored version takes the place of the current file and of files that have failed', async (t, world) => {
  const { admin } = world
  const { id } = await addAsset(admin)
  const file = await attachReady(admin, id, (await startFileSender(t, { bytes: randomBytes(10) })).url, 'a')
  await attachReady(admin, id, (await startFileSender(t, { bytes: randomBytes(10) })).url, 'b')
  await attach(admin, id, 'http://127.0.0.1:1/', 'c')
  t.match(await settledMedia(admin, id), [{ filename: 'b' }, { filename: 'c', status: 'failed' }])
  await succeed(admin.post(`assets/${id}/versions/${file.id}/restore`))
  t.match(await mediaOf(admin, id), [{ filename: 'a', status: 'ready' }])
  t.equal((await mediaOf(admin, id)).length, 1)
  t.equal((await succeed(admin.get('assets?media_status=ready'))).assets.length, 1)
}, keepingTwo)
