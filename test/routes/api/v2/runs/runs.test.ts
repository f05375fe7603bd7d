import type { Test } from 'tap'
import { inOneApp, type Client, type SharedWorld } from '#test/helper/app.js'
import { addFieldGroup } from '#test/helper/fields.js'
import { addAsset, addProject, succeed } from '#test/helper/items.js'
import { eventually, startReceiver, type Respond } from '#test/helper/receiver.js'
import { addWebhook } from '#test/helper/webhooks.js'

const onBoth = inOneApp(undefined, { JOBS: 'on', WEBHOOK_RETRY_DELAYS: '86400' })

/** A webhook that gets what it is handed, and nothing else. */
async function receive (t: Test, admin: Client, respond?: Respond) {
  const receiver = await startReceiver(t, respond)
  const { id } = await addWebhook(admin, { http_url: receiver.url, trigger_events: [] })
  return { receiver, id: id as number }
}

const define = async (admin: Client, more: object): Promise<any> =>
  (await succeed(admin.post('admin/actions', { name: 'Transcribe', ...more }))).action
const start = (client: Client, id: number, body: object): Promise<any> => succeed(client.post(`actions/${id}/runs`, body))
const whole = (client: Client, id: string): Promise<any> => succeed(client.get(`runs/${id}`))

async function untilOver (client: Client, id: string): Promise<any> {
  return eventually('a run', async () => {
    const found = await whole(client, id)
    return ['completed', 'failed', 'cancelled'].includes(found.run.status) ? found : undefined
  })
}

async function eventsOf (client: Client, assetId: string): Promise<any[]> {
  const { history } = await succeed(client.get(`assets/${assetId}/history`))
  return history.filter(({ event }: any) => event.endsWith('DAG_ACTION_RUN')).reverse()
}

onBoth('A run hands its steps to webhooks, in their order, and ends once', async (t, world) => {
  const { admin, adminCaller } = world
  const { receiver, id: hook } = await receive(t, admin)
  const action = await define(admin, {
    steps: [
      { name: 'last', webhook_id: hook, report: false, after: ['first', 'second'] },
      { name: 'first', webhook_id: hook, report: false },
      { name: 'second', webhook_id: hook, report: false, after: ['first'] }
    ],
    parameters: [{ name: 'language', field_type: 'textbox', default: 'en' }]
  })
  const { id } = await addAsset(admin, { title: 'Interview' })
  const started = await start(admin, action.id, { asset_ids: [id, id] })
  t.match(started, { batch: String, run_ids: [String], skipped: 0 })
  t.equal(started.run_ids.length, 1, 'an item has one run')
  const over = await untilOver(admin, started.run_ids[0])
  t.match(over.run, {
    action_id: action.id,
    name: 'Transcribe',
    batch: started.batch,
    status: 'completed',
    progress: 1,
    user_id: adminCaller.userId,
    event_id: null,
    parameters: { language: 'en' },
    asset_id: id,
    project_id: null,
    error: null,
    retry_of: null
  })
  t.strictSame(over.steps.map(({ name, status, attempt, progress }: any) => [name, status, attempt, progress]),
    ['last', 'first', 'second'].map((name) => [name, 'completed', 1, 1]))
  t.strictSame(receiver.received.map(({ body }: any) => body.data.step.name), ['first', 'second', 'last'])
  const body: any = receiver.received[0]!.body
  t.match(body, {
    event: 'UPDATED_DAG_ACTION_RUN',
    user_id: adminCaller.userId,
    targets: { run_id: started.run_ids[0], action_id: action.id, asset_id: id, step: 'first', attempt: 1 },
    data: { run: { id: started.run_ids[0] }, step: { name: 'first', attempt: 1, results: {} }, asset: { id } }
  })
  t.strictSame((await eventsOf(admin, id)).map(({ event, targets }) => [event, targets.step]), [
    ['STARTED_DAG_ACTION_RUN', undefined],
    ...['first', 'second', 'last'].map((step) => ['UPDATED_DAG_ACTION_RUN', step]),
    ['COMPLETED_DAG_ACTION_RUN', undefined]
  ])
  for (const query of [`action_id=${action.id}`, `asset_id=${id}`, `batch=${started.batch}`, 'status=completed']) {
    const { runs } = await succeed(admin.get(`runs?${query}`))
    t.ok(runs.some((run: any) => run.id === started.run_ids[0]), query)
  }
  t.strictSame((await succeed(admin.get(`runs?project_id=${id}`))).runs, [])
  t.strictSame((await admin.delete(`runs/${started.run_ids[0]}`)).body, { error: 'Run is over' })
  t.strictSame((await admin.post(`runs/${started.run_ids[0]}/retry`)).body, { error: 'Run has not failed' })
})

