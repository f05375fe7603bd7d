import { inAppOfProcess } from '#test/helper/app.js'
import { addSending, addDropFolder, announce } from '#test/helper/drop-folders.js'
import { addAsset, addProject, succeed } from '#test/helper/items.js'
import { addLink, createGuest } from '#test/helper/links.js'

const onBothDatabases = inAppOfProcess()
const role = { error: 'Your role does not allow this' }
const missing = { error: 'Link not found' }
const GIB = 1024 ** 3

onBothDatabases('A link of a public drop folder says how much guests may send, and is listed, changed and revoked', async (t, world) => {
  const { admin, adminCaller } = world
  const { folder, link, path, guest } = await addSending(world)
  t.match(link, {
    id: Number, title: 'From outside', url: /#[\w-]{43}$/, has_password: false, files: 1000, bytes: 100 * GIB, uses: 0, user_id: adminCaller.userId
  })
  for (const name of ['download', 'comments', 'approvals', 'versions']) t.notOk(name in link, name)
  const { token: _token, ...shown } = link
  t.strictSame((await succeed(admin.get(`${path}/links`))).links, [shown])
  const known = { ...shown, type: 'drop_folder', item: { type: 'drop_folder', id: folder.id, title: 'From outside' } }
  t.strictSame((await succeed(admin.get(`links/${link.id}`))).link, known)
  t.strictSame((await succeed(admin.get('links'))).links, [known])
  t.match((await succeed(guest.get('shared'))).link, {
    title: 'From outside', type: 'drop_folder', files_left: 1000, bytes_left: 100 * GIB, max_file_bytes: Number
  })
  t.strictSame(await succeed(guest.get('shared/assets')), { assets: [] })

  const changed = (await succeed(admin.post(`${path}/links/${link.id}`, { files: 5, bytes: 50, title: 'For Ann' }))).link
  t.strictSame([changed.files, changed.bytes, changed.title], [5, 50, 'For Ann'])
  t.equal((await succeed(admin.post(`links/${link.id}`, { files: 6 }))).link.files, 6)
  t.match((await succeed(guest.get('shared'))).link, { files_left: 6, bytes_left: 50 })
  t.strictSame((await admin.delete(`${path}/links/${link.id}`)).body, { ok: 'Link revoked' })
  t.strictSame((await admin.delete(`${path}/links/${link.id}`)).body, missing)
  t.strictSame((await guest.get('shared')).body, missing)
})

onBothDatabases('What others allow is unknown to links of drop folders, and the other way round', async (t, world) => {
  const { admin } = world
  const { link, path, guest } = await addSending(world)
  const asset = await addAsset(admin)
  const other = await addLink(admin, `assets/${asset.id}`)
  const refused: Array<[to: string, body: object, error: string]> = [
    ...['download', 'comments', 'approvals', 'versions'].flatMap((name): Array<[string, object, string]> =>
      [`${path}/links`, `${path}/links/${link.id}`, `links/${link.id}`]
        .map((to) => [to, { [name]: true }, `Unknown parameter '${name}'`])),
    ...['files', 'bytes'].flatMap((name): Array<[string, object, string]> =>
      [`assets/${asset.id}/links`, `assets/${asset.id}/links/${other.id}`, `links/${other.id}`]
        .map((to) => [to, { [name]: 5 }, `Unknown parameter '${name}'`])),
    [`${path}/links`, { files: 0 }, "Invalid parameter 'files' value 0: Must be a Integer from 1 to 10000"],
    [`${path}/links`, { files: 10_001 }, "Invalid parameter 'files' value 10001: Must be a Integer from 1 to 10000"],
    [`${path}/links`, { bytes: '5' }, `Invalid parameter 'bytes' value "5": Must be a Integer from 1 to ${Number.MAX_SAFE_INTEGER}`]
  ]
  for (const [to, body, error] of refused) {
    const answer = await admin.post(to, body)
    t.strictSame([answer.status, answer.body.error], [422, error], to)
  }
  for (const end of ['', '/versions', '/comments', '/approvals']) {
    const { status } = await guest.get(`shared/assets/${asset.id}${end}`)
    t.equal(status, end === '' ? 404 : 403, end)
  }
  t.equal((await guest.post('shared/downloads', {})).status, 403)
  const ofAsset = createGuest(world, other.token)
  t.strictSame((await announce(ofAsset)).body, { error: 'This link does not allow uploads' })
  t.equal('files_left' in (await succeed(ofAsset.get('shared'))).link, false)
})

