import { eventKinds } from '#src/domains.js'
import { httpDialects, inSharedApp } from '#test/helper/app.js'
import { addProject, MILLISECONDS, NOBODYS_ID, succeed } from '#test/helper/items.js'
import { addWebhook, readWebhook } from '#test/helper/webhooks.js'

const onBothDatabases = inSharedApp()

const parameters = {
  name: 'Hook',
  http_url: 'https://example.com/hook',
  http_method: 'PoSt',
  trigger_events: ['PROJECT_ADDED', 'ASSET_ADDED']
}
const invalid = (name: string, printed: string, rule: string) => ({
  error: `Invalid parameter '${name}' value ${printed}: ${rule}`
})
const METHODS =
  'Must be one of: <code>GET</code>, <code>POST</code>, <code>PUT</code>, <code>PATCH</code>, <code>DELETE</code>.'
const EVENTS = `Must be an array of [${eventKinds.map((kind) => `"${kind}"`).join(', ')}]`
const BOOLEAN = 'Must be one of: <code>true</code>, <code>false</code>.'

onBothDatabases('A webhook is created, read, listed, updated and deleted', async (t, { admin }) => {
  t.strictSame((await admin.get('admin/webhooks')).body, { webhooks: [] })
  const { webhook } = await succeed(admin.post('admin/webhooks', parameters))
  const { id, created_at: createdAt, updated_at: updatedAt, ...rest } = webhook
  t.type(id, 'number')
  t.match(createdAt, MILLISECONDS)
  t.equal(updatedAt, createdAt)
  t.strictSame(rest, {
    ...parameters,
    disabled: false,
    project_id: null,
    queue_length: 0,
    retry_queue_length: 0,
    latest_run: null,
    webhook_users: [],
    webhook_headers: []
  })
  t.strictSame(await readWebhook(admin, id), webhook)
  const other = await addWebhook(admin, { trigger_events: [] })
  t.strictSame((await admin.get('admin/webhooks')).body, { webhooks: [webhook, other] })

  const changes = {
    name: '',
    http_url: 'http://localhost',
    http_method: 'delete',
    trigger_events: ['ASSET_PURGED', 'ASSET_PURGED'],
    disabled: true
  }
  const changed = (await succeed(admin.post(`admin/webhooks/${id}`, changes))).webhook
  t.strictSame(changed, { ...webhook, ...changes, updated_at: changed.updated_at })
  t.ok(changed.updated_at >= updatedAt)
  t.strictSame(
    (await succeed(admin.post(`admin/webhooks/${id}`, {}))).webhook,
    changed,
    'nothing sent, nothing changed'
  )
  t.strictSame(
    (await succeed(admin.post(`admin/webhooks/${id}`, changes))).webhook,
    changed,
    'the same values again change nothing'
  )

  t.strictSame((await admin.delete(`admin/webhooks/${id}`)).body, { ok: 'Webhook deleted' })
  t.equal((await admin.get(`admin/webhooks/${id}`)).status, 404)
  t.strictSame((await admin.get('admin/webhooks')).body, { webhooks: [other] })
})

onBothDatabases('A webhook can be limited to a project of the account, and to nothing else', async (t, { admin, addStranger }) => {
  const project = await addProject(admin)
  const webhook = await addWebhook(admin, { project_id: project.id })
  t.equal(webhook.project_id, project.id)
  const theirs = await addProject((await addStranger()).client)
  for (const projectId of [NOBODYS_ID, '', 'abc', theirs.id]) {
    const created = await admin.post('admin/webhooks', { ...parameters, project_id: projectId })
    t.strictSame([created.status, created.body], [404, { error: 'project not found' }])
    const updated = await admin.post(`admin/webhooks/${webhook.id}`, { name: 'New', project_id: projectId })
    t.strictSame([updated.status, updated.body], [404, { error: 'project not found' }])
  }
  t.equal((await readWebhook(admin, webhook.id)).name, 'Hook', 'failed requests changed nothing')
  t.match(await admin.post('admin/webhooks/77', { project_id: NOBODYS_ID }), {
    status: 404,
    body: { error: "Couldn't find Webhook with 'id'=77" }
  }, 'the webhook first')
})

