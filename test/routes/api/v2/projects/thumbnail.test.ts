import type { Test } from 'tap'
import { inAppOfProcess, type Client } from '#test/helper/app.js'
import {
  addAsset, addItemTo, addProject, assign, historyOf, NOBODYS_ID, readItem, succeed
} from '#test/helper/items.js'
import { makePicture } from '#test/helper/media/samples.js'
import { startFileSender } from '#test/helper/media/sender.js'
import { CSV, runImport } from '#test/helper/transfer.js'
import { analysedMedia, attachReady, onBothWithMedia, pathOf } from '#test/helper/media/world.js'

const onBothDatabases = inAppOfProcess()

const refusal = (id: string) =>
  ({ error: `Invalid parameter 'asset_id' value "${id}": Must be an asset within the project` })

const thumbnailOf = async (client: Client, id: string) =>
  (await succeed(client.get(`projects/${id}/thumbnail`))).thumbnail

/** An asset with an analysed picture. */
async function addPicture (t: Test, client: Client, projectId: string, [width, height] = [640, 480]): Promise<string> {
  const { id } = await addItemTo(client, 'assets', projectId)
  const bytes = await makePicture('png', [width, height])
  await attachReady(client, id, (await startFileSender(t, { bytes, contentType: 'image/png' })).url, 'picture.png')
  await analysedMedia(client, id)
  return id
}

onBothWithMedia('A project shows the preview of an asset in it, wherever it stands with include=media', async (t, { app, admin, addUser }) => {
  const top = await addProject(admin)
  const film = await addItemTo(admin, 'projects', top.id)
  const scene = await addItemTo(admin, 'projects', film.id)
  const asset = await addPicture(t, admin, scene.id, [1600, 1200])
  t.equal(await thumbnailOf(admin, film.id), null)
  t.strictSame(await succeed(admin.put(`projects/${film.id}/thumbnail`, { asset_id: asset })), { ok: 'Thumbnail added' })
  const thumbnail = await thumbnailOf(admin, film.id)
  t.match(thumbnail, { asset_id: asset, width: 1280, height: 960, content_type: 'image/webp', url_expires_at: /Z$/ })
  const picture = await app.inject(pathOf(thumbnail.url))
  t.strictSame([picture.statusCode, picture.headers['content-type']], [200, 'image/webp'])
  t.equal((await readItem(admin, 'projects', film.id)).thumbnail_asset_id, asset)
  t.equal((await readItem(admin, 'projects', scene.id)).thumbnail_asset_id, null)

  const lasting = ({ url, url_expires_at: _expiresAt, ...rest }: any) => ({ ...rest, url: url.replace(/\?.*/, '') })
  const inProject = await succeed(admin.get(`projects/${top.id}/assets?include=media`))
  t.strictSame(inProject.subprojects.map((each: any) => lasting(each.thumbnail)), [lasting(thumbnail)])
  t.notOk('thumbnail' in (await succeed(admin.get(`projects/${top.id}/assets`))).subprojects[0])
  const found = await succeed(admin.get('search?type=project&include=media'))
  const shown = new Map<string, any>(found.results.map(({ project }: any) => [project.id, project.thumbnail]))
  t.strictSame([shown.get(top.id), lasting(shown.get(film.id))], [null, lasting(thumbnail)])
  t.notOk('thumbnail' in (await succeed(admin.get('search?type=project'))).results[0].project)

  await t.test('It is null where the asset is elsewhere, trashed, not seen, or has no picture', async (t) => {
    await assign(admin, 'assets', asset, top.id)
    t.equal(await thumbnailOf(admin, film.id), null, 'moved out')
    await assign(admin, 'assets', asset, film.id)
    t.match(await thumbnailOf(admin, film.id), { asset_id: asset }, 'and back')
    await succeed(admin.post(`assets/${asset}/trash_bin`))
    t.equal(await thumbnailOf(admin, film.id), null)
    t.equal((await readItem(admin, 'projects', film.id)).thumbnail_asset_id, asset)
    await succeed(admin.post(`assets/${asset}/restore`))
    await assign(admin, 'assets', asset, scene.id)
    await succeed(admin.post(`projects/${scene.id}/assign`, { to_project_id: top.id }))
    t.equal(await thumbnailOf(admin, film.id), null, 'its project has moved out')
    await succeed(admin.post(`projects/${scene.id}/assign`, { to_project_id: film.id }))
    t.match(await thumbnailOf(admin, film.id), { asset_id: asset })

    const guest = await addUser({ access: 'projects' })
    await succeed(admin.post(`projects/${film.id}/members`, { user_id: guest.id, role: 'Viewer' }))
    t.match(await thumbnailOf(guest.client, film.id), { asset_id: asset })
    t.equal((await guest.client.get(`projects/${top.id}/thumbnail`)).status, 404)
    const empty = await addItemTo(admin, 'assets', film.id)
    await succeed(admin.put(`projects/${film.id}/thumbnail`, { asset_id: empty.id }))
    t.equal(await thumbnailOf(admin, film.id), null, 'without a file')
  })
}, { MEDIA_ANALYSIS_PARALLEL: '1' })

