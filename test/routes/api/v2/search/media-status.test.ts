import { addAsset, addProject, succeed } from '#test/helper/items.js'
import { startFileSender, startSender } from '../../../../helper/media/sender.js'
import { attach, attachReady, readUntil, mediaOf, onBothWithMedia, settledMedia } from '../../../../helper/media/world.js'

const BYTES = Buffer.from('a film')
const statuses = ['none', 'pending', 'ingesting', 'ready', 'failed']

onBothWithMedia('Assets are found by the status of their newest file as soon as it changes', async (t, world) => {
  const { admin } = world
  const ready = await startFileSender(t, { bytes: BYTES })
  const refusing = await startSender(t, (_request, response) => { response.writeHead(404).end() })
  const busy = await startSender(t, (_request, response) => { response.writeHead(503).end() })
  let release = (): void => {}
  const slow = await startSender(t, (_request, response) => {
    response.writeHead(200, { 'content-length': BYTES.length }).flushHeaders()
    release = () => { response.end(BYTES) }
  })
  const find = async (query: string) =>
    (await succeed(admin.get(`search?sort=created_date&${query}`))).results.map((hit: any) => (hit.asset ?? hit.project).title)
  const found = async () => {
    const lists = await Promise.all(statuses.map(async (status) => [status, await find(`media_status=${status}`)]))
    return Object.fromEntries(lists)
  }
  const standing = (id: string, status: string) =>
    readUntil(() => mediaOf(admin, id), (media) => media.at(-1)!.status === status)
  const assets = new Map<string, string>()
  for (const status of statuses) assets.set(status, (await addAsset(admin, { title: status })).id)
  await addProject(admin, { title: 'A project has no file' })
  t.strictSame(await found(), { none: statuses, pending: [], ingesting: [], ready: [], failed: [] })

  await attachReady(admin, assets.get('ready')!, ready.url)
  await attach(admin, assets.get('failed')!, refusing.url)
  await settledMedia(admin, assets.get('failed')!)
  await attach(admin, assets.get('pending')!, busy.url)
  await readUntil(() => mediaOf(admin, assets.get('pending')!), ([file]) => file!.error !== null)
  await attach(admin, assets.get('ingesting')!, slow.url)
  await standing(assets.get('ingesting')!, 'ingesting')
  t.strictSame(await found(), Object.fromEntries(statuses.map((status) => [status, [status]])))
  t.strictSame(await find('media_status=failed&media_status=none'), ['none', 'failed'], 'any of several')

  await attach(admin, assets.get('ready')!, refusing.url)
  await standing(assets.get('ready')!, 'failed')
  await succeed(admin.delete(`assets/${assets.get('failed')}`))
  release()
  await standing(assets.get('ingesting')!, 'ready')
  t.strictSame(await found(), {
    none: ['none'],
    pending: ['pending'],
    ingesting: [],
    ready: ['ingesting'],
    failed: ['ready']
  })

  const { assets: list } = await succeed(admin.get('assets?media_status=failed'))
  t.strictSame(list.map(({ title }: any) => title), ['ready'])
  const { text } = await admin.get('export?media_status=failed')
  t.strictSame(text.trim().split('\n').map((line: string) => JSON.parse(line).asset.title), ['ready'])
  const { results } = await succeed(admin.post('search', { media_status: ['failed', 'pending'], type: ['asset'] }))
  t.equal(results.length, 2)
  const wrong = await admin.get('search?media_status=lost')
  t.strictSame([wrong.status, wrong.body.error], [422, `Invalid parameter 'media_status' value "lost": Must be one of: ${
    [...statuses, 'removed'].map((status) => `<code>${status}</code>`).join(', ')}.`])
}, { MEDIA_RETRY_DELAYS: '3600' })