onBothDatabases('Only administrators may use webhooks; others get 401 before anything else is checked', async (t, { admin, anonymous, addUser }) => {
  const { id } = await addWebhook(admin)
  const { client: user } = await addUser()
  const requests: Array<['GET' | 'POST' | 'DELETE', string]> = [
    ['GET', 'admin/webhooks'],
    ['POST', 'admin/webhooks'],
    ['GET', `admin/webhooks/${id}`],
    ['POST', `admin/webhooks/${id}`],
    ['DELETE', `admin/webhooks/${id}`],
    ['GET', `admin/webhooks/${id}/success`],
    ['GET', `admin/webhooks/${id}/failed`],
    ['POST', `admin/webhooks/${id}/webhook_headers`],
    ['DELETE', `admin/webhooks/${id}/webhook_headers/1`],
    ['POST', `admin/webhooks/${id}/webhook_users`],
    ['DELETE', `admin/webhooks/${id}/webhook_users/1`],
    ['POST', `admin/webhooks/${id}/test`],
    ['POST', `admin/webhooks/${id}/recover`],
    ['POST', `admin/webhooks/${id}/deliveries/1/redeliver`],
    ['POST', 'admin/webhooks/abc']
  ]
  for (const client of [anonymous, user]) {
    for (const [method, path] of requests) {
      const { status, text } = await client.send(method, path)
      t.strictSame([status, text], [401, ''], `${method} ${path}`)
    }
  }
  t.ok(await readWebhook(admin, id))
}, {}, httpDialects)

onBothDatabases('A webhook of another account is answered with 404', async (t, { admin, addStranger }) => {
  const { id } = await addWebhook(admin)
  const { client: stranger } = await addStranger()
  const missing = { status: 404, body: { error: `Couldn't find Webhook with 'id'=${id}` } }
  t.strictSame((await stranger.get('admin/webhooks')).body, { webhooks: [] })
  for (const path of ['', '/success', '/failed']) t.match(await stranger.get(`admin/webhooks/${id}${path}`), missing)
  for (
    const [path, body] of [['', { name: 'x' }], ['/webhook_headers', { header_key: 'a', header_value: 'b' }], [
      '/webhook_users',
      { user_id: 1 }
    ], ['/test', {}], ['/recover', { since: '2020-01-01' }], ['/deliveries/1/redeliver', {}]] as const
  ) {
    t.match(await stranger.post(`admin/webhooks/${id}${path}`, body), missing)
  }
  for (const path of ['', '/webhook_headers/1', '/webhook_users/1']) {
    t.match(await stranger.delete(`admin/webhooks/${id}${path}`), missing)
  }
  t.equal((await readWebhook(admin, id)).name, 'Hook')
})

onBothDatabases('The 404 of a missing webhook shows the id as it was sent, whatever it is', async (t, { admin }) => {
  for (
    const [sent, shown] of [['77', '77'], ['abc', 'abc'], ['-1', '-1'], ['0', '0'], ['99999999999999999999',
      '99999999999999999999'], ['2147483648', '2147483648'], ['1.0', '1.0'], ['%20', ' '], ['%00', '\0'], ['a%2Fb',
      'a/b'], ['%25s%25d', '%s%d'], ['%C3%A9', 'é']] as const
  ) {
    for (
      const answer of [await admin.get(`admin/webhooks/${sent}`), await admin.post(`admin/webhooks/${sent}`, {}),
        await admin.delete(`admin/webhooks/${sent}`), await admin.get(`admin/webhooks/${sent}/failed`),
        await admin.post(`admin/webhooks/${sent}/test`)]
    ) {
      t.strictSame([answer.status, answer.body], [404, { error: `Couldn't find Webhook with 'id'=${shown}` }])
    }
  }
})

