import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'
import { onBothDatabases, type World } from '#test/helper/app.js'
import { addAsset, addProject, succeed } from '#test/helper/items.js'
import { eventually } from '#test/helper/receiver.js'
import { eventKinds } from '#src/domains.js'

const invalid = (name: string, value: string, rule: string) => ({
  error: `Invalid parameter '${name}' value ${value}: ${rule}`
})
const CURSOR_RULE = 'Must be a cursor from an earlier answer'

onBothDatabases('GET /changes pages through committed changes and continues after a cursor', async (t, { admin, addUser, addStranger, anonymous }) => {
  const { body: now } = await admin.get('changes?since=now')
  t.match(now, { changes: [], next: String, more: false })
  const project = await addProject(admin)
  const asset = await addAsset(admin)
  await succeed(admin.post(`assets/${asset.id}/assign`, { to_project_id: project.id }))

  const { status, body } = await admin.get(`changes?since=${now.next}&limit=3`)
  t.equal(status, 200)
  t.strictSame(Object.keys(body), ['changes', 'next', 'more'])
  t.strictSame(body.changes.map(({ event }: { event: string }) => event), ['PROJECT_ADDED', 'USER_LINKED',
    'ASSET_ADDED'])
  t.strictSame(Object.keys(body.changes[0]), ['id', 'event', 'time', 'user_id', 'severity', 'targets', 'fields'])
  t.ok(body.more)
  const { body: rest } = await admin.get(`changes?since=${body.next}&include=item`)
  t.match(rest, {
    changes: [{ event: 'ASSET_LINKED', item: { type: 'asset', asset: { id: asset.id, project_id: project.id } } }],
    more: false
  })
  t.strictSame(
    (await admin.send('GET', `changes?since=${now.next}`, undefined, { 'last-event-id': body.next })).body.changes
      .length,
    1,
    'Last-Event-ID wins'
  )
  t.ok((await admin.get('changes?limit=1000')).body.changes.length > 4, 'from the beginning without since')

  await t.test('changes are filtered by event, type and project', async (t) => {
    const events = async (filter: string) =>
      (await admin.get(`changes?since=${now.next}&${filter}`)).body.changes.map(({ event }: { event: string }) => event)
    t.strictSame(await events('event=USER_LINKED&event=ASSET_LINKED'), ['USER_LINKED', 'ASSET_LINKED'])
    t.strictSame(await events('type=asset'), ['ASSET_ADDED', 'ASSET_LINKED'])
    t.ok((await events(`within=${project.id}`)).includes('ASSET_LINKED'))
    t.strictSame(await events('within=nowhere'), [])
  })

  await t.test('bad parameters are refused with 422', async (t) => {
    const refused = async (query: string, error: object) =>
      t.match(await admin.get(`changes?${query}`), { status: 422, body: error }, query)
    await refused('evnt=ASSET_ADDED', { error: "Unknown parameter 'evnt'" })
    await refused('since=yesterday', invalid('since', '"yesterday"', CURSOR_RULE))
    await refused(`since=${Buffer.from('1.999999').toString('base64url')}`, { error: /Must be a cursor/ })
    await refused('wait=61', invalid('wait', '"61"', 'Must be a Integer from 0 to 60'))
    await refused('limit=0', invalid('limit', '"0"', 'Must be a Integer from 1 to 1000'))
    await refused(
      'type=asset&type=clip',
      invalid('type', '["asset", "clip"]', 'Must be one of: <code>asset</code>, <code>project</code>.')
    )
    await refused(
      'event=NOTHING',
      invalid('event', '"NOTHING"', `Must be an array of [${eventKinds.map((kind) => `"${kind}"`).join(', ')}]`)
    )
    await refused('include=all', invalid('include', '"all"', 'Must be one of: <code>item</code>.'))
    t.match(await admin.send('GET', 'changes', undefined, { 'last-event-id': 'x' }), {
      status: 422,
      body: invalid('Last-Event-ID', '"x"', CURSOR_RULE)
    })
  })

  await t.test('a key is required, and other accounts and administrative changes stay hidden', async (t) => {
    t.match(await anonymous.get('changes'), { status: 401, text: '' })
    const stranger = await addStranger()
    const theirs = await stranger.client.get('changes')
    t.notOk(JSON.stringify(theirs.body).includes(asset.id))
    t.equal((await stranger.client.get(`changes?since=${now.next}`)).status, 422, 'a cursor of another account')
    const user = await addUser()
    t.notOk((await user.client.get('changes?limit=1000')).body.changes.some(({ event }: { event: string }) =>
      event === 'USER_ADDED'
    ))
    t.ok((await admin.get('changes?limit=1000')).body.changes.some(({ event }: { event: string }) =>
      event === 'USER_ADDED'
    ))
  })
})

/** Opens a stream of changes over a real connection, and collects what arrives. */
async function openStream (t: Test, { app, config }: World, query: string, headers: Record<string, string> = {}) {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const sent = request({
    host: '127.0.0.1',
    port,
    path: `/api/v2/changes?${query}`,
    headers: { 'x-api-key': config.ADMIN_API_KEY, accept: 'text/event-stream', ...headers }
  })
  sent.end()
  t.teardown(() => sent.destroy())
  const [response] = await once(sent, 'response')
  const stream = { response, text: '', ended: false }
  response.on('data', (chunk: Buffer) => { stream.text += chunk })
  response.once('end', () => { stream.ended = true })
  return stream
}

onBothDatabases('Changes come as server-sent events, and the stream ends cleanly with the service', async (t, world) => {
  const { admin, app } = world
  const { body: { next } } = await admin.get('changes?since=now')
  await addAsset(admin, { title: 'before' })
  const stream = await openStream(t, world, `since=${next}`)
  t.match(stream.response.headers, {
    'content-type': /^text\/event-stream/,
    'x-accel-buffering': 'no',
    'cache-control': /no-cache/
  })
  await addAsset(admin, { title: 'after' })
  const events = await eventually('both assets', () => {
    const blocks = stream.text.split('\n\n').filter((block) => block.startsWith('id: '))
    return blocks.length === 2 ? blocks : undefined
  })
  const [id, event, data] = events[0]!.split('\n')
  t.equal(event, 'event: ASSET_ADDED')
  t.match(JSON.parse(data!.replace('data: ', '')), { event: 'ASSET_ADDED', targets: { asset_id: String } })

  const again = await openStream(t, world, 'since=now', { 'last-event-id': id!.replace('id: ', '') })
  await eventually('what came after it', () => /^id: /m.test(again.text) ? true : undefined)
  t.notOk(
    again.text.includes(JSON.parse(data!.replace('data: ', '')).id),
    'it continues after the last one that was seen'
  )

  await app.close()
  await eventually('the end', () => stream.ended && again.ended ? true : undefined)
}, { JOBS: 'on' })
