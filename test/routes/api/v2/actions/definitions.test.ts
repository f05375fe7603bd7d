import { inAppOfProcess, inSharedApp, type Answer, type SharedWorld } from '#test/helper/app.js'
import { MILLISECONDS, succeed } from '#test/helper/items.js'
import { addWebhook } from '#test/helper/webhooks.js'

const onSharedApp = inSharedApp()
const onAppOfProcess = inAppOfProcess()

const outcome = ({ status, body }: Answer) => [status, body?.error ?? body?.ok]
const queued = (name: string, more: object = {}) => ({ name, queue: 'q', ...more })
const one = [queued('one')]
/** What a 422 says behind the value. */
const ruleOf = ({ status, body }: Answer) => status === 422 ? /: ((?:[\w-]+: )?Must .*)$/.exec(body.error)?.[1] ?? body.error : status
const define = async ({ admin }: Pick<SharedWorld, 'admin'>, more: object = {}): Promise<any> =>
  (await succeed(admin.post('admin/actions', { name: 'Transcribe', steps: one, ...more }))).action

onSharedApp('Administrators define, change and delete actions', async (t, world) => {
  const { admin, adminCaller, addUser, addStranger } = world
  const action = await define(world)
  t.strictSame(action, {
    id: action.id,
    name: 'Transcribe',
    description: '',
    type: 'asset',
    filter: null,
    parameters: [],
    role: 'Member',
    trigger_events: [],
    parallel: 10,
    disabled: false,
    steps: [{
      name: 'one', after: [], webhook_id: null, queue: 'q', report: true, timeout: 3600, heartbeat: 60, attempts: 3
    }],
    starts_skipped: 0,
    user_id: adminCaller.userId,
    error: null,
    created_at: action.created_at,
    updated_at: action.created_at
  })
  t.match(action.created_at, MILLISECONDS)
  t.strictSame((await succeed(admin.get(`admin/actions/${action.id}`))).action, action)
  t.strictSame((await succeed(admin.get('admin/actions'))).actions, [action])
  t.strictSame((await succeed(admin.post(`admin/actions/${action.id}`, {}))).action, action, 'what is absent stays')
  const again = Object.fromEntries(Object.entries(action).filter(([key]) =>
    !['id', 'type', 'starts_skipped', 'user_id', 'error', 'created_at', 'updated_at'].includes(key)))
  t.strictSame((await succeed(admin.post(`admin/actions/${action.id}`, again))).action, action, 'what is shown may be sent')
  const changed = (await succeed(admin.post(`admin/actions/${action.id}`, { description: 'x', parallel: 1, role: 'Viewer' }))).action
  t.match(changed, { description: 'x', parallel: 1, role: 'Viewer', name: 'Transcribe', steps: action.steps })

  await t.test('Who saves it is its user, and its error says when that is no administrator any more', async (t) => {
    const other = await addUser({ admin: true })
    const saved = (await succeed(other.client.post(`admin/actions/${action.id}`, {}))).action
    t.match(saved, { user_id: other.id, error: null })
    await succeed(admin.post(`admin/users/${other.id}`, { admin: false }))
    t.equal((await succeed(admin.get(`admin/actions/${action.id}`))).action.error, 'Its user is no administrator')
    await succeed(admin.post(`admin/users/${other.id}`, { admin: true }))
    t.equal((await succeed(admin.get(`admin/actions/${action.id}`))).action.error, null)
    await succeed(admin.post(`admin/users/${other.id}`, { disabled: true }))
    t.equal((await succeed(admin.get('actions'))).actions[0].error, 'Its user is no administrator')
    t.match((await succeed(admin.post(`admin/actions/${action.id}`, {}))).action, { user_id: adminCaller.userId, error: null })
  })

  await t.test('Users see the enabled ones, without what is for administrators', async (t) => {
    const { client } = await addUser()
    const { filter, trigger_events: events, steps, ...shown } =
      (await succeed(admin.get(`admin/actions/${action.id}`))).action
    t.ok(filter === null && events.length === 0 && steps.length === 1)
    t.strictSame((await succeed(client.get('actions'))).actions, [shown])
    await succeed(admin.post(`admin/actions/${action.id}`, { disabled: true }))
    t.strictSame((await succeed(client.get('actions'))).actions, [])
    t.equal((await succeed(admin.get('admin/actions'))).actions[0].disabled, true)
    await succeed(admin.post(`admin/actions/${action.id}`, { disabled: false }))
    for (const path of ['admin/actions', `admin/actions/${action.id}`]) {
      t.equal((await client.get(path)).status, 401)
      t.equal((await client.post(path, { name: 'x', steps: one })).status, 401)
    }
    t.equal((await client.delete(`admin/actions/${action.id}`)).status, 401)
  })

  await t.test('One that is not there, or of another account, is not found', async (t) => {
    const stranger = await addStranger()
    for (const [client, id] of [[admin, 0], [admin, 'x'], [admin, 2 ** 31], [stranger.client, action.id]] as const) {
      const answers = [
        await client.get(`admin/actions/${id}`), await client.post(`admin/actions/${id}`, { name: 'z' }),
        await client.delete(`admin/actions/${id}`)
      ]
      for (const answer of answers) t.strictSame(outcome(answer), [404, 'Action not found'])
    }
    t.strictSame((await succeed(stranger.client.get('actions'))).actions, [])
    t.strictSame((await succeed(stranger.client.get('admin/actions'))).actions, [])
  })

  await t.test('It is not possible in a bulk, and once with an Idempotency-Key', async (t) => {
    const operations = [{ method: 'POST', path: '/api/v2/admin/actions', body: { name: 'x', steps: one } }]
    t.strictSame((await admin.post('bulk', { operations })).body.results,
      [{ status: 422, body: { error: 'Not possible in a bulk' } }])
    const send = () => admin.send('POST', 'admin/actions', { name: 'Once', steps: one }, { 'idempotency-key': 'actions-1' })
    const [first, second] = [await send(), await send()]
    t.equal(first.status, 200)
    t.strictSame(second.body, first.body)
    await succeed(admin.delete(`admin/actions/${first.body.action.id}`))
  })

  t.strictSame(outcome(await admin.delete(`admin/actions/${action.id}`)), [200, 'Action deleted'])
  t.strictSame(outcome(await admin.delete(`admin/actions/${action.id}`)), [404, 'Action not found'])
  t.strictSame((await succeed(admin.get('admin/actions'))).actions, [])
  t.strictSame((await succeed(admin.get('actions'))).actions, [])
})