onBothDatabases('Missing parameters of a webhook are reported first, then wrong ones in the order of declaration', async (t, { admin }) => {
  const { id } = await addWebhook(admin)
  const create = async (body?: unknown) => {
    const { status, body: answer } = await admin.post('admin/webhooks', body)
    t.equal(status, 422)
    return answer
  }
  for (const missing of ['name', 'http_url', 'http_method', 'trigger_events'] as const) {
    t.strictSame(await create({ ...parameters, [missing]: undefined }), { error: `Missing parameter ${missing}` })
  }
  t.strictSame(await create(), { error: 'Missing parameter name' })
  t.strictSame(
    await create({ name: null, http_url: 5 }),
    { error: 'Missing parameter http_method' },
    'missing wins over invalid'
  )

  const wrong: Array<[object, object]> = [
    [{ name: null, http_url: null }, invalid('name', 'nil', 'Must be a String')],
    [{ http_url: null, http_method: null }, invalid('http_url', 'nil', 'Must be a String')],
    [{ http_url: '/local/path' }, invalid('http_url', '"/local/path"', 'Must be a valid URL')],
    [{ http_method: 5 }, invalid('http_method', '5', 'Must be a String')],
    [{ http_method: 'HEAD' }, invalid('http_method', '"HEAD"', METHODS)],
    [{ http_method: '' }, invalid('http_method', '""', METHODS)],
    [{ http_method: 'POST\n' }, invalid('http_method', '"POST\\n"', METHODS)],
    [{ trigger_events: null }, invalid('trigger_events', 'nil', EVENTS)],
    [{ trigger_events: 'ASSET_ADDED' }, invalid('trigger_events', '"ASSET_ADDED"', EVENTS)],
    [{ trigger_events: ['ASSET_ADDED', 'asset_added'] },
      invalid('trigger_events', '["ASSET_ADDED", "asset_added"]', EVENTS)],
    [{ trigger_events: [null] }, invalid('trigger_events', '[nil]', EVENTS)],
    [{ trigger_events: {} }, invalid('trigger_events', '{}', EVENTS)],
    [{ project_id: null }, invalid('project_id', 'nil', 'Must be a String')],
    [{ project_id: 5 }, invalid('project_id', '5', 'Must be a String')]
  ]
  for (const [body, error] of wrong) {
    t.strictSame(await create({ ...parameters, ...body }), error)
    const updated = await admin.post(`admin/webhooks/${id}`, body)
    t.strictSame([updated.status, updated.body], [422, error], 'an update has the same rules')
    t.equal((await admin.post('admin/webhooks/77', body)).status, 422, '422 before 404')
  }
  for (const disabled of [null, 0, 'true', []]) {
    const { status, body } = await admin.post(`admin/webhooks/${id}`, { disabled, project_id: 5 })
    t.equal(status, 422)
    t.match(body.error, BOOLEAN, 'disabled comes before project_id')
  }
  t.strictSame(
    (await admin.post(`admin/webhooks/${id}`, { disabled: 'true' })).body,
    invalid('disabled', '"true"', BOOLEAN)
  )
  t.equal((await admin.get('admin/webhooks')).body.webhooks.length, 1)
}, {}, httpDialects)

onBothDatabases('The URL of a webhook is http or https with a host; its address is checked when it is called', async (t, { admin }) => {
  for (
    const url of ['http://a', 'HTTPS://EXAMPLE.COM:8443/x?y=z#f', 'http://user:secret@example.com/',
      'http://2130706433/', 'http://[::1]/', 'http://例え.jp/', 'http://localhost./']
  ) {
    t.equal((await addWebhook(admin, { http_url: url })).http_url, url)
  }
  for (
    const url of ['', 'a', 'ftp://a/', 'file:///etc/passwd', 'javascript:alert(1)', 'http:', 'http://', 'http:///x',
      ' http://a', 'http://a ', 'http://a\n', 'http://a\u0000', 'http://[::1', '//a']
  ) {
    const { status, body } = await admin.post('admin/webhooks', { ...parameters, http_url: url })
    t.equal(status, 422, url)
    t.match(body.error, /Must be a valid URL$/)
  }
}, {}, httpDialects)

onBothDatabases('A long list of webhooks is paged', async (t, { admin }) => {
  const made = []
  for (let count = 0; count < 5; count++) made.push((await addWebhook(admin)).id)
  const ids = []
  for (let path: string | undefined = '/api/v2/admin/webhooks?limit=2'; path !== undefined;) {
    const { body, headers } = await admin.get(path)
    ids.push(...body.webhooks.map((webhook: any) => webhook.id))
    path = /^<(.+)>; rel="next"$/.exec(String(headers.link ?? ''))?.[1]
  }
  t.strictSame(ids, made)
  t.equal((await admin.get('admin/webhooks?limit=0')).status, 422)
})
