import { createPart, createUnit } from '#src/core/unit.js'
import { createFieldValues } from '#src/fields/values/values.js'
import { assetKind } from '#src/items/kinds.js'
import { createClient, httpDialects, inOneApp, type Client } from '../../helper/app.js'
import { addFieldGroup } from '../../helper/fields.js'
import { addAsset, readItem } from '../../helper/items.js'

const onBothDatabases = inOneApp()

const post = (client: Client, path: string, body: unknown, key = 'key') =>
  client.send('POST', path, body, { 'idempotency-key': key })

onBothDatabases('Rich text is cleaned before the transaction, and once more only if its field group has changed since', async (t, world) => {
  const { app, admin, adminCaller } = world
  const { group, ids: [field] } = await addFieldGroup(admin, ['rich_text'], { groupType: 'default' })
  const { id } = await addAsset(admin)
  const cleaned: string[] = []
  const values = createFieldValues({
    tools: {
      cleanRichText: async (html) => {
        cleaned.push(html)
        return html
      }
    }
  })
  const sent = { [field!]: '<p>Once</p>' }
  await values.prepare(createUnit(app, adminCaller), group, sent)
  await app.transact(adminCaller, (tx) => values.set(assetKind, createPart(tx), id, group, sent))
  t.strictSame(cleaned, ['<p>Once</p>'], 'cleaned before, and not once more')

  await admin.post(`admin/field_groups/${group}`, { name: 'Another' })
  await app.transact(adminCaller, (tx) => values.set(assetKind, createPart(tx), id, group, sent))
  t.strictSame(cleaned.length, 2, 'cleaned again, as the group has changed since')
}, {}, httpDialects)

onBothDatabases('The first upload of a service may have an Idempotency-Key', async (t, { admin }) => {
  const { id } = await addAsset(admin)
  const { status, body } = await post(admin, `assets/${id}/uploads`, { filename: 'a.txt', size: 1 })
  t.equal(status, 200)
  t.match(body.upload.url, /signature=/)
})

onBothDatabases('A user who is disabled by a request with an Idempotency-Key loses access at once', async (t, { app, admin, addUser }) => {
  const { id, client } = await addUser()
  t.equal((await client.get('user')).status, 200)
  t.equal((await post(admin, `admin/users/${id}`, { disabled: true })).status, 200)
  t.equal((await client.get('user')).status, 401)
  const { body } = await post(admin, 'user/api_keys', { name: 'Another' })
  t.equal((await createClient(app, body.api_key.key).get('user')).status, 200)
})

onBothDatabases('An answer about values that were not stored is not kept for a replay', async (t, { admin }) => {
  const { group, ids: [field] } = await addFieldGroup(admin, ['textbox'], { groupType: 'default' })
  const { id } = await addAsset(admin)
  const path = `assets/${id}/custom_fields/${group}`
  const refused = await post(admin, path, { custom_fields: { [field!]: 5 } })
  t.equal(refused.status, 200)
  t.ok(refused.body.errors.length > 0)
  const stored = await post(admin, path, { custom_fields: { [field!]: 'Text' } })
  t.strictSame([stored.headers['idempotency-replayed'], stored.body.errors], [undefined, []])
  const again = await post(admin, path, { custom_fields: { [field!]: 'Text' } })
  t.strictSame([again.headers['idempotency-replayed'], again.text], ['true', stored.text])
  t.ok(await readItem(admin, 'assets', id))
  const missing = await post(admin, 'assets/nobody/custom_fields/0', { custom_fields: {} }, 'missing')
  t.strictSame(missing.body, (await admin.post('assets/nobody/custom_fields/0', { custom_fields: {} })).body)
}, {}, httpDialects)
