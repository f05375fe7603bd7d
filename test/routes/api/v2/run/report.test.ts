import type { Test } from 'tap'
import { inOneApp, type Client, type World } from '#test/helper/app.js'
import { addAsset, addProject, succeed } from '#test/helper/items.js'
import { eventually } from '#test/helper/receiver.js'
import { addFieldGroup } from '#test/helper/fields.js'
import {
  claimStep, defineAction, programOf, receiveSteps, startAction, untilOver, wholeRun
} from '#test/helper/runs.js'
import { logOf } from '#test/helper/webhooks.js'

const onBoth = inOneApp(undefined, { JOBS: 'on', WEBHOOK_RETRY_DELAYS: '86400' })

const queue = (name = 'q') => ({ name: 'one', queue: name })

/** A run of an asset whose one step is claimed. */
async function claimed (t: Test, { admin, anonymous }: World, name: string, more: object = {}) {
  const action = await defineAction(admin, { steps: [{ ...queue(name), ...more }] })
  const asset = await addAsset(admin, { title: 'Interview' })
  const { run_ids: [run] } = await startAction(admin, action.id, { asset_ids: [asset.id] })
  const claim = await claimStep(admin, name)
  t.equal(claim.run.id, run)
  return { action, asset, run, claim, program: programOf(anonymous, claim.token), of: `/api/v2/assets/${asset.id as string}` }
}

onBoth('A webhook gets the token of its step, and reports with it', async (t, world) => {
  const { admin, anonymous } = world
  const { receiver, id: hook } = await receiveSteps(t, admin, (request, response) => {
    response.setHeader('x-seen', String(request.headers['webhook-run-token']))
    response.end(`seen ${String(request.headers['webhook-run-token'])}`)
  })
  const other = await receiveSteps(t, admin)
  await succeed(admin.post(`admin/webhooks/${other.id}`, { trigger_events: ['UPDATED_DAG_ACTION_RUN', 'ASSET_EDITED_METADATA'] }))
  const action = await defineAction(admin, {
    steps: [{ name: 'speech', webhook_id: hook }, { name: 'publish', webhook_id: hook, after: ['speech'] }]
  })
  const { id } = await addAsset(admin, { title: 'Interview' })
  const { run_ids: [run] } = await startAction(admin, action.id, { asset_ids: [id] })
  const first: any = await eventually('the first step', async () => receiver.received[0])
  const token = first.headers['webhook-run-token']
  const program = programOf(anonymous, token)
  const read = (await succeed(program.read()))
  t.match(read, {
    run: { id: run, status: 'running' },
    step: { name: 'speech', attempt: 1, results: {} },
    item: { type: 'asset', asset: { id, title: 'Interview' }, custom_fields: [], media: [] }
  })
  t.match(await succeed(program.report({ progress: 0.5, message: 'Half' })), {
    run: { progress: 0.25 }, step: { name: 'speech', status: 'running', progress: 0.5 }, results: [], failed: 0, committed: true
  })
  const operations = [
    { method: 'PUT', path: `/api/v2/assets/${id as string}`, body: { title: 'Transcribed' } },
    { method: 'POST', path: `/api/v2/assets/${id as string}/comments`, body: { text: 'Done' } }
  ]
  const done = await succeed(program.report({ status: 'completed', result: { words: 812 }, operations }))
  t.match(done, { step: { status: 'completed', progress: 1, result: { words: 812 } }, failed: 0, committed: true })
  t.match(done.results, [{ status: 200 }, { status: 200, body: { comment: { text: 'Done' } } }])
  t.match(await succeed(program.report({ status: 'completed', operations })), { results: [], committed: true }, 'the same end')
  t.match(await program.report({ status: 'failed' }), { status: 409, body: { error: 'Step is over: completed' } })
  t.match(await program.read(), { status: 409, body: { error: 'Step is over: completed' } })

  const second: any = await eventually('the second step', async () => receiver.received[1])
  t.match(second.body.data.step, { name: 'publish', results: { speech: { words: 812 } } })
  t.equal(second.body.data.asset.title, 'Transcribed')
  await succeed(programOf(anonymous, second.headers['webhook-run-token']).report({ status: 'failed', error: 'No' }))
  const over = await untilOver(admin, run)
  t.match(over.run, { status: 'failed', error: 'publish: No' })
  t.match(over.log, [{ step: 'speech', attempt: 1, message: 'Half' }])
  t.equal((await succeed(admin.get(`assets/${id as string}/comments`))).comments.length, 1, 'written once')

  const { history } = await succeed(admin.get(`assets/${id as string}/history`))
  const written = history.filter(({ event }: any) => ['ASSET_EDITED_METADATA', 'COMMENT_ADDED', 'ASSET_COMMENT_ADDED'].includes(event))
  t.ok(written.length >= 1 && written.every(({ targets }: any) => targets.run_id === run), 'what it writes names the run')
  const log = await eventually('the log', async () => {
    const found = await logOf(admin, hook, 'success')
    return found.length === 2 ? found : undefined
  })
  t.notMatch(JSON.stringify(log), token.split('.')[2], 'the log does not have the token')
  t.match(JSON.stringify(log), /webhook-run-token/)
  await eventually('the other webhook', async () => other.receiver.received.length >= 3 || undefined)
  t.ok(other.receiver.received.every(({ headers }: any) => headers['webhook-run-token'] === undefined), 'for its webhook alone')
})