onBoth('A receiver that is gone fails its step, and the run', async (t, { admin }) => {
  const { id: hook } = await receive(t, admin, (_request, response) => { response.writeHead(410).end() })
  const action = await define(admin, {
    steps: [{ name: 'gone', webhook_id: hook }, { name: 'other', queue: 'q' }, { name: 'after', queue: 'q', after: ['gone'] }]
  })
  const { id } = await addAsset(admin)
  const { run_ids: [run] } = await start(admin, action.id, { asset_ids: [id] })
  const over = await untilOver(admin, run)
  t.match(over.run, { status: 'failed', error: 'gone: not delivered' })
  t.strictSame(over.steps.map(({ status, error }: any) => [status, error]),
    [['failed', 'not delivered'], ['cancelled', null], ['cancelled', null]])
  const { history } = await succeed(admin.get(`assets/${id}/history`))
  t.equal(history.find(({ event }: any) => event === 'COMPLETED_DAG_ACTION_RUN').severity, 3)

  const again = (await succeed(admin.post(`runs/${run}/retry`))).run
  t.match(again, { retry_of: run, status: 'waiting', batch: null })
  await succeed(admin.delete(`admin/webhooks/${hook}`))
  t.match((await untilOver(admin, again.id)).run, { status: 'failed', error: 'gone: not delivered' }, 'its webhook is gone')
})

onBoth('A webhook that is deleted, or sends no body, fails the steps that wait for it', async (t, { admin }) => {
  for (const change of ['delete', 'get']) {
    const { id: hook } = await receive(t, admin, (_request, response) => { response.writeHead(500).end() })
    const action = await define(admin, { steps: [{ name: 'one', webhook_id: hook }] })
    const { id } = await addAsset(admin)
    const { run_ids: [run] } = await start(admin, action.id, { asset_ids: [id] })
    await eventually('a run', async () => (await whole(admin, run)).steps[0]?.status === 'ready' || undefined)
    if (change === 'delete') await succeed(admin.delete(`admin/webhooks/${hook}`))
    else await succeed(admin.post(`admin/webhooks/${hook}`, { http_method: 'GET' }))
    t.match((await untilOver(admin, run)).run, { status: 'failed', error: 'one: not delivered' }, change)
  }
})

onBoth('Starting refuses what the contract refuses', async (t, world) => {
  const { admin, addUser } = world
  const action = await define(admin, { steps: [{ name: 'one', queue: 'q' }], parameters: [{ name: 'a', field_type: 'boolean', required: true }] })
  const { id } = await addAsset(admin)
  const { id: projectId } = await addProject(admin)
  const parameters = { a: true }
  const path = `actions/${action.id}/runs`
  const chosen = { status: 422, body: { error: 'Must have asset_ids, project_ids or search' } }
  t.match(await admin.post(path, { parameters }), chosen)
  t.match(await admin.post(path, { parameters, project_ids: [projectId] }), chosen, 'of its type')
  t.match(await admin.post(path, { parameters, asset_ids: [id], search: {} }), chosen)
  t.match((await admin.post(path, { asset_ids: [id] })).body.error, /a: Must be there$/)
  t.match((await admin.post(path, { asset_ids: [id], parameters: { a: 1 } })).body.error, /a: Must be one of/)
  t.match((await admin.post(path, { asset_ids: [id], parameters: { a: true, b: 1 } })).body.error, /b: Must be a parameter$/)
  t.match(await admin.post('actions/999999/runs', { asset_ids: [id], parameters }), { status: 404, body: { error: 'Action not found' } })
  t.match(await admin.post(path, { asset_ids: [projectId], parameters }), { status: 404, body: { error: 'asset not found' } })
  t.match(await admin.get('runs/nothing'), { status: 404, body: { error: 'Run not found' } })
  await succeed(admin.post(`admin/actions/${action.id}`, { disabled: true }))
  t.strictSame((await admin.post(path, { asset_ids: [id], parameters })).body, { error: 'Action is disabled' })
  await succeed(admin.post(`admin/actions/${action.id}`, { disabled: false }))

  const viewer = await addUser({ access: 'projects' })
  await succeed(admin.post(`projects/${projectId}/members`, { user_id: viewer.id, role: 'Viewer' }))
  await succeed(admin.post(`assets/${id}/assign`, { to_project_id: projectId }))
  t.match(await viewer.client.post(path, { asset_ids: [id], parameters }), { status: 403 })
  t.match((await viewer.client.post(path, { search: {}, parameters })).body, { run_ids: [], skipped: 1 })
})

