import { httpDialects, inAppOfProcess, type Client, type World } from '../../../../helper/app.js'
import { addFieldGroup } from '../../../../helper/fields.js'
import {
  addAsset, addProject, eventsOf, historyOf, isDeleted, NOBODYS_ID, readItem, succeed
} from '../../../../helper/items.js'
import { addWebhook, queuedFor } from '../../../../helper/webhooks.js'

const inAnAccount = inAppOfProcess()

interface Sent {
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

const post = (path: string, body?: object): Sent => ({ method: 'POST', path: `/api/v2/${path}`, ...body && { body } })
const put = (path: string, body?: object): Sent => ({ method: 'PUT', path: `/api/v2/${path}`, ...body && { body } })
const remove = (path: string, body?: object): Sent => ({
  method: 'DELETE',
  path: `/api/v2/${path}`,
  ...body && { body }
})
const bulk = (client: Client, operations: readonly unknown[], options: object = {}) =>
  client.post('bulk', { operations, ...options })
const counted = async ({ app: { database: { reads: { prisma } } }, adminCaller: { accountId } }: World) =>
  [await prisma.asset.count({ where: { accountId } }), await prisma.project.count({ where: { accountId } }),
    await prisma.historyEntry.count({ where: { accountId } })]
const titlesOf = async ({ app, adminCaller: { accountId } }: World) =>
  (await app.database.reads.prisma.asset.findMany({ where: { accountId }, orderBy: { id: 'asc' } })).map(({ title }) => title)

inAnAccount('Operations are done in order and can refer to answers of earlier ones', async (t, world) => {
  const { admin } = world
  const { status, body } = await bulk(admin, [
    post('projects', { title: 'Film' }),
    post('assets', { title: 'Rushes', tags: ['raw'] }),
    post('assets/{{1.asset.id}}/assign', { to_project_id: '{{0.project.id}}' }),
    put('assets/{{1.asset.id}}', {
      title: 'of {{0.project.title}}: {{1.asset.title}}, {{1.asset.tags.0}}, {{1.asset.deleted}}'
    })
  ])
  t.equal(status, 200)
  t.match(body, {
    failed: 0,
    committed: true,
    results: [{ status: 200 }, { status: 200 }, { status: 200, body: { ok: 'Asset assigned to project' } }, {
      status: 200,
      body: { errors: {} }
    }]
  })
  const { id } = body.results[1].body.asset
  const project = body.results[0].body.project
  t.strictSame(await readItem(admin, 'assets', id), body.results[3].body.asset)
  t.match(body.results[3].body.asset, { project_id: project.id, title: 'of Film: Rushes, raw, false' })
  t.strictSame(await eventsOf(admin, 'assets', id), ['ASSET_EDITED_METADATA', 'ASSET_LINKED', 'ASSET_ADDED'])
  t.strictSame(await eventsOf(admin, 'projects', project.id), ['ASSET_LINKED', 'USER_LINKED', 'PROJECT_ADDED'])
})

inAnAccount('The first failure of an atomic bulk undoes everything', async (t, world) => {
  const { admin } = world
  const { id } = await addAsset(admin, { title: 'Before' })
  const webhook = await addWebhook(admin)
  const before = await counted(world)
  const first = [post('assets', { title: 'New' }), put(`assets/${id}`, { title: 'After' })]
  const failures: Array<[Sent, number, object]> = [
    [post(`assets/${NOBODYS_ID}/restore`), 404, { error: 'asset not found' }],
    [post('assets', {}), 422, { error: 'Missing parameter title' }],
    [post(`assets/${id}/assign`, { to_project_id: 'nowhere' }), 200, { error: 'project with id: nowhere not found' }],
    [remove(`assets/${id}/unassign`), 200, { error: "asset doesn't belong to any project" }],
    [post('assets', { title: '{{7.asset.id}}' }), 422, { error: "Invalid placeholder '{{7.asset.id}}'" }],
    [{ method: 'GET', path: `/api/v2/assets/${id}` }, 422, { error: 'Not possible in a bulk' }]
  ]
  for (const [failure, status, answer] of failures) {
    const { body } = await bulk(admin, [...first, failure, post('assets', { title: 'Never' })])
    t.match(body, { failed: 1, committed: false })
    t.equal(body.results.length, 3)
    t.strictSame(body.results[2], { status, body: answer })
    t.strictSame(body.results.slice(0, 2).map((result: any) => result.status), [200, 200])
  }
  t.strictSame(await counted(world), before)
  t.equal((await readItem(admin, 'assets', id)).title, 'Before')
  t.strictSame(await queuedFor(world, webhook.id), [])
})

inAnAccount('An external id that is taken is a failure, although its answer is a 200', async (t, world) => {
  const { admin } = world
  const { id } = await addAsset(admin)
  await succeed(admin.put(`assets/${id}`, { external_id: 'taken' }))
  const operations = [post('assets', { title: 'New' }), put('assets/{{0.asset.id}}', { external_id: 'taken' })]
  const { body } = await bulk(admin, operations)
  t.match(body, {
    failed: 1,
    committed: false,
    results: [{}, { status: 200, body: { errors: { external_id: 'has already been taken' } } }]
  })
  const { body: apart } = await bulk(admin, [...operations, put('assets/{{1.asset.id}}', { title: 'x' })], {
    atomic: false
  })
  t.match(apart, { failed: 2, committed: true })
  t.strictSame(apart.results[2], { status: 422, body: { error: "Invalid placeholder '{{1.asset.id}}'" } })
})

inAnAccount('In a bulk that is not atomic, each operation succeeds or fails on its own', async (t, world) => {
  const { admin } = world
  const webhook = await addWebhook(admin, { trigger_events: ['ASSET_ADDED'] })
  const { status, body } = await bulk(admin, [
    post('assets', { title: 'First' }),
    post('assets', {}),
    post('assets/{{1.asset.id}}/trash_bin'),
    post('assets', { title: 'Last' })
  ], { atomic: false })
  t.equal(status, 200)
  t.match(body, { failed: 2, committed: true })
  t.strictSame(body.results.map((result: any) => result.status), [200, 422, 422, 200])
  t.strictSame(await titlesOf(world), ['First', 'Last'])
  t.strictSame((await queuedFor(world, webhook.id)).map(({ data }) => data.asset.title), ['First', 'Last'])
})

for (const atomic of [true, false]) {
  inAnAccount(
    `A dry run gives the same answers and stores nothing (${atomic ? 'atomic' : 'not atomic'})`,
    async (t, world) => {
      const { admin } = world
      const { id } = await addAsset(admin, { title: 'Before' })
      const before = await counted(world)
      const operations = [post('projects', { title: 'Film' }),
        post(`assets/${id}/assign`, { to_project_id: '{{0.project.id}}' }), put(`assets/${id}`, { title: 'After' })]
      const { body } = await bulk(admin, atomic ? operations : [...operations, post('assets', {})], {
        atomic,
        dry_run: true
      })
      t.match(body, { failed: atomic ? 0 : 1, committed: false })
      t.match(body.results[2].body.asset, { title: 'After', project_id: body.results[0].body.project.id })
      t.strictSame(await counted(world), before)
      t.match(await readItem(admin, 'assets', id), { title: 'Before', project_id: null })
    }
  )
}

inAnAccount('Results are exactly the answers that the same requests get one by one', async (t, world) => {
  const { admin } = world
  const { group, ids: [text] } = await addFieldGroup(admin, ['textbox', 'rich_text'])
  const { id: userId } = await world.addUser()
  const [asset, project, parent] = [await addAsset(admin), await addProject(admin), await addProject(admin)]
  const operations = [
    put(`assets/${asset.id}`, { title: 'Ä "quoted" \u2028', external_id: 'one' }),
    put(`projects/${project.id}`, { external_id: 'one' }),
    put(`projects/${project.id}`, { tags: 5 }),
    post(`projects/${project.id}/assign`, { to_project_id: parent.id }),
    post(`projects/${parent.id}/assign`, { to_project_id: project.id }),
    post(`assets/${asset.id}/assign`, { to_project_id: project.id }),
    post(`assets/${asset.id}/media`, { file_url: 'not a url', filename: 'x' }),
    post(`assets/${asset.id}/media`, { file_url: 'http://127.0.0.1:9/x', filename: 'x' }),
    post(`projects/${project.id}/members`, { user_id: userId }),
    post(`projects/${project.id}/members`, { user_id: userId }),
    post(`projects/${project.id}/members`, { user_id: 99999999 }),
    remove(`projects/${project.id}/members`, { user_id: userId }),
    remove(`projects/${project.id}/members?user_id=1`),
    remove(`projects/${project.id}/members?user_id=x`),
    post(`assets/${asset.id}/custom_fields/${group}`, {
      custom_fields: { [text!]: 'Berlin', [Number(text) + 1]: '<p onclick=x>Hi <b>there</b></p>' }
    }),
    post(`assets/${asset.id}/custom_fields/${group}`, { custom_fields: { nope: 'Berlin' } }),
    post(`assets/${asset.id}/custom_fields/${group}`, {}),
    post(`assets/${asset.id}/custom_fields/${group}`),
    post(`assets/${asset.id}/custom_fields/99`, {}),
    post(`projects/${project.id}/custom_fields/${group}`, { custom_fields: [{ [text!]: 'Rome' }] }),
    remove(`projects/${project.id}/custom_fields/${group}/1`),
    remove(`projects/${project.id}/custom_fields/${group}/1`),
    remove(`assets/${asset.id}/custom_fields/${group}`),
    post(`assets/${asset.id}/trash%5fbin`),
    post(`assets/${asset.id}/trashbin`),
    post(`assets/${asset.id}/restore`),
    post(`projects/${parent.id}/trash_bin`),
    post(`projects/${parent.id}/restore`),
    remove(`assets/${asset.id}/unassign`),
    remove(`projects/${project.id}/unassign`),
    remove(`projects/${project.id}`),
    remove(`assets/${asset.id}`),
    remove(`assets/${asset.id}`),
    post('assets/', { title: 'x', media_type: 'dead' })
  ]
  const { body: { results, failed } } = await bulk(admin, operations, { atomic: false, dry_run: true })
  const alone = []
  for (const { method, path, body } of operations) {
    const answer = await admin.send(method as 'POST', path, body)
    alone.push({ status: answer.status, body: answer.body })
  }
  const untimed = (list: unknown) => JSON.parse(JSON.stringify(list).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time'))
  t.strictSame(untimed(results), untimed(alone))
  t.equal(
    failed,
    alone.filter(({ status, body }) =>
      status >= 400 || body.error !== undefined || Object.keys(body.errors ?? {}).length > 0
    ).length
  )
})

inAnAccount('A bulk refuses operations that are not writes of assets, projects, members or custom fields', async (t, world) => {
  const { admin } = world
  const { id } = await addAsset(admin)
  const operations = [
    { method: 'GET', path: `/api/v2/assets/${id}` },
    { method: 'HEAD', path: `/api/v2/assets/${id}` },
    { method: 'PATCH', path: `/api/v2/assets/${id}` },
    { method: 'post', path: '/api/v2/assets', body: { title: 'x' } },
    { method: 'OPTIONS', path: '/api/v2/assets' },
    { method: '', path: '/api/v2/assets' },
    post('bulk', { operations: [] }),
    post('admin/field_groups', { name: 'x' }),
    post('admin/users', { email: 'x@example.com' }),
    post('user/api_keys', { name: 'x' }),
    post('nothing'),
    { method: 'POST', path: '' },
    { method: 'POST', path: 'api/v2/assets', body: { title: 'x' } },
    { method: 'POST', path: '/assets', body: { title: 'x' } },
    { method: 'POST', path: 'http://example.com/api/v2/assets', body: { title: 'x' } },
    { method: 'POST', path: '/api/v2/assets/%', body: { title: 'x' } },
    { method: 'POST', path: `/api/v2/assets/${id}/../../admin/users`, body: { title: 'x' } }
  ]
  const { body } = await bulk(admin, operations, { atomic: false })
  for (const [index, result] of body.results.entries()) {
    t.strictSame(result, { status: 422, body: { error: 'Not possible in a bulk' } }, JSON.stringify(operations[index]))
  }
  t.equal(body.failed, operations.length)
}, {}, httpDialects)

inAnAccount('A malformed bulk is refused before anything is done', async (t, world) => {
  const { admin } = world
  const before = await counted(world)
  const create = post('assets', { title: 'x' })
  const refusals: Array<[unknown, string]> = [
    [{}, 'Missing parameter operations'],
    [undefined, 'Missing parameter operations'],
    [{ operations: 'x' }, "Invalid parameter 'operations' value \"x\": Must be an array of Hash"],
    [{ operations: [] }, "Invalid parameter 'operations': Must be 1 to 1000 operations"],
    [{ operations: Array(1001).fill(create) }, "Invalid parameter 'operations': Must be 1 to 1000 operations"],
    [{ operations: [create], atomic: 'yes' },
      'Invalid parameter \'atomic\' value "yes": Must be one of: <code>true</code>, <code>false</code>.'],
    [{ operations: [create], dry_run: null },
      "Invalid parameter 'dry_run' value nil: Must be one of: <code>true</code>, <code>false</code>."],
    [{ operations: [create], dryRun: true }, "Unknown parameter 'dryRun'"],
    [{ operations: [create, 5] }, 'Invalid operation 1: Must be a Hash'],
    [{ operations: [null, 5] }, 'Invalid operation 0: Must be a Hash'],
    [{ operations: [create, { method: 'POST' }] }, 'Invalid operation 1: Missing parameter path'],
    [{ operations: [create, { path: '/x' }] }, 'Invalid operation 1: Missing parameter method'],
    [{ operations: [create, { method: 5, path: '/x' }] },
      "Invalid operation 1: Invalid parameter 'method' value 5: Must be a String"],
    [{ operations: [create, { ...create, headers: {} }] }, "Invalid operation 1: Unknown parameter 'headers'"]
  ]
  for (const [sent, error] of refusals) {
    const { status, body } = await admin.post('bulk', sent)
    t.equal(status, 422)
    t.strictSame(body, { error })
  }
  t.strictSame((await admin.post('bulk?atomic=false', { operations: [create] })).body, {
    error: "Unknown parameter 'atomic'"
  })
  t.equal((await admin.get('bulk')).status, 404)
  t.equal((await world.anonymous.post('bulk', { operations: [create] })).status, 401)
  t.strictSame(await counted(world), before)
}, {}, httpDialects)

inAnAccount('Placeholders refer to values in earlier answers, and to nothing else', async (t, world) => {
  const { admin } = world
  const wrong = [
    '{{0}}', '{{0.}}', '{{0.asset}}', '{{0.asset.tags}}', '{{0.asset.external_id}}', '{{0.asset.nothing}}',
    '{{1.asset.id}}', '{{2.asset.id}}', '{{00.asset.id}}', '{{0.asset.tags.2}}', '{{0.asset.tags.length}}',
    '{{0.asset.tags.-1}}', '{{0.asset.title.length}}', '{{0.__proto__}}', '{{0.__proto__.constructor.name}}',
    '{{0.constructor.name}}', '{{0.asset.tags.__proto__}}', '{{99999999999999999999.asset.id}}', '{{0 .asset.id}}'
  ]
  const { body } = await bulk(admin, [
    post('assets', { title: 'First', tags: ['a/b', 'c'] }),
    post('assets', {}),
    ...wrong.map((written) => post('assets', { title: `in ${written}` })),
    ...wrong.map((written) => post('assets', { title: 'x', tags: [written] })),
    ...wrong.map((written) => post(`assets/${written}/restore`)),
    post('assets/{{asset.id}}/restore'),
    post('assets', { title: '{{ name }} {{asset.id}} {} {{}} {{0.asset.title}}{{0.asset.tags.1}}' }),
    post('assets/{{0.asset.tags.0}}/restore'),
    post('assets', { title: 'x', tags: ['{{0.asset.tags.0}}'] })
  ], { atomic: false })
  const results = body.results.slice(2)
  for (const written of [...wrong, ...wrong, ...wrong, '{{asset.id}}']) {
    t.strictSame(results.shift(), { status: 422, body: { error: `Invalid placeholder '${written}'` } })
  }
  t.equal(results.shift().body.asset.title, '{{ name }} {{asset.id}} {} {{}} Firstc')
  t.strictSame(
    results.shift(),
    { status: 404, body: { error: 'asset not found' } },
    'a slash in a value does not divide the path'
  )
  t.strictSame(results.shift().body.asset.tags, ['a/b'])
}, {}, httpDialects)

inAnAccount('A placeholder that is a whole text keeps the type of its value, and keys are left as they are', async (t, world) => {
  const { admin } = world
  const { group, ids: [text, flag] } = await addFieldGroup(admin, ['textbox', 'boolean'])
  const { body } = await bulk(admin, [
    post('assets', { title: 'First' }),
    post(`assets/{{0.asset.id}}/custom_fields/${group}`, {
      custom_fields: [{ [text!]: '{{0.asset.title}}', [flag!]: '{{0.asset.deleted}}' }]
    }),
    post(`assets/{{0.asset.id}}/custom_fields/${group}`, {
      custom_fields: [{ cfg_id: `{{1.custom_fields.${group}.0.cfg_id}}`, [text!]: 'Again' }]
    }),
    post(`assets/{{0.asset.id}}/custom_fields/${group}`, { custom_fields: { '{{0.asset.id}}': 'x' } })
  ], { atomic: false })
  t.strictSame(body.results[2].body.custom_fields, { [group]: [{ [flag!]: false, [text!]: 'Again', cfg_id: 1 }] })
  t.strictSame(body.results[3].body.errors, [{ '{{0.asset.id}}': 'Field not found' }])
}, {}, httpDialects)

inAnAccount('A bulk does not find items of another account, and a read-only key is refused', async (t, world) => {
  const { admin } = world
  const { id } = await addAsset(admin)
  const { client } = await world.addStranger()
  const { body } = await bulk(client, [put(`assets/${id}`, { title: 'Mine' }), remove(`assets/${id}`)], {
    atomic: false
  })
  t.strictSame(body.results, Array(2).fill({ status: 404, body: { error: 'asset not found' } }))
  const { api_key: { key } } = await succeed(admin.post('user/api_keys', { name: 'Reader', scope: 'read' }))
  const refused = await world.anonymous.send('POST', 'bulk', { operations: [post('assets', { title: 'x' })] }, {
    'x-api-key': key
  })
  t.strictSame([refused.status, refused.body], [403, { error: 'This key may only read' }])
  t.equal((await readItem(admin, 'assets', id)).title, 'Untitled')
})

for (const atomic of [true, false]) {
  inAnAccount(
    `With an Idempotency-Key a bulk is done once (${atomic ? 'atomic' : 'not atomic'})`,
    async (t, world) => {
      const { admin } = world
      const operations = Array.from({ length: 30 }, (_, index) => post('assets', { title: `Asset ${index}` }))
      const send = () => admin.send('POST', 'bulk', { operations, atomic }, { 'idempotency-key': 'once' })
      const first = await send()
      t.match(first.body, { failed: 0, committed: true })
      const again = await send()
      t.equal(again.headers['idempotency-replayed'], 'true')
      t.equal(again.text, first.text)
      t.equal((await titlesOf(world)).length, 30)
      const { body: { error } } = await admin.send('POST', 'bulk', { operations, atomic: !atomic }, {
        'idempotency-key': 'once'
      })
      t.equal(error, 'Idempotency-Key has been used with another body')
    }
  )
}

inAnAccount('One bulk can trash a project with its asset, restore both, and trash them again', async (t, world) => {
  const { admin } = world
  const { body } = await bulk(admin, [
    post('projects', { title: 'Film' }),
    post('assets', { title: 'Rushes' }),
    post('assets/{{1.asset.id}}/assign', { to_project_id: '{{0.project.id}}' }),
    post('projects/{{0.project.id}}/trash_bin'),
    post('projects/{{0.project.id}}/restore'),
    post('projects/{{0.project.id}}/trash_bin')
  ])
  t.match(body, { failed: 0, committed: true })
  const [, { body: { asset } }] = body.results
  t.equal(await isDeleted(admin, 'assets', asset.id), true)
  t.strictSame((await historyOf(admin, 'assets', asset.id)).map(({ event }) => event), ['ASSET_REMOVED',
    'ASSET_RESTORED', 'ASSET_REMOVED', 'ASSET_LINKED', 'ASSET_ADDED'])
})

inAnAccount('A webhook of a project gets the events of a bulk until an operation moves the item out', async (t, world) => {
  const { admin } = world
  const [top, below] = [await addProject(admin), await addProject(admin)]
  await succeed(admin.post(`projects/${below.id}/assign`, { to_project_id: top.id }))
  const { id } = await addAsset(admin)
  await succeed(admin.post(`assets/${id}/assign`, { to_project_id: below.id }))
  const webhook = await addWebhook(admin, { project_id: top.id })
  const { body } = await bulk(admin, [put(`assets/${id}`, { title: 'Inside' }), remove(`projects/${below.id}/unassign`),
    put(`assets/${id}`, { title: 'Outside' })])
  t.equal(body.failed, 0)
  t.strictSame((await queuedFor(world, webhook.id)).map(({ event }) => event), ['ASSET_EDITED_METADATA',
    'PROJECT_UNLINKED'])
})