onBoth('A token reaches its step, and nothing else', async (t, world) => {
  const { admin, anonymous } = world
  const { claim, program, run } = await claimed(t, world, 'tokens')
  for (const path of ['assets', `runs/${run as string}`, 'user', 'admin/actions']) {
    t.equal((await anonymous.get(path, { authorization: `Bearer ${claim.token as string}` })).status, 401, path)
  }
  const [step, attempt, mac] = claim.token.split('.')
  for (const wrong of [`${step}.2.${mac}`, `${step}.${attempt}.${mac.slice(0, -1)}${mac.endsWith('A') ? 'B' : 'A'}`, 'x', `${claim.token}.x`]) {
    t.equal((await programOf(anonymous, wrong).read()).status, 401, wrong)
  }
  t.equal((await anonymous.get('run')).status, 401)
  t.equal((await admin.get('run')).status, 401, 'a key is none')
  t.match(await program.report({ result: [] }), { status: 422, body: { error: /Must be a Hash$/ } })
  t.match(await program.report({ progress: 2 }), { status: 422, body: { error: /Must be a number from 0 to 1$/ } })
  t.match(await program.report({ status: 'over' }), { status: 422 })
  t.match(await program.report({ result: { text: 'x'.repeat(16_400) } }), { status: 422, body: { error: /Must be at most 16384 bytes$/ } })
  const result = JSON.parse('{"text": "\\u0000 \\ud800 \\u202e <b>", "nested": {"of": [1, {}]}}')
  t.match(await succeed(program.report({ status: 'completed', result })), { step: { status: 'completed' } })
  t.match((await wholeRun(admin, run)).steps[0].result, { text: /^\0 . \u202e <b>$/, nested: { of: [1, {}] } })
})