onBoth('Items that do not match the filter get no run', async (t, { admin }) => {
  const action = await define(admin, { steps: [{ name: 'one', queue: 'q' }], filter: { category: ['film'] } })
  const film = await addAsset(admin, { category: 'film', title: 'Filter one' })
  const other = await addAsset(admin, { category: 'other', title: 'Filter two' })
  const started = await start(admin, action.id, { asset_ids: [film.id, other.id] })
  t.match(started, { run_ids: [String], skipped: 1 })
  t.equal((await whole(admin, started.run_ids[0])).run.asset_id, film.id)
  t.match(await start(admin, action.id, { search: { q: 'Filter' } }), { run_ids: [String], skipped: 1 })

  const { group, ids: [field] } = await addFieldGroup(admin, ['textbox'])
  const ofField = await define(admin, { steps: [{ name: 'one', queue: 'q' }], filter: { [`field.${field}`]: 'x' } })
  await succeed(admin.delete(`admin/field_groups/${group}/fields/${field}`))
  t.match(await start(admin, ofField.id, { asset_ids: [film.id] }), { run_ids: [], skipped: 1 }, 'its field is gone')
})

onBoth('As many runs as parallel are under way; a batch is cancelled together', async (t, { admin }) => {
  const action = await define(admin, { steps: [{ name: 'one', queue: 'q' }], parallel: 2 })
  const assets = await Promise.all([1, 2, 3, 4, 5].map(() => addAsset(admin)))
  const { batch, run_ids: ids } = await start(admin, action.id, { asset_ids: assets.map(({ id }) => id) })
  const statuses = async () =>
    (await succeed(admin.get(`runs?batch=${batch}`))).runs.map(({ status }: any) => status).sort()
  await eventually('a run', async () => (await statuses())[1] === 'running' || undefined)
  t.strictSame(await statuses(), ['running', 'running', 'waiting', 'waiting', 'waiting'])
  const running = (await succeed(admin.get(`runs?batch=${batch}&status=running`))).runs
  t.strictSame(running.map(({ id }: any) => id).sort(), ids.slice(0, 2).sort(), 'the oldest first')
  t.strictSame(await succeed(admin.delete(`runs?batch=${batch}`)), { ok: '5 runs cancelled' })
  t.strictSame(await statuses(), Array(5).fill('cancelled'))
  const began = (await eventsOf(admin, assets[4]!.id)).map(({ event }) => event)
  t.strictSame(began, [], 'one that never began has no events')
  t.strictSame(await succeed(admin.delete(`runs?batch=${batch}`)), { ok: '0 runs cancelled' })
})

onBoth('An event starts a run in its transaction, one while it waits; loops end', async (t, { admin }) => {
  const { id: hook } = await receive(t, admin)
  const action = await define(admin, {
    steps: [{ name: 'one', webhook_id: hook, report: false }],
    trigger_events: ['ASSET_EDITED_METADATA'],
    filter: { category: ['started'] }
  })
  const { id } = await addAsset(admin, { category: 'started' })
  const other = await addAsset(admin, { category: 'not' })
  await succeed(admin.put(`assets/${id}`, { title: 'Edited' }))
  await succeed(admin.put(`assets/${other.id}`, { title: 'Edited' }))
  const found = await eventually('a run', async () => {
    const { runs } = await succeed(admin.get(`runs?action_id=${action.id}`))
    return runs.length === 1 && runs[0].status === 'completed' ? runs[0] : undefined
  })
  t.match(found, { asset_id: id, event_id: String, batch: null })
  for (let edit = 0; edit < 15; edit++) {
    await succeed(admin.put(`assets/${id}`, { title: `Edited ${edit}` }))
    await eventually('a run', async () => (await succeed(admin.get(`runs?action_id=${action.id}&status=waiting`))).runs.length === 0 || undefined)
  }
  t.equal((await succeed(admin.get(`runs?action_id=${action.id}`))).runs.length, 10, 'at most ten an hour')
  t.equal((await succeed(admin.get(`admin/actions/${action.id}`))).action.starts_skipped, 6)
})

onBoth('A purged item takes its runs along; a deleted action cancels what waits', async (t, { admin }: SharedWorld) => {
  const action = await define(admin, { steps: [{ name: 'one', queue: 'q' }], parallel: 1 })
  const [one, two] = [await addAsset(admin), await addAsset(admin)]
  const { run_ids: [running, waiting] } = await start(admin, action.id, { asset_ids: [one.id, two.id] })
  await eventually('a run', async () => (await whole(admin, running)).run.status === 'running' || undefined)
  await succeed(admin.delete(`admin/actions/${action.id}`))
  t.equal((await untilOver(admin, waiting)).run.status, 'cancelled')
  t.equal((await whole(admin, running)).run.status, 'running', 'what has begun goes on')
  await succeed(admin.delete(`assets/${one.id}`))
  t.equal((await admin.get(`runs/${running}`)).status, 404)
})
