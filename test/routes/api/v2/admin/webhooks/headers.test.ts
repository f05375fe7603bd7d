import { httpDialects, inSharedApp } from '#test/helper/app.js'
import { MILLISECONDS, succeed } from '#test/helper/items.js'
import { addHeader, addWebhook, readWebhook } from '#test/helper/webhooks.js'

const onBothDatabases = inSharedApp()

const missing = (id: string) =>
  `Couldn't find WebhookHeader with 'id'=${id} [WHERE "webhook_headers"."webhook_id" = $1]`

onBothDatabases('A header is added and removed', async (t, { admin }) => {
  const webhook = await addWebhook(admin)
  const header = await addHeader(admin, webhook.id, { header_key: 'X-Team', header_value: '' })
  const { id, created_at: createdAt, ...rest } = header
  t.type(id, 'number')
  t.match(createdAt, MILLISECONDS)
  t.strictSame(rest, {
    webhook_id: webhook.id,
    header_key: 'X-Team',
    header_value: '',
    hidden: false,
    is_hmac: false,
    updated_at: createdAt
  })
  const second = await addHeader(admin, webhook.id, {
    header_key: 'X-Team',
    header_value: 'two',
    hidden: false,
    is_hmac: false
  })
  t.strictSame((await readWebhook(admin, webhook.id)).webhook_headers, [header, second])
  t.strictSame((await admin.delete(`admin/webhooks/${webhook.id}/webhook_headers/${id}`)).body, {
    ok: 'Webhook header deleted'
  })
  t.strictSame((await readWebhook(admin, webhook.id)).webhook_headers, [second])
  t.strictSame((await admin.delete(`admin/webhooks/${webhook.id}/webhook_headers/${id}`)).body, {
    error: missing(String(id))
  })
})

onBothDatabases('A header value that is hidden or an HMAC secret is shown when it is set, and never again', async (t, { admin }) => {
  const { id } = await addWebhook(admin)
  for (
    const [name, flags] of [['X-Hidden', { hidden: true }], ['X-Signature', { is_hmac: true }], ['X-Both', {
      hidden: true,
      is_hmac: true
    }]] as const
  ) {
    const { header_value: value, ...shown } = await addHeader(admin, id, {
      header_key: name,
      header_value: 'top secret',
      ...flags
    })
    t.equal(value, 'top secret')
    t.strictSame((await readWebhook(admin, id)).webhook_headers.at(-1), shown)
  }
  const answers = [
    await admin.get('admin/webhooks'),
    await admin.get(`admin/webhooks/${id}`),
    await admin.post(`admin/webhooks/${id}`, { name: 'New' }),
    await admin.get(`admin/webhooks/${id}/success`),
    await admin.get(`admin/webhooks/${id}/failed`),
    await admin.get('admin/webhooks?limit=5')
  ]
  for (const { text } of answers) t.notMatch(text, /top secret/)
}, {}, httpDialects)

onBothDatabases('Reserved and invalid header names and values with control characters are refused', async (t, { admin }) => {
  const { id } = await addWebhook(admin)
  const add = (key: string, value = 'x', flags = {}) =>
    admin.post(`admin/webhooks/${id}/webhook_headers`, { header_key: key, header_value: value, ...flags })
  for (
    const key of ['Host', 'content-length', 'Content-Type', 'CONNECTION', 'Transfer-Encoding', 'webhook-id',
      'Webhook-Signature', 'webhook-', 'Upgrade', 'Expect', 'Keep-Alive', '', 'a b', 'a:b', 'a\r\nb', 'é', '(a)',
      'a\u0000']
  ) {
    const { status, body } = await add(key)
    t.equal(status, 422, key)
    t.match(
      body.error, /^Invalid parameter 'header_key' value ".*": Must be the name of a header that a webhook may set$/
    )
  }
  for (const value of ['a\r\nX-Other: b', 'a\nb', 'a\rb', 'a\u0000b', '\u007f', '\u0001']) {
    for (const flags of [{}, { is_hmac: true }]) {
      const { status, body } = await add('X-Fine', value, flags)
      t.equal(status, 422, JSON.stringify(value))
      t.match(
        body.error, /^Invalid parameter 'header_value' value ".*": Must be a header value without control characters$/
      )
    }
  }
  for (
    const [key, value] of [['Authorization', 'Bearer x'], ['User-Agent', 'mine'], ['X_y.z!', '\ttabs '], ['X-World',
      '世界 é'], ['x-webhook-id', '1'], ['Cookie', 'a=b']] as const
  ) {
    t.match(await addHeader(admin, id, { header_key: key, header_value: value }), {
      header_key: key,
      header_value: value
    })
  }
}, {}, httpDialects)