onAppOfProcess('A new name or new steps are a revision, and events start an action while it is enabled', async (t, world) => {
  const { admin, app: { database: { reads: { prisma } } } } = world
  const { id } = await define(world, { trigger_events: ['ASSET_ADDED', 'ASSET_ADDED', 'ASSET_FINISHED_INGEST'] })
  const revisions = async () => (await prisma.actionRevision.findMany({
    where: { actionId: id }, orderBy: { number: 'asc' }
  })).map(({ number, name, steps }) => [number, name, JSON.parse(steps).length])
  const triggers = async () => (await prisma.actionTrigger.findMany({ where: { actionId: id } }))
    .map(({ event }) => event).sort()
  const change = async (changes: object) => (await succeed(admin.post(`admin/actions/${id}`, changes))).action
  t.strictSame(await triggers(), ['ASSET_ADDED', 'ASSET_FINISHED_INGEST'])
  t.strictSame(await revisions(), [[1, 'Transcribe', 1]])
  await change({ parallel: 3, filter: { tag: ['raw'] }, steps: one, name: 'Transcribe' })
  t.strictSame(await revisions(), [[1, 'Transcribe', 1]])
  await change({ name: 'Write down' })
  t.strictSame((await change({ steps: [...one, queued('two', { after: ['one'] })] })).steps.length, 2)
  t.strictSame(await revisions(), [[1, 'Transcribe', 1], [2, 'Write down', 1], [3, 'Write down', 2]])
  await change({ disabled: true })
  t.strictSame(await triggers(), [])
  t.strictSame((await change({ disabled: false })).trigger_events, ['ASSET_ADDED', 'ASSET_FINISHED_INGEST'])
  t.equal((await triggers()).length, 2)
  await change({ trigger_events: ['ASSET_APPROVED'] })
  t.strictSame(await triggers(), ['ASSET_APPROVED'])
  await succeed(admin.delete(`admin/actions/${id}`))
  t.strictSame(await triggers(), [])
})

