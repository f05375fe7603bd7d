import { partOfEvent } from '#test/helper/events.js'
import { record } from '#src/core/events/record.js'
import { statement } from '#src/database/sql.js'
import { inAppOfProcess } from '#test/helper/app.js'
import { addCollection, putInto } from '#test/helper/collections.js'
import { addAsset, addProject, succeed } from '#test/helper/items.js'

const onBothDatabases = inAppOfProcess()

const MARK = 'not made again'
/** $1 item: an entry that is made again gets another digest. */
const mark = statement('test_mark_entry', () => `UPDATE search_items SET digest = '${MARK}' WHERE item_id = $1`)
const read = statement<{ digest: string }>('test_read_entry', () => 'SELECT digest FROM search_items WHERE item_id = $1')

/** The path of the next page, below `/api/v2`; empty on the last one. */
const nextOf = ({ link }: Record<string, unknown>) =>
  typeof link === 'string' ? link.slice(link.indexOf('/api/v2/') + '/api/v2/'.length, link.indexOf('>')) : ''

onBothDatabases('What does not change the entry of an item makes none: comments, collections, links, proxies', async (t, { app, admin, adminCaller }) => {
  const { id } = await addAsset(admin)
  const project = await addProject(admin)
  const collection = await addCollection(admin)
  const isMadeBy = async (itemId: string, work: () => Promise<unknown>) => {
    await app.transact(adminCaller, async (tx) => { await tx.sql.run(mark, [itemId]) })
    await work()
    return (await app.database.reads.sql.first(read, [itemId]))!.digest !== MARK
  }
  const { comment } = await succeed(admin.post(`assets/${id}/comments`, { text: 'Too long' }))
  const quiet: Record<string, () => Promise<unknown>> = {
    comment: () => succeed(admin.post(`assets/${id}/comments`, { text: 'Shorter' })),
    'edited comment': () => succeed(admin.post(`assets/${id}/comments/${comment.id}`, { done: true })),
    'removed comment': () => succeed(admin.delete(`assets/${id}/comments/${comment.id}`)),
    collection: () => putInto(admin, collection.id, [id]),
    'out of the collection': () => succeed(admin.delete(`collections/${collection.id}/assets`, { asset_ids: [id] })),
    link: () => succeed(admin.post(`assets/${id}/links`, {})),
    proxies: () => app.transact(adminCaller, (tx) => record(tx, ...([
      'ASSET_STARTED_ANALYSIS', 'ASSET_FINISHED_IMAGE_THUMBNAIL', 'ASSET_FINISHED_IMAGE_PREVIEW',
      'ASSET_FINISHED_DOCUMENT_PREVIEW', 'ASSET_UPDATED_PROXY_MP4', 'ASSET_FINISHED_PROXY_MP4',
      'ASSET_FINISHED_AUDIO_PROXY', 'ASSET_FINISHED_AUDIO_WAVEFORM', 'ASSET_DOWNLOADED', 'ASSET_SHARED_LINK'
    ] as const).map((event) => partOfEvent(event, { asset_id: id }))))
  }
  for (const [name, work] of Object.entries(quiet)) t.notOk(await isMadeBy(id, work), name)
  t.notOk(await isMadeBy(project.id, () => succeed(admin.post(`projects/${project.id}/comments`, { text: 'Budget?' }))))
  t.ok(await isMadeBy(id, () => succeed(admin.put(`assets/${id}`, { title: 'New' }))))
  t.ok(await isMadeBy(id, () => succeed(admin.put(`assets/${id}/favorite`))))
  t.ok(await isMadeBy(project.id, () => succeed(admin.post(`projects/${project.id}/trash_bin`))))
})

onBothDatabases('The assets of a collection are found in each order, with words, filters, facets and counts', async (t, { admin }) => {
  const { id } = await addCollection(admin)
  const inside: string[] = []
  for (const [title, category] of [['Harbour one', 'raw'], ['Harbour two', 'cut'], ['Bridge', 'cut']]) {
    inside.push((await addAsset(admin, { title, category })).id)
    await addAsset(admin, { title: `${title} elsewhere`, category })
  }
  await putInto(admin, id, inside)
  const found = async (query: string) =>
    (await succeed(admin.get(`search?collection=${id}&${query}`))).results.map(({ asset }: any) => asset.title)
  t.strictSame(await found('sort=title'), ['Bridge', 'Harbour one', 'Harbour two'])
  t.strictSame(await found('sort=-title'), ['Harbour two', 'Harbour one', 'Bridge'])
  t.strictSame((await found('')).toSorted(), ['Bridge', 'Harbour one', 'Harbour two'])
  t.strictSame((await found('sort=relevance&q=harbour')).toSorted(), ['Harbour one', 'Harbour two'])
  t.strictSame(await found('q=har*%20-one'), ['Harbour two'])
  t.strictSame(await found('category=cut&sort=title'), ['Bridge', 'Harbour two'])
  t.strictSame(await found('type=project'), [])
  const counted = await succeed(admin.get(`search?collection=${id}&total=true&facets=category&limit=1`))
  t.match(counted, { total: 3, facets: { category: [{ value: 'cut', count: 2 }, { value: 'raw', count: 1 }] } })
  t.equal(counted.complete, undefined)
  await succeed(admin.post(`assets/${inside[2]}/trashbin`))
  t.strictSame([await found('sort=title'), await found('deleted=true')], [['Harbour one', 'Harbour two'], ['Bridge']])
  const titles: string[] = []
  for (let path = `search?collection=${id}&limit=1&deleted=any`; path !== '';) {
    const { body, headers } = await admin.get(path)
    titles.push(...body.results.map(({ asset }: any) => asset.title))
    path = nextOf(headers)
  }
  t.strictSame(titles.toSorted(), ['Bridge', 'Harbour one', 'Harbour two'])
  await succeed(admin.delete(`collections/${id}/assets`, { asset_ids: [inside[0]!] }))
  t.strictSame(await found(''), ['Harbour two'])
})
