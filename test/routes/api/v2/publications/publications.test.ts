import { httpDialects, inAppOfProcess, type Answer, type Client } from '#test/helper/app.js'
import { addAsset, addItemTo, addProject, eventsOf, historyOf, MILLISECONDS, NOBODYS_ID, readItem, succeed } from '#test/helper/items.js'
import { addWebhook, queuedFor } from '#test/helper/webhooks.js'

const onBothDatabases = inAppOfProcess()

const URL_ONE = 'https://video.example.com/watch?v=1#t=3'
const URL_TWO = 'http://user@archive.example.com:8080/فيلم'

const outcome = ({ status, body }: Answer) => ({ status, body })
const REFUSED = { status: 403, body: { error: 'Your role does not allow this' } }
const MISSING = { status: 404, body: { error: 'Publication not found' } }
const NO_ASSET = { status: 404, body: { error: 'asset not found' } }

const listOf = async (client: Client, id: string): Promise<any[]> =>
  (await succeed(client.get(`assets/${id}/publications`))).publications
const publish = async (client: Client, id: string, body: object): Promise<any> =>
  (await succeed(client.post(`assets/${id}/publications`, body))).publication
const foundBy = async (client: Client, query: string): Promise<string[]> =>
  (await succeed(client.get(`search?${query}`))).results.map(({ asset, project }: any) => (asset ?? project).id).sort()

onBothDatabases('An asset is published at URLs, each once, and each new one is an event', async (t, world) => {
  const { admin, adminCaller, addUser } = world
  const asset = await addAsset(admin)
  const colleague = await addUser()
  const webhook = await addWebhook(admin, { trigger_events: ['ASSET_PUBLISHED', 'ASSET_EDITED_METADATA'] })
  const { body: { next } } = await admin.get('changes?since=now')
  const tag = (await admin.get(`assets/${asset.id}`)).headers.etag
  t.strictSame(await succeed(admin.get(`assets/${asset.id}/publications`)), { publications: [] })

  const first = await publish(admin, asset.id, { url: URL_ONE, title: 'The film' })
  t.match(first, {
    id: Number, url: URL_ONE, title: 'The film', run_id: null, user_id: adminCaller.userId, created_at: MILLISECONDS
  })
  t.strictSame(Object.keys(first), ['id', 'url', 'title', 'run_id', 'user_id', 'created_at'])
  const second = await publish(colleague.client, asset.id, { url: URL_TWO })
  t.match(second, { url: URL_TWO, title: null, user_id: colleague.id })
  t.strictSame(await listOf(admin, asset.id), [first, second])

  t.strictSame(await publish(colleague.client, asset.id, { url: URL_ONE, title: 'The whole film' }), { ...first, title: 'The whole film' })
  t.strictSame(await publish(admin, asset.id, { url: URL_ONE, title: 'The whole film' }), { ...first, title: 'The whole film' })
  t.strictSame(await publish(admin, asset.id, { url: URL_ONE, title: null }), { ...first, title: null })
  t.strictSame(await listOf(admin, asset.id), [{ ...first, title: null }, second], 'a URL again changes its title alone')
  t.strictSame(await succeed(admin.delete(`assets/${asset.id}/publications/${first.id}`)), { ok: 'Publication removed' })
  t.strictSame(outcome(await admin.delete(`assets/${asset.id}/publications/${first.id}`)), MISSING)
  t.strictSame(await listOf(admin, asset.id), [second])

  t.strictSame((await eventsOf(admin, 'assets', asset.id)).reverse(), ['ASSET_ADDED', 'ASSET_PUBLISHED', 'ASSET_PUBLISHED'])
  t.match((await historyOf(admin, 'assets', asset.id))[0], {
    severity: 1, user_id: colleague.id, targets: { asset_id: asset.id, publication_id: second.id }, fields: null
  })
  const told = (await queuedFor(world, webhook.id)).map(({ event, targets, data }) => ({ event, targets, data }))
  t.strictSame(told, [first, second].map((publication) => ({
    event: 'ASSET_PUBLISHED', targets: { asset_id: asset.id, publication_id: publication.id }, data: { asset, publication }
  })))
  const { changes } = await succeed(admin.get(`changes?since=${next}&event=ASSET_PUBLISHED`))
  t.strictSame(changes.map(({ targets }: any) => targets.publication_id), [first.id, second.id])
  t.equal((await admin.get(`assets/${asset.id}`)).headers.etag, tag)
  t.strictSame(await readItem(admin, 'assets', asset.id), asset)
})