onBothDatabases('Missing parameters of a header are reported first, then wrong ones in the order of declaration', async (t, { admin }) => {
  const { id } = await addWebhook(admin)
  const path = `admin/webhooks/${id}/webhook_headers`
  const errorOf = async (body: object) => {
    const answer = await admin.post(path, body)
    t.equal(answer.status, 422)
    t.strictSame((await admin.post('admin/webhooks/77/webhook_headers', body)).body, answer.body, '422 before 404')
    return answer.body.error
  }
  t.equal(await errorOf({ header_value: 5 }), 'Missing parameter header_key')
  t.equal(await errorOf({ header_key: 5 }), 'Missing parameter header_value')
  t.equal(
    await errorOf({ header_key: 5, header_value: null }),
    "Invalid parameter 'header_key' value 5: Must be a String"
  )
  t.equal(
    await errorOf({ header_key: 'a', header_value: null }),
    "Invalid parameter 'header_value' value nil: Must be a String"
  )
  t.equal(
    await errorOf({ header_key: 'a', header_value: 'b', hidden: 1, is_hmac: 1 }),
    "Invalid parameter 'hidden' value 1: Must be one of: <code>true</code>, <code>false</code>."
  )
  t.equal(
    await errorOf({ header_key: 'a', header_value: 'b', is_hmac: null }),
    "Invalid parameter 'is_hmac' value nil: Must be one of: <code>true</code>, <code>false</code>."
  )
  t.strictSame((await readWebhook(admin, id)).webhook_headers, [])
}, {}, httpDialects)

onBothDatabases('A secret that begins with whsec_ must be a valid secret of Standard Webhooks', async (t, { admin }) => {
  const { id } = await addWebhook(admin)
  const marked = (bytes: number) => `whsec_${Buffer.alloc(bytes, 'x').toString('base64')}`
  const add = (value: string, flags: object = { is_hmac: true }) =>
    admin.post(`admin/webhooks/${id}/webhook_headers`, { header_key: 'X-Signature', header_value: value, ...flags })
  for (
    const secret of ['whsec_', 'whsec_short', marked(23), marked(65), `${marked(24)}!`, `whsec_ ${marked(24).slice(6)}`,
      `${marked(25).slice(0, -2)}=`]
  ) {
    const { status, body } = await add(secret)
    t.strictSame([status, body], [422, {
      error: `Invalid parameter 'header_value' value "${secret}": Must be whsec_ and 24 to 64 bytes in base64`
    }])
    t.strictSame(
      (await admin.post('admin/webhooks/77/webhook_headers', { header_key: 'a', header_value: secret, is_hmac: true }))
        .body,
      body,
      '422 before 404'
    )
    t.equal((await add(secret, {})).status, 200, 'a header that signs nothing may have such a value')
  }
  for (const secret of [marked(24), marked(64), marked(25), marked(25).replace(/(?<!=)=+$/, ''), 'short']) {
    t.equal((await add(secret)).status, 200, secret)
  }
}, {}, httpDialects)

onBothDatabases('A header cannot be deleted through another webhook', async (t, { admin }) => {
  const one = await addWebhook(admin)
  const other = await addWebhook(admin)
  const header = await addHeader(admin, one.id, { header_key: 'a', header_value: 'b' })
  for (const sent of [String(header.id), 'abc', '-1', '99999999999999999999']) {
    const { status, body } = await admin.delete(`admin/webhooks/${other.id}/webhook_headers/${sent}`)
    t.strictSame([status, body], [404, { error: missing(sent) }])
  }
  t.strictSame((await admin.delete(`admin/webhooks/77/webhook_headers/${header.id}`)).body, {
    error: "Couldn't find Webhook with 'id'=77"
  }, 'the webhook first')
  await succeed(admin.delete(`admin/webhooks/${one.id}/webhook_headers/${header.id}`))
})
