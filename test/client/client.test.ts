import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../src/basics/paths.js'
import { signStandard } from '../../src/webhooks/delivery/sign.js'
import { httpDialects, type World } from '../helper/app.js'
import { expected, listeningUrl, loadClient } from '../helper/client.js'
import { addAsset } from '../helper/items.js'
import { inOneAppWithMedia } from '../helper/media/world.js'
import { eventually } from '../helper/receiver.js'

const client = loadClient()
const onOneService = inOneAppWithMedia(httpDialects)

async function connect (world: World) {
  const { createClient } = await client
  return createClient({ url: await listeningUrl(world), key: world.adminKey })
}

onOneService('Data is the success alone; refusals are thrown with the text of the service', async (t, world) => {
  const cutroom = await connect(world)
  const { CutroomError } = await client
  const { data, response } = await cutroom.POST('/api/v2/assets', { body: { title: 'Harbour', tags: ['raw', '4k'] } })
  const path = { asset_id: data.asset.id }
  t.equal(response.status, 200)
  t.strictSame(data.asset.tags, ['raw', '4k'])
  t.strictSame((await cutroom.GET('/api/v2/assets/{asset_id}', { params: { path } })).data.asset, data.asset)

  const updated = await cutroom.PUT('/api/v2/assets/{asset_id}', { params: { path }, body: { title: 'Port' } })
  t.strictSame(updated.data.errors, {}, 'errors of an update are data')
  const missing = { asset_id: '01890000-0000-7000-8000-000000000000' }
  const notFound = await cutroom.GET('/api/v2/assets/{asset_id}', { params: { path: missing } }).catch((error: unknown) => error)
  t.ok(notFound instanceof CutroomError)
  t.match(notFound, { name: 'CutroomError', status: 404, text: 'asset not found', retryAfter: null })
  await t.rejects(
    cutroom.POST('/api/v2/assets/{asset_id}/assign', { params: { path }, body: { to_project_id: missing.asset_id } }),
    expected({ status: 200, text: /not found/ }),
    'a failure with the status 200'
  )
  const etag = (await cutroom.GET('/api/v2/assets/{asset_id}', { params: { path } })).response.headers.get('etag')!
  await t.rejects(
    cutroom.GET('/api/v2/assets/{asset_id}', { params: { path, header: { 'If-None-Match': etag } } }), expected({ status: 304 })
  )
  const csv = await cutroom.GET('/api/v2/export', { params: { query: { format: 'csv' } } })
  t.match(csv.data, /^type,id,.*\r?\n.*Port/)
  t.type((await cutroom.GET('/api/v2/export', { parseAs: 'blob' })).data, Blob)
})

onOneService('Pages go on by the cursor, of searches by POST too; a list is read to its end', async (t, world) => {
  const cutroom = await connect(world)
  for (const title of ['One', 'Two', 'Three']) await addAsset(world.admin, { title, category: 'paged' })
  const query = { category: ['paged'], limit: 2, sort: 'created_date' as const }
  const titles: unknown[] = []
  for await (const { results } of cutroom.pages('/api/v2/search', { params: { query } })) {
    titles.push(results.map(({ asset }) => asset?.title))
  }
  t.strictSame(titles, [['One', 'Two'], ['Three']])
  const posted: unknown[] = []
  for await (const { results } of cutroom.pages('/api/v2/search', { body: query })) posted.push(results.length)
  t.strictSame(posted, [2, 1])
})

onOneService('Changes are followed from now on, each after the one before was dealt with', async (t, world) => {
  const cutroom = await connect(world)
  const stop = new AbortController()
  const positions: string[] = []
  const following = cutroom.changes({ since: 'now', signal: stop.signal, onNext: (next) => positions.push(next) })
  const first = following.next()
  await eventually('it knows where now is', () => positions.length > 0)
  const { id } = await addAsset(world.admin, { title: 'New' })
  const { value } = await first
  t.match(value, { changes: [{ event: 'ASSET_ADDED', targets: { asset_id: id } }] })
  const { id: other } = await addAsset(world.admin, { title: 'Newer' })
  t.match((await following.next()).value, { changes: [{ targets: { asset_id: other } }] })
  t.ok(positions.includes((value as { next: string }).next))
  const last = following.next()
  stop.abort()
  t.strictSame(await last, { done: true, value: undefined }, 'the signal ends it without an error')
})

