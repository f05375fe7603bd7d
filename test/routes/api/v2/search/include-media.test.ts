import { httpDialects, inAppOfProcess } from '#test/helper/app.js'
import { addAsset, addProject, succeed } from '#test/helper/items.js'
import { startFileSender } from '../../../../helper/media/sender.js'
import { attachReady, mediaOf, onBothWithMedia } from '../../../../helper/media/world.js'

const onBothDatabases = inAppOfProcess()

/** Leaves out times and signatures, and the state of the lost file, which is still being tried. */
const lasting = (shown: readonly any[]) =>
  JSON.parse(JSON.stringify(shown.map((file) => file.filename === 'lost.png' ? { ...file, status: '', error: '' } : file))
    .replaceAll(/\?expires=[^"]*/g, '').replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"/g, '""'))

onBothWithMedia('With include=media, searches and projects show the files of each asset', async (t, world) => {
  const { admin } = world
  const sender = await startFileSender(t, { bytes: Buffer.from('a picture'), contentType: 'image/png' })
  const project = await addProject(admin)
  const shown = new Map<string, unknown>()
  for (const title of ['None', 'One', 'Several']) {
    const { id } = await addAsset(admin, { title })
    await succeed(admin.post(`assets/${id}/assign`, { to_project_id: project.id }))
    if (title !== 'None') await attachReady(admin, id, sender.url, 'picture.png')
    if (title === 'Several') {
      await succeed(admin.post(`assets/${id}/media`, { file_url: 'http://127.0.0.1:1/x', filename: 'lost.png' }))
    }
    shown.set(id, lasting(await mediaOf(admin, id)))
  }
  await succeed(admin.post(`projects/${(await addProject(admin)).id}/assign`, { to_project_id: project.id }))

  const check = (name: string, assets: any[], expected = shown.size) => {
    t.equal(assets.length, expected, name)
    for (const { id, media } of assets) {
      t.strictSame(lasting(media), shown.get(id), name)
    }
  }
  const assetsOf = (body: any) =>
    body.results.filter(({ type }: any) => type === 'asset').map(({ asset }: any) => asset)
  const found = await succeed(admin.get('search?include=media'))
  check('GET /search', assetsOf(found))
  t.ok(found.results.filter(({ type }: any) => type === 'project').every(({ project }: any) => !('media' in project)))
  check('POST /search', assetsOf(await succeed(admin.post('search', { include: 'media' }))))
  check('GET /assets', (await succeed(admin.get('assets?include=media'))).assets)
  const inside = await succeed(admin.get(`projects/${project.id}/assets?include=media`))
  check('GET /projects/:id/assets', inside.assets)
  t.notOk('media' in inside.subprojects[0])

  const [{ media: [file] }] = (await succeed(admin.get('assets?include=media&q=one'))).assets
  const { statusCode, body } = await world.app.inject(new URL(file.download_url).href)
  t.strictSame([statusCode, body], [200, 'a picture'])

  t.notOk('media' in (await succeed(admin.get('assets'))).assets[0], 'only with include=media')
  const first = await admin.get(`projects/${project.id}/assets?include=media&limit=2`)
  check('a page of a project', first.body.assets, 2)
  const next = /^<([^>]*)>/.exec(String(first.headers.link))![1]!.replace(/^.*\/api\/v2\//, '')
  check('the next page of a project', (await succeed(admin.get(next))).assets, 1)
})

onBothDatabases('include must be media or review, and anything else is refused with 422', async (t, { admin }) => {
  const { id } = await addProject(admin)
  const error = "Invalid parameter 'include' value \"files\": Must be one of: <code>media</code>, <code>review</code>."
  for (const path of ['search', 'assets', `projects/${id}/assets`]) {
    t.match(await admin.get(`${path}?include=files`), { status: 422, body: { error } }, path)
  }
  t.match(await admin.post('search', { include: 'files' }), { status: 422, body: { error } })
  t.match(await admin.post('search', { include: [1] }), {
    status: 422,
    body: { error: "Invalid parameter 'include' value [1]: Must be a String" }
  })
  t.match(await admin.get('export?include=media'), { status: 422, body: { error: "Unknown parameter 'include'" } })
}, {}, httpDialects)

onBothDatabases('An asset shows at most its oldest 1,000 files, and other assets still show theirs', async (t, world) => {
  const { admin, app, adminCaller } = world
  const assets = await Promise.all(['A', 'B', 'C'].map((title) => addAsset(admin, { title })))
  const many = assets[1]!
  for (const { id } of assets) await succeed(admin.post(`assets/${id}/media`, { file_url: 'http://x.test', filename: id }))
  await app.transact(adminCaller, async (tx) => {
    for (let count = 0; count < 1100; count++) {
      const unit = { ...tx, caller: adminCaller, transact: async (work: any) => work(tx) } as never
      await app.media.attach(unit, many.id, {
        file_url: 'http://x.test', filename: `${count}`
      })
    }
  })
  for (const path of ['assets?include=media', 'search?include=media']) {
    const body = await succeed(admin.get(path))
    const found = body.assets ?? body.results.map(({ asset }: any) => asset)
    for (const { id, media } of found) {
      t.equal(media.length, id === many.id ? 1000 : 1)
      t.equal(media[0].filename, id)
    }
  }
})