onSharedApp('Parameters have bounds', async (t, world) => {
  const { admin } = world
  const post = (body: object) => admin.post('admin/actions', { name: 'x', steps: one, ...body })
  const rules = async (name: string, ...values: unknown[]) => {
    const found = new Set<unknown>()
    for (const value of values) found.add(ruleOf(await post({ [name]: value })))
    return [...found]
  }
  t.strictSame(outcome(await admin.post('admin/actions', { steps: one })), [422, 'Missing parameter name'])
  t.strictSame(outcome(await admin.post('admin/actions', { name: 'x' })), [422, 'Missing parameter steps'])
  t.strictSame(await rules('name', '', ' ', 'x'.repeat(101)), ['Must be a String of 1 to 100 characters'])
  t.strictSame(await rules('description', 'x'.repeat(1001)), ['Must be a String of at most 1000 characters'])
  t.strictSame(await rules('type', 'film', ''), ['Must be one of: <code>asset</code>, <code>project</code>.'])
  t.strictSame(await rules('role', 'Owner'), ['Must be one of: <code>Admin</code>, <code>Member</code>, <code>Viewer</code>.'])
  t.strictSame(await rules('parallel', 0, 101, 1.5, '1', null), ['Must be a Integer from 1 to 100'])
  t.strictSame(await rules('disabled', 'true', null), ['Must be one of: <code>true</code>, <code>false</code>.'])
  t.strictSame(await rules('other', 1), ["Unknown parameter 'other'"])
  const kinds = 'Must be an array of kinds of its type'
  t.strictSame(await rules(
    'trigger_events', 'ASSET_ADDED', [7], ['ASSET_PURGED'], ['PROJECT_ADDED'], ['ASSET_ADDED_CROP'], ['USER_ADDED'], ['x'], null
  ), [kinds])
  t.equal(ruleOf(await post({ type: 'project', trigger_events: ['ASSET_ADDED'] })), kinds)
  const made = await define(world, { type: 'project', trigger_events: ['PROJECT_ADDED', 'PROJECT_LINKED'], name: '😀'.repeat(100) })
  t.match(made, { type: 'project', trigger_events: ['PROJECT_ADDED', 'PROJECT_LINKED'] })
  t.equal(ruleOf(await admin.post(`admin/actions/${made.id}`, { trigger_events: ['ASSET_ADDED'] })), kinds)
  t.strictSame(outcome(await admin.post(`admin/actions/${made.id}`, { type: 'asset' })), [422, "Unknown parameter 'type'"])

  await t.test('A filter is one of the search, and names fields that are there', async (t) => {
    const refused = async (filter: unknown) => ruleOf(await post({ filter }))
    t.equal(await refused('x'), 'Must be a Hash')
    t.equal(await refused([]), 'Must be a Hash')
    for (const name of ['q', 'type', 'sort', 'limit', 'tagg', '__proto__', 'constructor']) {
      t.equal(await refused(JSON.parse(`{"${name}":["asset"]}`)), `${name}: Must be a filter`, name)
    }
    t.equal(await refused({ tag: 'raw' }), 'tag: Must be an array of String')
    t.equal(await refused({ favorite: 'true' }), 'favorite: Must be true or false')
    t.equal(await refused({ 'field.2147483647': 'x' }), 'Must be a searchable field')
    for (const filter of [null, {}]) t.equal((await define(world, { filter })).filter, null)
    const filter = { tag: ['raw'], deleted: 'any', min_width: 10, collection: 7, created_from: '2026-01-01' }
    const { id, ...action } = await define(world, { filter })
    t.strictSame(action.filter, filter)
    t.equal((await succeed(admin.post(`admin/actions/${id}`, { filter: null }))).action.filter, null)
    const far = await admin.send('POST', 'admin/actions', '{"name":"x","steps":[{"name":"a","queue":"q"}],"filter":{"collection":99999999999999999999}}', { 'content-type': 'application/json' })
    t.equal(far.status, 200)
  })
})