onOneService('An upload gives the file that it has become, and says how far it is', async (t, world) => {
  const cutroom = await connect(world)
  const { id } = await addAsset(world.admin, { title: 'Film' })
  const bytes = new Uint8Array(randomBytes(3_000_000))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const told: number[] = []
  const file = await cutroom.upload(id, bytes, {
    filename: 'ü film.bin', sha256, onProgress: (sent, total) => { told.push(sent); t.equal(total, bytes.length) }
  })
  t.match(file, { status: 'ready', filename: 'ü film.bin', size: bytes.length })
  t.equal(told.at(-1), bytes.length)
  t.strictSame(told, [...new Set(told)].sort((a, b) => a - b), 'never less than before')
  const empty = await cutroom.upload(id, new File([], 'empty.txt'))
  t.match(empty, { status: 'ready', size: 0, filename: 'empty.txt' })
  await t.rejects(cutroom.upload(id, new Blob(['x'])), TypeError, 'a name is needed')
  await t.rejects(cutroom.upload(id, new Blob(['x']), { filename: 'x', sha256: 'f'.repeat(64) }), expected({ status: 422 }))
})

onOneService('Two uploads of the same file to one asset at once both end', async (t, world) => {
  const cutroom = await connect(world)
  const { id } = await addAsset(world.admin, { title: 'Film' })
  const file = new File(['one'], 'one.txt', { lastModified: 1 })
  const files = await Promise.all([cutroom.upload(id, file), cutroom.upload(id, file)])
  for (const sent of files) t.match(sent, { filename: 'one.txt', size: 3, status: 'ready' })
  t.not(files[0].id, files[1].id)
}, { MEDIA_VERSIONS: '5' })

onOneService('What comes as another type than JSON is what the document says', async (t, { anonymous }) => {
  const { body: document } = await anonymous.get('/openapi.json')
  const found: Record<string, string[]> = {}
  for (const [path, item] of Object.entries<any>(document.paths)) {
    for (const [method, { responses }] of Object.entries<any>(item)) {
      const successes = Object.entries<any>(responses).filter(([status]) => status.startsWith('2'))
      const types = [...new Set(successes.flatMap(([, reply]) => Object.keys(reply.content ?? {})))]
      const isUsual = types.join() === 'application/json' || method === 'head' || successes.length === 0
      if (!isUsual) found[`${method.toUpperCase()} ${path}`] = types
    }
  }
  t.strictSame(found, JSON.parse(readFileSync(join(projectRoot, 'client/answers.json'), 'utf8')))
})

onOneService('A webhook is verified by its signature and its age', async (t) => {
  const { verifyWebhook, CutroomError } = await client
  const secret = 'whsec_' + Buffer.from('a secret of some length').toString('base64')
  const body = JSON.stringify({ type: 'ASSET_ADDED', targets: { asset_id: '1' } })
  const timestamp = Math.floor(Date.now() / 1000)
  const signed = (secrets: readonly string[], at = timestamp, text = body) => ({
    'Webhook-Id': 'e1',
    'webhook-timestamp': String(at),
    'webhook-signature': signStandard(secrets, { id: 'e1', timestamp: at, body: text })
  })
  t.match(await verifyWebhook(secret, signed([secret]), body), { type: 'ASSET_ADDED' })
  t.match(await verifyWebhook(['another', secret], new Headers(signed(['old', secret])), Buffer.from(body)), { type: 'ASSET_ADDED' })
  const refused = async (...given: Parameters<typeof verifyWebhook>) => {
    const error = await verifyWebhook(...given).catch((error: unknown) => error)
    t.ok(error instanceof CutroomError, String(error))
    t.match(error, { status: 0, text: /./ })
  }
  await refused('another', signed([secret]), body)
  await refused(secret, signed([secret]), `${body} `)
  await refused(secret, signed([secret], timestamp - 301), body)
  await refused(secret, signed([secret], timestamp + 400), body)
  await refused(secret, {}, body)
  await refused(secret, signed([secret], timestamp, ''), '')
  t.ok(await verifyWebhook(secret, signed([secret], timestamp - 301), body, { tolerance: 400 }))
  await t.rejects(verifyWebhook(secret, signed([secret]), JSON.parse(body)), TypeError)
  for (const none of ['', [], ['', secret], undefined]) {
    await t.rejects(verifyWebhook(none as string, signed([secret]), body), TypeError)
  }
})
