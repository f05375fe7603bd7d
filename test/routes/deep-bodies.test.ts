import { onBothDatabases } from '../helper/app.js'
import { succeed } from '../helper/items.js'

const DEPTH = 500_000
const nested = '['.repeat(DEPTH) + ']'.repeat(DEPTH)

onBothDatabases('A body nested as deep as 1 MiB lets it be is answered like any other', async (t, { app, admin }) => {
  const keyed = (path: string, body: string, key: string) => admin.send('POST', path, body, { 'idempotency-key': key })

  await t.test('with an Idempotency-Key', async (t) => {
    const body = `{"title":"x","unknown":${nested}}`
    const first = await keyed('assets', body, 'deep')
    t.equal(first.status, 200)
    const again = await keyed('assets', body, 'deep')
    t.strictSame([again.status, again.text, again.headers['idempotency-replayed']], [200, first.text, 'true'])
    t.equal(
      (await keyed('assets', `{"title":"x","unknown":[${nested.slice(2, -2)}]}`, 'deep')).status,
      422,
      'another body is another body'
    )
    t.equal((await keyed('assets', `{"title":${nested}}`, 'deep wrong')).status, 422)
    t.equal((await keyed('assets', nested, 'deep list')).status, 422)
    t.equal(await app.database.reads.prisma.asset.count(), 1)
  })

  await t.test('as the options of a field, or its values', async (t) => {
    const { field_group: group } = await succeed(admin.post('admin/field_groups', { name: 'Group' }))
    const path = `admin/field_groups/${group.id}/fields`
    const field = (options: string) =>
      `{"name":"f","field_type":"textbox","dropdown_options":${options},"searchable":true,"read_only":false}`
    const refused = await admin.post(path, field(`[{"a":${nested}}]`))
    t.equal(refused.status, 422)
    t.ok(refused.body.error.endsWith(': Must be an array of Hash'))
    t.equal((await admin.post(path, field(`[{"a":${'['.repeat(400)}${']'.repeat(400)}}]`))).status, 200)
    const { asset } = await succeed(admin.post('assets', { title: 'x' }))
    const { field_groups: [{ fields: [{ id }] }] } = await succeed(admin.get('field_groups'))
    const { status, body } = await admin.post(
      `assets/${asset.id}/custom_fields/${group.id}`,
      `{"custom_fields":{"${id}":${nested}}}`
    )
    t.strictSame([status, body.custom_fields, body.errors.length], [200, null, 1])
  })
})