onSharedApp('An account has at most 100 actions, each of at most 64 KiB', async (t, world) => {
  const { admin } = await world.addStranger().then(({ client }) => ({ admin: client }))
  const options = (length: number) => [{ name: 'a', field_type: 'dropdown', dropdown_options: [{ value: 'x'.repeat(length) }] }]
  const size = Buffer.byteLength(JSON.stringify({ name: 'Large', parameters: options(0), steps: one }))
  const room = 65_536 - size
  const large = await define({ admin }, { name: 'Large', parameters: options(room - 200) })
  const answer = await admin.post('admin/actions', { name: 'Large', parameters: options(65_536), steps: one })
  t.equal(ruleOf(answer), 'Must be at most 65536 bytes')
  t.match(answer.body.error, /^Invalid parameter 'parameters' value /)
  t.equal(ruleOf(await admin.post(`admin/actions/${large.id}`, { description: '😀'.repeat(1000) })), 'Must be at most 65536 bytes')
  for (let count = 1; count < 100; count++) await define({ admin }, { name: `Action ${count}` })
  t.strictSame(outcome(await admin.post('admin/actions', { name: 'One more', steps: one })), [200, 'Must not have more than 100 actions'])
  const { actions } = await succeed(admin.get('admin/actions'))
  t.equal(actions.length, 100)
  await succeed(admin.delete(`admin/actions/${large.id}`))
  await define({ admin }, { name: 'One more' })
})

onSharedApp('Steps are a graph without cycles, of webhooks and queues', async (t, world) => {
  const { admin, addStranger } = world
  const [hook, silent] = [await addWebhook(admin), await addWebhook(admin, { http_method: 'get' })]
  const foreign = await addWebhook((await addStranger()).client)
  const refused = async (steps: unknown) => ruleOf(await admin.post('admin/actions', { name: 'x', steps }))
  const check = async (rule: string, ...sent: unknown[]) => {
    for (const steps of sent) t.equal(await refused(steps), rule, JSON.stringify(steps)?.slice(0, 200))
  }
  const many = (count: number, after: (index: number) => number[]) =>
    Array.from({ length: count }, (_, index) => queued(`s${index}`, { after: after(index).map((other) => `s${other}`) }))

  await check('Must be 1 to 20 steps', [], 'x', null, {}, many(21, () => []))
  await check('Must have different names', [queued('a'), queued('a')], [queued('a b'), queued('a b', { after: ['c'] })])
  await check('Must come after steps that are there', [queued('a', { after: ['b'] })], [queued('a', { after: ['__proto__'] })],
    [queued('a', { after: ['constructor'] })], [queued('a', { after: ['c', 'a'] })])
  await check('Must have no cycle', many(1, () => [0]), many(2, (index) => [1 - index]), many(20, (index) => [(index + 1) % 20]),
    [...many(19, () => []), queued('s19', { after: ['s19', 's0'] })])
  await check('Must have a webhook_id or a queue', [{ name: 'a' }], [queued('a', { webhook_id: hook.id })], [{ name: 'a', queue: null }])
  await check('Must be the id of a webhook that sends a body', ...[silent.id, foreign.id, 0, -1, 2 ** 31, 'x', 1.5, [hook.id]]
    .map((id) => [{ name: 'a', webhook_id: id }]), [{ name: 'a b', webhook_id: silent.id, other: 1 }])
  await check('Must be a step', [7], [null], [queued('a b')], [queued('')], [queued('الخطوة')], [queued('x'.repeat(51))],
    [{ queue: 'q' }], [queued('a', { other: 1 })], [queued('a', { queue: '' })], [queued('a', { queue: 'x'.repeat(101) })],
    [queued('a', { queue: 7 })], [queued('a', { report: false })], [queued('a', { report: 'true' })], [queued('a', { after: 'b' })],
    [queued('a', { after: null })], [queued('a\n')],
    ...[9, 604_801, 1.5, '60', null].map((timeout) => [queued('a', { timeout })]),
    ...[9, 3601].map((heartbeat) => [queued('a', { heartbeat })]), ...[0, 11].map((attempts) => [queued('a', { attempts })]))
  t.match((await admin.post('admin/actions', { name: 'x', steps: [{ name: 'a' }] })).body.error,
    'Invalid parameter \'steps\' value [{"name"=>"a"}]: Must have a webhook_id or a queue')

  const dense = await define(world, { steps: many(20, (index) => Array.from({ length: index }, (_, other) => other)) })
  t.equal(dense.steps[19].after.length, 19)
  const backwards = many(20, (index) => Array.from({ length: 19 - index }, (_, other) => index + 1 + other))
  t.equal((await define(world, { steps: backwards })).steps[0].after.length, 19)
  const names = ['__proto__', 'constructor', 'x'.repeat(50), 'A-z_0']
  const inTurn = names.map((name, index) => queued(name, { after: names.slice(0, index) }))
  const named = await define(world, { steps: inTurn })
  t.strictSame(named.steps.map((step: { name: string }) => step.name), names)
  t.strictSame(named.steps[3].after, names.slice(0, 3))
  const { steps: [sent] } = await define(world, {
    steps: [{ name: 'a', webhook_id: hook.id, report: false, timeout: 10, heartbeat: 3600, attempts: 1, after: [] }]
  })
  t.strictSame(sent, { name: 'a', after: [], webhook_id: hook.id, queue: null, report: false, timeout: 10, heartbeat: 3600, attempts: 1 })
  t.strictSame((await define(world, { steps: [queued('a'), queued('b', { after: ['a', 'a'] })] })).steps[1].after, ['a'])
})

