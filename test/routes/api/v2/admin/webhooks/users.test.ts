import { httpDialects, inSharedApp } from '#test/helper/app.js'
import { MILLISECONDS, succeed } from '#test/helper/items.js'
import { addWebhook, readWebhook } from '#test/helper/webhooks.js'

const onBothDatabases = inSharedApp()

const missing = (id: string) => `Couldn't find WebhookUser with 'id'=${id} [WHERE "webhook_users"."webhook_id" = $1]`

onBothDatabases('Users are linked to a webhook and unlinked', async (t, { admin, addUser }) => {
  const webhook = await addWebhook(admin)
  const user = await addUser()
  const path = `admin/webhooks/${webhook.id}/webhook_users`
  const { webhook_user: link } = await succeed(admin.post(path, { user_id: user.id }))
  const { id, created_at: createdAt, ...rest } = link
  t.type(id, 'number')
  t.match(createdAt, MILLISECONDS)
  t.strictSame(rest, { webhook_id: webhook.id, user_id: user.id, updated_at: createdAt })
  t.strictSame(
    (await succeed(admin.post(path, { user_id: user.id }))).webhook_user,
    link,
    'a second link returns the first one'
  )
  t.strictSame((await readWebhook(admin, webhook.id)).webhook_users, [link])

  t.strictSame((await admin.delete(`${path}/${id}`)).body, { ok: 'Webhook user deleted' })
  t.strictSame((await readWebhook(admin, webhook.id)).webhook_users, [])
  t.strictSame((await admin.delete(`${path}/${id}`)).body, { error: missing(String(id)) })
})

onBothDatabases('Concurrent links of a user to a webhook make one link', async (t, { admin, addUser }) => {
  const webhook = await addWebhook(admin)
  const { id } = await addUser()
  const answers = await Promise.all(Array.from({ length: 8 }, () =>
    succeed(admin.post(`admin/webhooks/${webhook.id}/webhook_users`, { user_id: id }))))
  t.equal(
    new Set(answers.map((answer) => answer.webhook_user.id)).size, 1
  )
  t.equal((await readWebhook(admin, webhook.id)).webhook_users.length, 1)
})

onBothDatabases('An unknown user cannot be linked, whatever the number', async (t, { admin, addStranger }) => {
  const { id } = await addWebhook(admin)
  const stranger = await addStranger()
  for (
    const sent of ['0', '-1', '77', '2147483648', '99999999999999999999', '-99999999999999999999', String(stranger.id)]
  ) {
    const { status, body } = await admin.post(`admin/webhooks/${id}/webhook_users`, `{"user_id": ${sent}}`)
    t.strictSame([status, body], [404, { error: `Couldn't find User with 'id'=${sent}` }])
  }
  t.strictSame((await admin.post('admin/webhooks/77/webhook_users', { user_id: 77 })).body, {
    error: "Couldn't find Webhook with 'id'=77"
  }, 'the webhook first')
})

onBothDatabases('user_id must be an integer', async (t, { admin }) => {
  const { id } = await addWebhook(admin)
  const path = `admin/webhooks/${id}/webhook_users`
  t.match(await admin.post(path, {}), { status: 422, body: { error: 'Missing parameter user_id' } })
  for (
    const [sent, printed] of [['null', 'nil'], ['"1"', '"1"'], ['1.5', '1.5'], ['true', 'true'], ['[1]', '[1]'], [
      '1e400',
      'Infinity'
    ]] as const
  ) {
    const { status, body } = await admin.post(path, `{"user_id": ${sent}}`)
    t.strictSame([status, body], [422, { error: `Invalid parameter 'user_id' value ${printed}: Must be a Integer` }])
  }
  t.equal((await admin.post('admin/webhooks/77/webhook_users', { user_id: 'x' })).status, 422, '422 before 404')
}, {}, httpDialects)

onBothDatabases('A link cannot be deleted through another webhook', async (t, { admin, adminCaller }) => {
  const one = await addWebhook(admin)
  const other = await addWebhook(admin)
  const { webhook_user: link } =
    await succeed(admin.post(`admin/webhooks/${one.id}/webhook_users`, { user_id: adminCaller.userId }))
  for (const sent of [String(link.id), 'abc', '-1', '99999999999999999999']) {
    const { status, body } = await admin.delete(`admin/webhooks/${other.id}/webhook_users/${sent}`)
    t.strictSame([status, body], [404, { error: missing(sent) }])
  }
  t.equal((await readWebhook(admin, one.id)).webhook_users.length, 1)
})