onBothDatabases('Wrong requests for publications are refused with the exact error', async (t, { admin, addStranger }) => {
  const { id } = await addAsset(admin)
  const path = `assets/${id}/publications`
  const { client: stranger } = await addStranger()
  const kept = await publish(admin, id, { url: URL_ONE })
  const wrong = (name: string, value: string, rule: string) =>
    ({ status: 422, body: { error: `Invalid parameter '${name}' value ${value}: ${rule}` } })
  t.strictSame(outcome(await admin.post(path, {})), { status: 422, body: { error: 'Missing parameter url' } })
  t.strictSame(outcome(await admin.post(path, { url: 5 })), wrong('url', '5', 'Must be a String'))
  t.strictSame(outcome(await admin.post(path, { url: null })), wrong('url', 'nil', 'Must be a String'))
  t.strictSame(outcome(await admin.post(path, { url: 'https://a.example/\0' })).body.error.split(': ').at(-1), 'Must be a String')
  for (const url of ['', 'x', 'javascript:alert(1)', 'ftp://a.example/', 'data:text/html,x', '//a.example/', 'https:/a.example',
    ' https://a.example', 'https://a.example\n', 'java\nscript:alert(1)', 'http://', 'https://a b/']) {
    t.strictSame(outcome(await admin.post(path, { url })), wrong('url', JSON.stringify(url), 'Must be a valid URL'), url)
  }
  const longest = `https://a.example/${'ü'.repeat(2000 - 18)}`
  t.match(outcome(await admin.post(path, { url: `${longest}x` })), { status: 422, body: { error: /: Must be a String of at most 2000 characters$/ } })
  t.equal((await publish(admin, id, { url: longest })).url, longest)
  t.strictSame(outcome(await admin.post(path, { url: URL_ONE, title: 5 })), wrong('title', '5', 'Must be a String'))
  t.match(outcome(await admin.post(path, { url: URL_ONE, title: 'x'.repeat(1001) })),
    { status: 422, body: { error: /: Must be a String of at most 1000 characters$/ } })
  t.equal((await publish(admin, id, { url: longest, title: '🎬'.repeat(1000) })).title, '🎬'.repeat(1000))
  t.strictSame(outcome(await admin.post(path, { url: URL_ONE, run_id: 'x' })), { status: 422, body: { error: "Unknown parameter 'run_id'" } })
  t.strictSame(outcome(await admin.get(`${path}?limit=1`)), { status: 422, body: { error: "Unknown parameter 'limit'" } })

  const other = await addAsset(admin)
  for (const at of [`${path}/0`, `${path}/x`, `${path}/-1`, `${path}/99999999999`, `assets/${other.id}/publications/${kept.id}`]) {
    t.strictSame(outcome(await admin.delete(at)), MISSING)
  }
  for (const answer of [
    await admin.get(`assets/${NOBODYS_ID}/publications`), await admin.post(`assets/${NOBODYS_ID}/publications`, { url: URL_ONE }),
    await stranger.get(path), await stranger.post(path, { url: URL_ONE }), await stranger.delete(`${path}/${kept.id}`)
  ]) t.strictSame(outcome(answer), NO_ASSET)
  const { results } = await succeed(admin.post('bulk', {
    atomic: false, operations: [{ method: 'POST', path: `/api/v2/${path}`, body: { url: 'https://b.example/' } }]
  }))
  t.strictSame(results, [{ status: 422, body: { error: 'Not possible in a bulk' } }])
  t.equal((await listOf(admin, id)).length, 2)
}, {}, httpDialects)

onBothDatabases('An asset has at most a hundred publications, and one sent with an Idempotency-Key is added once', async (t, { admin }) => {
  const { id } = await addAsset(admin)
  const path = `assets/${id}/publications`
  const at = (number: number) => ({ url: `https://video.example.com/${number}` })
  for (let time = 0; time < 2; time++) {
    const { status, headers } = await admin.send('POST', path, at(0), { 'idempotency-key': `publish ${id}` })
    t.strictSame([status, headers['idempotency-replayed']], [200, time === 0 ? undefined : 'true'])
  }
  await Promise.all(Array.from({ length: 110 }, (_, index) => admin.post(path, at(index % 105))))
  const all = await listOf(admin, id)
  t.equal(all.length, 100)
  t.equal(new Set(all.map(({ url }) => url)).size, 100, 'each URL once')
  t.strictSame(outcome(await admin.post(path, at(1000))), { status: 200, body: { error: 'Must not have more than 100 publications' } })
  t.equal((await publish(admin, id, { url: all[7].url, title: 'Again' })).id, all[7].id, 'a URL that is there is no new one')
  await succeed(admin.delete(`${path}/${all[7].id}`))
  await publish(admin, id, at(1000))
})