onSharedApp('Parameters are a form', async (t, world) => {
  const { admin } = world
  const refused = async (parameters: unknown, more: object = {}) =>
    ruleOf(await admin.post('admin/actions', { name: 'x', steps: one, parameters, ...more }))
  const text = (name: string, more: object = {}) => ({ name, field_type: 'textbox', ...more })
  const noForm: unknown[] = [null, 'x', {}, [7], [{}], [{ name: 'a' }], [text('a b')], [text('ملف')], [text('')], [text('a'), text('a')],
    [text('a', { field_type: 'rich_text' })], [text('a', { field_type: 'constructor' })], [text('a', { other: 1 })],
    [text('a', { required: 'true' })], [text('a', { default: 7 })], [text('a', { field_type: 'date', default: '2026-02-30' })],
    [text('a', { field_type: 'dropdown', dropdown_options: [{ value: 'x' }], default: 'y' })],
    [text('a', { dropdown_options: ['x'] })], [text('a', { label: '' })],
    Array.from({ length: 21 }, (_, index) => text(`p${index}`))]
  for (const form of noForm) t.equal(await refused(form), 'Must be a form of at most 20 parameters', JSON.stringify(form)?.slice(0, 200))
  const events = { trigger_events: ['ASSET_ADDED'] }
  const lonely = 'Must have a default where an event starts it'
  t.equal(await refused([text('a', { required: true })], events), lonely)
  const { id } = await define(world, { parameters: [text('a', { required: true })] })
  t.equal(ruleOf(await admin.post(`admin/actions/${id}`, events)), lonely)
  await succeed(admin.post(`admin/actions/${id}`, { ...events, parameters: [text('a', { required: true, default: 'x' })] }))
  t.equal(ruleOf(await admin.post(`admin/actions/${id}`, { parameters: [text('a', { required: true })] })), lonely)
  const { parameters } = await define(world, {
    parameters: [text('__proto__'), text('constructor', { label: 'Ünïcode', default: 'x' }), text('on', { field_type: 'boolean', default: false })]
  })
  t.strictSame(parameters, [
    { name: '__proto__', label: '__proto__', field_type: 'textbox', dropdown_options: [], required: false, default: null },
    { name: 'constructor', label: 'Ünïcode', field_type: 'textbox', dropdown_options: [], required: false, default: 'x' },
    { name: 'on', label: 'on', field_type: 'boolean', dropdown_options: [], required: false, default: false }
  ])
})