onBoth('Operations write to the item of the run alone, all or none', async (t, world) => {
  const { admin, addUser } = world
  const { program, of, asset, run } = await claimed(t, world, 'operations')
  const other = await addAsset(admin)
  const project = await addProject(admin)
  const { group, ids: [field] } = await addFieldGroup(admin, ['textbox'])
  const refused = async (method: string, path: string, body?: object) => {
    const { results, committed, failed } = await succeed(program.report({ status: 'completed', operations: [{ method, path, body }] }))
    t.strictSame([committed, failed], [false, 1], path)
    return [results[0].status, results[0].body.error]
  }
  for (const path of [`/api/v2/assets/${other.id as string}`, '/api/v2/assets/nothing/comments', '/api/v2/assets/..', `/api/v2/assets/%2e%2e/${asset.id as string}`]) {
    t.strictSame(await refused('PUT', path, { title: 'Mine' }), [404, 'asset not found'], path)
  }
  t.strictSame(await refused('DELETE', `/api/v2/assets/${other.id as string}`), [404, 'asset not found'])
  t.strictSame(await refused('PUT', `/api/v2/projects/${project.id as string}`, {}), [404, 'project not found'])
  const notPossible = [422, 'Not possible in a run']
  t.strictSame(await refused('DELETE', of), notPossible)
  t.strictSame(await refused('POST', `${of}/comments/1`, { text: 'x' }), notPossible)
  t.strictSame(await refused('DELETE', `${of}/media`, { keep: 'nothing' }), notPossible)
  t.strictSame(await refused('POST', `${of}/assign`, { to_project_id: project.id }), notPossible)
  t.strictSame(await refused('POST', '/api/v2/assets', { title: 'x' }), notPossible)
  t.strictSame(await refused('POST', '/api/v2/admin/webhooks', {}), notPossible)

  const comment = { method: 'POST', path: `${of}/comments`, body: { text: 'Lost' } }
  const half = await succeed(program.report({ status: 'completed', message: 'Lost', operations: [comment, { method: 'DELETE', path: of }] }))
  t.match(half, { committed: false, failed: 1, step: { status: 'running' } })
  t.match(await wholeRun(admin, run), { run: { status: 'running' }, log: [] })
  t.strictSame((await succeed(admin.get(`assets/${asset.id as string}/comments`))).comments, [])

  const operations = [
    comment,
    { method: 'PUT', path: of, body: { tags: ['done'] } },
    { method: 'POST', path: `${of}/custom_fields/${String(group)}`, body: { custom_fields: { [field!]: 'x' } } },
    { method: 'POST', path: `${of}/uploads`, body: { filename: 'a.srt', size: 3 } },
    { method: 'POST', path: `${of}/attachments`, body: { filename: 'a.srt', size: 3 } },
    { method: 'POST', path: `${of}/media`, body: { file_url: 'http://127.0.0.1:9/a.mov', filename: 'a.mov' } },
    { method: 'POST', path: `${of}/publications`, body: { url: 'https://example.com/1' } }
  ]
  const report = { progress: 0.1, operations }
  const written = await program.report(report, { 'idempotency-key': 'once' })
  t.match(written.body, { committed: true, failed: 0 })
  t.match(written.body.results[3].body.upload.url, /^http.*\/uploads\//)
  const again = await program.report(report, { 'idempotency-key': 'once' })
  t.equal(again.headers['idempotency-replayed'], 'true', 'a key counts for the run')
  const { publications } = await succeed(admin.get(`assets/${asset.id as string}/publications`))
  t.match(publications, [{ run_id: run, url: 'https://example.com/1' }])
  const { history } = await succeed(admin.get(`assets/${asset.id as string}/history`))
  t.ok(history.filter(({ event }: any) => /INGEST|PUBLISHED|EDITED/.test(event)).every(({ targets }: any) => targets.run_id === run))
  await succeed(program.report({ status: 'completed' }))

  const member = await addUser({ admin: true })
  const { program: second, of: its } = await claimed(t, { ...world, admin: member.client as Client }, 'disabled')
  await succeed(admin.post(`admin/users/${member.id}`, { disabled: true }))
  t.match(await succeed(second.report({ operations: [{ method: 'PUT', path: its, body: { title: 'x' } }] })), {
    committed: false, results: [{ status: 404 }]
  }, 'a disabled user may do nothing')
  t.equal((await second.read()).status, 404)
})

onBoth('A step that is not heard of is handed out anew, and its first program is told', async (t, world) => {
  const { admin, anonymous } = world
  const { program, run } = await claimed(t, world, 'silent', { heartbeat: 10, attempts: 2 })
  await world.app.transact(world.adminCaller, (tx) => tx.prisma.actionStep.updateMany({
    where: { runId: run }, data: { silentAt: new Date(), dueAt: new Date() }
  }))
  const second = await claimStep(admin, 'silent')
  t.match(second, { run: { id: run }, step: { attempt: 2 } })
  t.match(await program.report({ progress: 1 }), { status: 409, body: { error: 'Step is over: running' } })
  t.match(await succeed(programOf(anonymous, second.token).report({ status: 'failed' })), { run: { status: 'failed', error: 'one: failed' } })
})

onBoth('What a run writes starts no action that led to it', async (t, world) => {
  const { admin, anonymous } = world
  const define = (name: string) => defineAction(admin, {
    name, steps: [{ name: 'one', queue: name }], trigger_events: ['ASSET_EDITED_METADATA'], filter: { category: ['looping'] }
  })
  const [first, second] = [await define('first'), await define('second')]
  const asset = await addAsset(admin, { category: 'looping' })
  const of = `/api/v2/assets/${asset.id as string}`
  const begun: string[] = []
  async function edit (name: string): Promise<void> {
    const { token } = await claimStep(admin, name)
    begun.push(name)
    const operations = [{ method: 'PUT', path: of, body: { title: `Edited ${begun.length}` } }]
    t.match(await succeed(programOf(anonymous, token).report({ status: 'completed', operations })), { committed: true })
  }
  await succeed(admin.put(`assets/${asset.id as string}`, { title: 'Edited' }))
  // While a run waits, there is no other.
  await eventually('both', async () =>
    (await succeed(admin.get(`runs?asset_id=${asset.id as string}&status=running`))).runs.length === 2 || undefined)
  // Each is started by the edit, and then by that of the other one, but not by what it has led to itself.
  for (const name of ['first', 'second', 'first', 'second']) await edit(name)
  for (const name of ['first', 'second']) {
    t.strictSame(await succeed(admin.post('runs/claims', { queues: [name] })), { claim: null }, name)
  }
  for (const { id } of [first, second]) {
    const { runs } = await succeed(admin.get(`runs?action_id=${String(id)}`))
    t.strictSame(runs.map(({ status }: any) => status), ['completed', 'completed'])
    // By its own edit, by that of the other's second run, and by its own second one.
    t.equal((await succeed(admin.get(`admin/actions/${String(id)}`))).action.starts_skipped, 3)
  }
})

/** What a run may do with its asset. */
const POSSIBLE = [
  'put /assets/{asset_id}',
  ...['custom_fields/{field_group_id}', 'media', 'uploads', 'attachments', 'comments', 'publications']
    .map((path) => `post /assets/{asset_id}/${path}`)
]

onBoth('A token is no key, and a run has no other operations than those that are documented', async (t, world) => {
  const { anonymous } = world
  const { claim, program, asset } = await claimed(t, world, 'document')
  const { body: { paths, security } } = await anonymous.get('/openapi.json')
  t.ok(security.length > 0, 'a key is needed unless an operation says otherwise')
  const operations = Object.entries<any>(paths).flatMap(([path, ofPath]) => Object.entries<any>(ofPath)
    .filter(([, operation]) => operation.security === undefined && path.startsWith('/api/v2'))
    .map(([method]) => ({ method: method.toUpperCase(), path: path.replace(/\{asset_id\}/, asset.id).replace(/\{\w+\}/g, '1'), name: `${method} ${path.replace('/api/v2', '')}` })))
  t.ok(operations.length > 200)
  const headers = { authorization: `Bearer ${claim.token as string}` }
  const statuses = new Map<number, string[]>()
  for (const { method, path, name } of operations) {
    const { status } = await anonymous.send(method as 'GET', path, undefined, headers)
    statuses.set(status, [...statuses.get(status) ?? [], name])
  }
  t.strictSame([...statuses.keys()], [401], JSON.stringify([...statuses].filter(([status]) => status !== 401)))

  const possible: string[] = []
  for (const { method, path, name } of operations.filter(({ method }) => method !== 'GET' && method !== 'HEAD')) {
    const { results: [{ body }] } = await succeed(program.report({ operations: [{ method, path, body: {} }, { method: 'DELETE', path: 'x' }] }))
    if (name.includes('{project_id}')) t.same(body, { error: 'project not found' }, name)
    else if (body.error !== 'Not possible in a run') possible.push(name)
  }
  t.strictSame(possible.sort(), [...POSSIBLE].sort())
})