onBothDatabases('A Viewer reads publications, and a Member adds and removes those of others, too', async (t, { admin, addUser }) => {
  const project = await addProject(admin)
  const asset = await addItemTo(admin, 'assets', project.id)
  const path = `assets/${asset.id}/publications`
  const { id: userId, client } = await addUser({ access: 'projects' })
  const first = await publish(admin, asset.id, { url: URL_ONE })
  for (const answer of [await client.get(path), await client.post(path, { url: URL_TWO }), await client.delete(`${path}/${first.id}`)]) {
    t.strictSame(outcome(answer), NO_ASSET)
  }
  t.strictSame(await foundBy(client, 'published=true'), [])

  await succeed(admin.post(`projects/${project.id}/members`, { user_id: userId, role: 'Viewer' }))
  t.strictSame(await listOf(client, asset.id), [first])
  t.strictSame(await foundBy(client, 'published=true'), [asset.id])
  t.strictSame(outcome(await client.post(path, { url: URL_TWO })), REFUSED)
  t.strictSame(outcome(await client.post(path, { url: URL_ONE, title: 'x' })), REFUSED)
  t.strictSame(outcome(await client.delete(`${path}/${first.id}`)), REFUSED)
  t.strictSame(outcome(await client.delete(`${path}/999999`)), MISSING, 'a missing one comes before the refusal')

  await succeed(admin.put(`projects/${project.id}/members`, { user_id: userId, role: 'Member' }))
  t.equal((await publish(client, asset.id, { url: URL_TWO })).user_id, userId)
  await succeed(client.delete(`${path}/${first.id}`))
  t.strictSame((await listOf(client, asset.id)).map(({ url }) => url), [URL_TWO])

  await succeed(admin.delete(`admin/users/${userId}`))
  t.match(await listOf(admin, asset.id), [{ url: URL_TWO, user_id: userId }], 'what a removed user has published stays')
})

onBothDatabases('Searches, lists and exports find what is published, and the lines of assets say where', async (t, world) => {
  const { admin } = world
  const project = await addProject(admin)
  const [spot, quiet] = [await addItemTo(admin, 'assets', project.id), await addItemTo(admin, 'assets', project.id)]
  t.strictSame(await foundBy(admin, 'published=true'), [])
  const [first, second] = [await publish(admin, spot.id, { url: URL_ONE, title: '"Film"' }), await publish(admin, spot.id, { url: URL_TWO })]
  t.strictSame(await foundBy(admin, 'published=true'), [spot.id])
  t.strictSame(await foundBy(admin, 'published=false'), [spot.id, quiet.id, project.id].sort(), '`false` filters nothing')
  t.strictSame((await succeed(admin.post('search', { published: true }))).results.map(({ asset }: any) => asset.id), [spot.id])
  t.strictSame((await succeed(admin.get('assets?published=true'))).assets.map(({ id }: any) => id), [spot.id])
  t.match(outcome(await admin.get('search?published=maybe')), { status: 422, body: { error: /'published' value "maybe": Must be true or false$/ } })

  const linesOf = async (query: string) =>
    (await admin.get(`export?${query}`)).text.trim().split('\n').map((line) => JSON.parse(line))
  t.strictSame((await linesOf('published=true')).map(({ asset, publications }) => [asset.id, publications]), [[spot.id, [first, second]]])
  const lines = await linesOf('')
  t.strictSame(lines.map(({ type, publications }) => [type, publications?.length]), [['project', undefined], ['asset', 2], ['asset', 0]])
  t.notOk('publications' in (await succeed(admin.get('changes?include=item&type=asset'))).changes[0].item)
  const imported = (await succeed(admin.send('POST', 'imports?dry_run=true', lines.map((line) => JSON.stringify(line)).join('\n'),
    { 'content-type': 'application/x-ndjson' }))).import
  t.ok(imported.id, 'an import takes the lines')

  await succeed(admin.delete(`assets/${spot.id}/publications/${first.id}`))
  t.strictSame(await foundBy(admin, 'published=true'), [spot.id])
  await succeed(admin.delete(`assets/${spot.id}/publications/${second.id}`))
  t.strictSame(await foundBy(admin, 'published=true'), [], 'not any more')
})

onBothDatabases('Publications stay in the trash, and go when the asset is deleted for good', async (t, { admin, app }) => {
  const { id } = await addAsset(admin)
  const { id: other } = await addAsset(admin)
  const kept = await publish(admin, id, { url: URL_ONE })
  await publish(admin, other, { url: URL_ONE })
  await succeed(admin.post(`assets/${id}/trash_bin`))
  t.strictSame(await listOf(admin, id), [kept])
  t.strictSame(await foundBy(admin, 'published=true'), [other])
  t.strictSame(await foundBy(admin, 'published=true&deleted=true'), [id])
  await publish(admin, id, { url: URL_TWO })
  await succeed(admin.post(`assets/${id}/restore`))
  t.equal((await listOf(admin, id)).length, 2)
  await succeed(admin.post(`assets/${id}/trash_bin`))
  await succeed(admin.delete(`assets/${id}`))
  t.strictSame(outcome(await admin.get(`assets/${id}/publications`)), NO_ASSET)
  const left = await app.database.reads.prisma.publication.findMany({ where: { assetId: { in: [id, other] } } })
  t.strictSame(left.map(({ assetId }) => assetId), [other])
})