onBothDatabases('Setting and removing it are events of the project, and its date stays', async (t, { admin, app, adminCaller }) => {
  const project = await addProject(admin)
  const [asset, other] = [await addItemTo(admin, 'assets', project.id), await addItemTo(admin, 'assets', project.id)]
  await app.transact(adminCaller, async ({ prisma }) => {
    await prisma.project.update({ where: { id: project.id }, data: { modifiedAt: new Date(0) } })
  })
  const before = await admin.get(`projects/${project.id}`)
  const set = (id: string) => admin.put(`projects/${project.id}/thumbnail`, { asset_id: id })
  await succeed(set(asset.id))
  const after = await admin.get(`projects/${project.id}`)
  t.strictSame(after.body.project, { ...before.body.project, thumbnail_asset_id: asset.id })
  t.not(after.headers.etag, before.headers.etag)
  const late = await admin.send('PUT', `projects/${project.id}`, { title: 'x' }, { 'if-match': String(before.headers.etag) })
  t.equal(late.status, 412)
  await succeed(set(asset.id))
  await succeed(set(other.id))
  t.strictSame(await succeed(admin.delete(`projects/${project.id}/thumbnail`)), { ok: 'Thumbnail removed' })
  await succeed(admin.delete(`projects/${project.id}/thumbnail`))
  const isOf = ({ event }: any) => event.includes('THUMBNAIL')
  const entries = (await historyOf(admin, 'projects', project.id)).filter(isOf).reverse()
  t.strictSame(entries.map(({ event, targets }) => [event, targets]), [
    ['PROJECT_ADDED_THUMBNAIL_ASSET', { project_id: project.id, asset_id: asset.id }],
    ['PROJECT_ADDED_THUMBNAIL_ASSET', { project_id: project.id, asset_id: other.id }],
    ['PROJECT_REMOVED_THUMBNAIL_ASSET', { project_id: project.id, asset_id: other.id }]
  ])
  t.strictSame((await historyOf(admin, 'assets', asset.id)).filter(isOf), [])
  const { changes } = await succeed(admin.get('changes?include=item&event=PROJECT_ADDED_THUMBNAIL_ASSET&type=project'))
  t.match(changes, [{ item: { type: 'project', project: { id: project.id } } }, { item: { type: 'project' } }])

  await t.test('The id is gone with the asset, and exports have it', async (t) => {
    await succeed(set(asset.id))
    const line = (await admin.get('export?type=project')).text.split('\n').find((each) => each.includes(project.id))!
    t.equal(JSON.parse(line).project.thumbnail_asset_id, asset.id)
    const csv = (await admin.get('export?format=csv&type=project')).text
    t.match(csv.split('\r\n')[0], /,thumbnail_asset_id(?:,|$)/)
    t.match(csv, asset.id)
    const file = `id,title,thumbnail_asset_id\n${project.id},Film,${other.id}\n`
    t.match(await runImport({ app, admin }, file, { query: '?key=id&mode=update', headers: CSV }), { import: { updated: 1, failed: 0 } })
    t.match(await readItem(admin, 'projects', project.id), { title: 'Film', thumbnail_asset_id: asset.id })
    await succeed(admin.delete(`assets/${asset.id}`))
    t.equal((await readItem(admin, 'projects', project.id)).thumbnail_asset_id, null)
  })
})

onBothDatabases('Members set an asset within the project, and nothing else', async (t, { admin, addUser, addStranger }) => {
  const project = await addProject(admin)
  const inside = await addItemTo(admin, 'projects', project.id)
  const asset = await addItemTo(admin, 'assets', inside.id)
  const outside = await addItemTo(admin, 'assets', (await addProject(admin)).id)
  const loose = await addAsset(admin)
  const foreign = await addAsset((await addStranger()).client)
  const set = (client: Client, id: unknown, projectId = project.id) =>
    client.put(`projects/${projectId}/thumbnail`, { asset_id: id })
  for (const id of [outside.id, loose.id, foreign.id, inside.id, NOBODYS_ID]) {
    const { status, body } = await set(admin, id)
    t.strictSame([status, body], [422, refusal(id)])
  }
  t.match((await set(admin, 5)).body, { error: "Invalid parameter 'asset_id' value 5: Must be a String" })
  t.match((await admin.put(`projects/${project.id}/thumbnail`, {})).body, { error: 'Missing parameter asset_id' })
  t.equal((await set(admin, asset.id, NOBODYS_ID)).status, 404)

  const [viewer, member, stranger] = await Promise.all([1, 2, 3].map(() => addUser({ access: 'projects' })))
  await succeed(admin.post(`projects/${project.id}/members`, { user_id: viewer!.id, role: 'Viewer' }))
  await succeed(admin.post(`projects/${project.id}/members`, { user_id: member!.id, role: 'Member' }))
  t.equal((await set(viewer!.client, asset.id)).status, 403)
  t.equal((await viewer!.client.delete(`projects/${project.id}/thumbnail`)).status, 403)
  t.equal((await set(stranger!.client, asset.id)).status, 404)
  t.strictSame((await set(member!.client, outside.id)).body, refusal(outside.id))
  await succeed(set(member!.client, asset.id))
  await succeed(member!.client.delete(`projects/${project.id}/thumbnail`))
})