onBothDatabases('A private drop folder, and an outgoing one, has no links', async (t, world) => {
  const { admin } = world
  const closed = await addDropFolder(admin, { public: false })
  const answer = await admin.post(`drop_folders/${closed.id}/links`, {})
  t.strictSame([answer.status, answer.body], [200, { error: 'Drop folder is private' }])
  t.strictSame((await succeed(admin.get(`drop_folders/${closed.id}/links`))).links, [])
  t.strictSame((await admin.post('drop_folders/9999999/links', {})).body, { error: 'Drop folder not found' })

  const { link, path, guest } = await addSending(world)
  await succeed(announce(guest))
  await succeed(admin.post(path, { public: false }))
  t.strictSame((await guest.get('shared')).body, missing)
  t.strictSame((await announce(guest)).body, missing)
  t.strictSame((await succeed(admin.get(`${path}/links`))).links, [])
  await succeed(admin.post(path, { public: true }))
  t.strictSame((await guest.get('shared')).body, missing, 'they have ended for good')
  t.equal((await admin.get(`links/${link.id}`)).status, 404)
  const { token } = await addLink(admin, path)
  await succeed(admin.delete(path))
  t.strictSame((await createGuest(world, token).get('shared')).body, missing)
})

onBothDatabases('Members of its project make links of a drop folder; others see none, and their links end with their right', async (t, world) => {
  const { admin, addUser, addStranger } = world
  const project = await addProject(admin)
  const { link, path } = await addSending(world, { folder: { project_id: project.id } })
  const { id: userId, client } = await addUser({ access: 'projects' })
  const { client: outsider } = await addUser({ access: 'projects' })
  const { client: stranger } = await addStranger()
  const calls = (one: typeof client) => [
    one.get(`${path}/links`), one.post(`${path}/links`, {}), one.post(`${path}/links/${link.id}`, { files: 5 }),
    one.delete(`${path}/links/${link.id}`), one.post(`${path}/links/${link.id}/mails`, { emails: ['ann@agency.example'] })
  ]
  for (const one of [client, outsider, stranger]) {
    for (const answer of await Promise.all(calls(one))) {
      t.strictSame([answer.status, answer.body], [404, { error: 'Drop folder not found' }])
    }
    t.strictSame((await one.get(`links/${link.id}`)).body, missing)
  }
  await succeed(admin.post(`projects/${project.id}/members`, { user_id: userId, role: 'Viewer' }))
  for (const answer of await Promise.all(calls(client))) t.strictSame([answer.status, answer.body], [403, role])
  t.strictSame((await succeed(client.get('links'))).links, [])

  await succeed(admin.put(`projects/${project.id}/members`, { user_id: userId, role: 'Member' }))
  const own = await addLink(client, path)
  const guest = createGuest(world, own.token)
  await succeed(announce(guest))
  t.strictSame((await succeed(client.get(`${path}/links`))).links.map(({ id, url }: any) => [id, url !== null]), [[link.id, true], [own.id, true]])
  t.strictSame((await succeed(client.get('links'))).links.map(({ id }: any) => id), [own.id, link.id])
  await succeed(client.post(`links/${link.id}`, { files: 7 }))
  const { api_key: key } = await succeed(client.post('user/api_keys', { name: 'Read', scope: 'read' }))
  const reading = (method: 'GET' | 'POST', to: string) => world.anonymous.send(method, to, undefined, { 'x-api-key': key.key })
  t.equal((await succeed(reading('GET', `${path}/links`))).links[0].url, null)
  t.strictSame((await reading('POST', `${path}/links`)).body, { error: 'This key may only read' })

  await succeed(admin.put(`projects/${project.id}/members`, { user_id: userId, role: 'Viewer' }))
  t.strictSame((await announce(guest)).body, missing)
  const open = await addSending(world)
  t.strictSame((await client.post(`${open.path}/links`, {})).body, { error: 'Drop folder not found' }, 'without a project: access account')
})
