import type { Cutroom, verifyWebhook, WebhookEvent } from '../../client/cutroom.js'

/** What the types of the client refuse, each beside what they take. The linter checks it; nothing runs it. */
export async function misspelled (
  cutroom: Cutroom, event: WebhookEvent, verify: typeof verifyWebhook
): Promise<void> {
  const path = { asset_id: '1' }
  const { data, response } = await cutroom.GET('/api/v2/assets/{asset_id}', { params: { path } })
  data.asset.title.trim()
  response.headers.get('etag')
  // @ts-expect-error: a key of an answer
  data.asset.titel.trim()
  // @ts-expect-error: a path
  await cutroom.GET('/api/v2/asset/{asset_id}', { params: { path } })
  // @ts-expect-error: a method that the path does not have
  await cutroom.PATCH('/api/v2/assets/{asset_id}', { params: { path } })
  // @ts-expect-error: the parameter of the path is missing
  await cutroom.GET('/api/v2/assets/{asset_id}')
  // @ts-expect-error: a parameter of the path, beside the right one
  await cutroom.GET('/api/v2/assets/{asset_id}', { params: { path: { asset_id: '1', assetid: '1' } } })

  const found = await cutroom.GET('/api/v2/search', { params: { query: { q: 'harbour', limit: 5 } } })
  found.data.results[0]?.asset?.title.trim()
  // @ts-expect-error: a parameter of the query, beside a right one
  await cutroom.GET('/api/v2/search', { params: { query: { q: 'harbour', limt: 5 } } })
  await cutroom.GET('/api/v2/search', { params: { query: { 'field.3': ['Berlin'], 'field.4.from': '2026-01-15' } } })
  await cutroom.POST('/api/v2/search', { body: { q: 'harbour', 'field.3': ['Berlin'], 'field.4.to': '2026-01-15', 'field.5': true } })
  // @ts-expect-error: a custom field by its name
  await cutroom.GET('/api/v2/search', { params: { query: { 'field.place': ['Berlin'] } } })
  // @ts-expect-error: an end that fields do not have
  await cutroom.GET('/api/v2/search', { params: { query: { 'field.4.until': '2026-01-15' } } })
  // @ts-expect-error: a value of a custom field
  await cutroom.POST('/api/v2/search', { body: { 'field.3': 5 } })
  // @ts-expect-error: a key of the body of a search, beside a right one
  await cutroom.POST('/api/v2/search', { body: { q: 'harbour', limt: 5 } })
  // @ts-expect-error: a place of parameters
  await cutroom.GET('/api/v2/search', { params: { qery: { q: 'harbour' } } })
  // @ts-expect-error: a value
  await cutroom.GET('/api/v2/search', { params: { query: { sort: 'newest' } } })

  const updated = await cutroom.PUT('/api/v2/assets/{asset_id}', { params: { path }, body: { title: 'A', add_tags: ['b'] } })
  updated.data.errors.external_id?.trim()
  // @ts-expect-error: a key of a body, beside a right one
  await cutroom.PUT('/api/v2/assets/{asset_id}', { params: { path }, body: { title: 'A', tag: ['b'] } })
  // @ts-expect-error: a type in a body
  await cutroom.PUT('/api/v2/assets/{asset_id}', { params: { path }, body: { title: 1 } })
  // @ts-expect-error: a body where there is none
  await cutroom.GET('/api/v2/assets/{asset_id}', { params: { path }, body: {} })
  // @ts-expect-error: an option
  await cutroom.GET('/api/v2/assets/{asset_id}', { params: { path }, sginal: AbortSignal.timeout(1) })

  const assigned = await cutroom.POST('/api/v2/assets/{asset_id}/assign', { params: { path }, body: { to_project_id: '1' } })
  assigned.data.ok.trim()
  // @ts-expect-error: a 200 with `error` is thrown
  assigned.data.error.trim()
  const text = await cutroom.GET('/api/v2/export', { params: { query: { format: 'csv' } } })
  text.data.trim()
  const blob = await cutroom.GET('/api/v2/export', { parseAs: 'blob' })
  await blob.data.arrayBuffer()
  // @ts-expect-error: a blob is no text
  blob.data.trim()

  for await (const page of cutroom.pages('/api/v2/search', { params: { query: { q: 'harbour' } } })) {
    page.results.at(0)
    // @ts-expect-error: a key of a page
    page.result.at(0)
  }
  // @ts-expect-error: a path without pages
  cutroom.pages('/api/v2/user')
  for await (const { changes, next } of cutroom.changes({ since: 'now', include: 'item', onNext: (next) => next.trim() })) {
    changes[0]?.event.trim()
    next.trim()
  }
  // @ts-expect-error: a filter of changes
  cutroom.changes({ evnt: ['ASSET_ADDED'] })
  const file = await cutroom.upload('1', new Blob([]), { filename: 'a.mov', onProgress: (sent, total) => sent / total })
  file.status.trim()
  // @ts-expect-error: an option of uploads
  await cutroom.upload('1', new Blob([]), { filname: 'a.mov' })
  await cutroom.upload('1', new Uint8Array(3), { filename: 'a.bin' })
  // @ts-expect-error: no file
  await cutroom.upload('1', 42)
  // @ts-expect-error: no file
  await cutroom.send({ url: '' }, 'a text')
  await cutroom.work({ queues: ['speech'] }, async ({ item, report }) => {
    await report({ progress: 0.5, message: item.asset?.title ?? '' })
    return { result: { words: 812 }, operations: [{ method: 'PUT', path: '/', body: {} }] }
  })
  // @ts-expect-error: a key of a report
  await cutroom.work({ queues: ['speech'] }, async ({ report }) => report({ progres: 0.5 }))
  // @ts-expect-error: no step
  await cutroom.work({ queues: ['speech'] }, () => 'a text')
  const type = { 'Content-Type': 'text/csv' }
  await cutroom.POST('/api/v2/imports', { body: new TextEncoder().encode('type,title'), headers: type })
  // @ts-expect-error: neither bytes nor text
  await cutroom.POST('/api/v2/imports', { body: 42, headers: type })
  await verify('secret', {}, new Uint8Array(3))
  // @ts-expect-error: neither bytes nor text
  await verify('secret', {}, 42)

  if (event.type === 'ASSET_LINKED') {
    event.targets.project_id.trim()
    event.data?.asset.title.trim()
  }
  // @ts-expect-error: a kind of event
  if (event.type === 'ASSET_LINKD') event.targets.trim()
}
