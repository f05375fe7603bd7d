import { httpDialects, inAppOfProcess, type World } from '../helper/app.js'
import { addFieldGroup } from '../helper/fields.js'
import { fillTable } from '#test/helper/fill.js'
import { succeed } from '../helper/items.js'
import { addHeader, addWebhook, readWebhook } from '../helper/webhooks.js'

const onBothDatabases = inAppOfProcess()

const tooMany = (limit: string) => [200, { error: `Must not have more than ${limit}` }]
const hook = { name: 'Hook', http_url: 'http://127.0.0.1:9/', http_method: 'POST', trigger_events: ['ASSET_ADDED'] }
const field = { name: 'x', field_type: 'textbox', dropdown_options: [], searchable: true, read_only: false }

async function addGroups ({ app, adminCaller: { accountId }, adminCaller }: World, count: number): Promise<void> {
  await app.transact(adminCaller, (tx) => {
    const row = { accountId, name: 'Group', groupType: 'default', createdAt: tx.time, updatedAt: tx.time }
    return fillTable(tx, 'field_groups', Array(count).fill(row))
  })
}

async function addFields (
  { app, adminCaller: { accountId }, adminCaller }: World, group: string, count: number
): Promise<void> {
  await app.transact(adminCaller, (tx) => {
    const row = {
      accountId,
      fieldGroupId: Number(group),
      name: 'x',
      fieldType: 'textbox',
      dropdownOptions: '[]',
      searchable: false,
      readOnly: false,
      createdAt: tx.time,
      updatedAt: tx.time
    }
    return fillTable(tx, 'fields', Array(count).fill(row))
  })
}

onBothDatabases('An account has at most 100 webhooks, even if several are created at the same time', async (t, { admin, addStranger }) => {
  for (let count = 0; count < 98; count++) await addWebhook(admin)
  const answers = await Promise.all(Array.from({ length: 4 }, () => admin.post('admin/webhooks', hook)))
  t.strictSame(answers.filter(({ body }) => body.error !== undefined).map(({ status, body }) => [status, body]),
    [tooMany('100 webhooks'), tooMany('100 webhooks')], 'two of four that came at the same time')
  const { webhooks } = await succeed(admin.get('admin/webhooks'))
  t.equal(webhooks.length, 100)
  await succeed(admin.post(`admin/webhooks/${webhooks[0].id}`, { name: 'Changed' }))
  await succeed((await addStranger()).client.post('admin/webhooks', hook))
  await succeed(admin.delete(`admin/webhooks/${webhooks[0].id}`))
  await succeed(admin.post('admin/webhooks', hook))
})

onBothDatabases('An account has at most 1,000 field groups, and one page shows them all', async (t, world) => {
  const { admin, addStranger } = world
  const { group } = await addFieldGroup(admin, ['textbox'])
  await addGroups(world, 998)
  const last = await succeed(admin.post('admin/field_groups', { name: 'The last' }))
  const { status, body } = await admin.post('admin/field_groups', { name: 'One more' })
  t.strictSame([status, body], tooMany('1000 field groups'))
  for (const path of ['field_groups?limit=1000', 'field_groups']) {
    const { field_groups: groups } = await succeed(admin.get(path))
    t.equal(groups.length, 1000)
    t.strictSame(groups.filter(({ fields }: any) => fields.length > 0).map(({ id }: any) => String(id)), [group])
  }
  await succeed((await addStranger()).client.post('admin/field_groups', { name: 'Another account' }))
  await succeed(admin.delete(`admin/field_groups/${last.field_group.id}`))
  await succeed(admin.post('admin/field_groups', { name: 'In its place' }))
}, {}, httpDialects)

onBothDatabases('An account has at most 2,000 fields, in one group or in many', async (t, world) => {
  const { admin } = world
  const one = await addFieldGroup(admin, ['textbox'])
  const other = await addFieldGroup(admin, ['textbox'])
  await addFields(world, one.group, 1500)
  await addFields(world, other.group, 497)
  const add = (group: string) => admin.post(`admin/field_groups/${group}/fields`, field)
  const { field: { id } } = await succeed(add(one.group))
  for (const group of [one.group, other.group]) {
    const { status, body } = await add(group)
    t.strictSame([status, body], tooMany('2000 fields'))
  }
  t.equal((await succeed(admin.get(`field_groups/${one.group}`))).fields.length, 1502)
  await succeed(admin.post(`admin/field_groups/${one.group}/fields/${id}`, { name: 'renamed' }))
  await succeed(admin.delete(`admin/field_groups/${one.group}/fields/${id}`))
  await succeed(add(other.group))
}, {}, httpDialects)

onBothDatabases('A webhook has at most 50 headers, with 16 KiB of names and values together', async (t, { admin }) => {
  const { id } = await addWebhook(admin)
  const path = `admin/webhooks/${id}/webhook_headers`
  const refused = async (key: string, value: string) => {
    const { status, body } = await admin.post(path, { header_key: key, header_value: value })
    return [status, body]
  }
  const first = await addHeader(admin, id, { header_key: 'X-A', header_value: 'é'.repeat(4000), hidden: true })
  t.strictSame(await refused('X-B', 'x'.repeat(16384 - 8003 - 3 + 1)), tooMany('16384 bytes of headers'))
  await addHeader(admin, id, { header_key: 'X-B', header_value: 'x'.repeat(16384 - 8003 - 3) })
  t.strictSame(await refused('X', ''), tooMany('16384 bytes of headers'))
  await succeed(admin.delete(`${path}/${first.id}`))
  for (let number = 1; number < 50; number++) await addHeader(admin, id, { header_key: `X-${number}`, header_value: '' })
  t.strictSame(await refused('X-50', ''), tooMany('50 headers'))
  t.equal((await readWebhook(admin, id)).webhook_headers.length, 50)
}, {}, httpDialects)

onBothDatabases('Webhooks and headers from before the limits stay readable and removable', async (t, world) => {
  const { admin, app, adminCaller } = world
  const { id } = await addWebhook(admin)
  await app.transact(adminCaller, async ({ prisma, time: createdAt }) => {
    const { accountId } = adminCaller
    const dates = { createdAt, updatedAt: createdAt }
    await prisma.webhookHeader.createMany({
      data: Array.from({ length: 60 }, (_, index) => ({
        accountId,
        webhookId: id,
        headerKey: `X-${index}`,
        headerValue: 'x'.repeat(1000),
        hidden: false,
        isHmac: false,
        ...dates
      }))
    })
    for (let count = 0; count < 105; count++) {
      const { id } = await prisma.webhook.create({
        data: { accountId, name: 'x', httpUrl: hook.http_url, httpMethod: 'POST', triggerEvents: '[]', ...dates }
      })
      await prisma.webhookState.create({ data: { webhookId: id, accountId } })
    }
  })
  const { webhook_headers: headers } = await readWebhook(admin, id)
  t.equal(headers.length, 60)
  await succeed(admin.delete(`admin/webhooks/${id}/webhook_headers/${headers[0].id}`))
  const { webhooks } = await succeed(admin.get('admin/webhooks'))
  t.equal(webhooks.length, 106)
  await succeed(admin.delete(`admin/webhooks/${webhooks[1].id}`))
  const { status, body } = await admin.post('admin/webhooks', hook)
  t.strictSame([status, body], tooMany('100 webhooks'))
}, {}, httpDialects)
