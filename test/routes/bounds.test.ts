import { httpDialects, inOneApp } from '../helper/app.js'
import { fillTable } from '#test/helper/fill.js'
import { addAsset, addItem, addProject, historyOf, itemPaths, namesOf, readItem, succeed } from '../helper/items.js'
import { addWebhook } from '../helper/webhooks.js'

const onDatabases = inOneApp()

const refusal = (name: string, value: unknown, rule: string) => {
  const printed = typeof value === 'string'
    ? `"${value}"`
    : `[${(value as string[]).map((text) => `"${text}"`).join(', ')}]`
  const shown = [...printed].length > 1000 ? `${[...printed].slice(0, 1000).join('')}…` : printed
  return { error: `Invalid parameter '${name}' value ${shown}: ${rule}` }
}

/** The longest text, and one character more. Some characters take two bytes, and some two units of UTF-16. */
const edgeOf = (characters: number) => {
  const most = Array.from({ length: characters }, (_, index) => ['x', 'é', '🎬'][index % 3]).join('')
  return { most, more: `${most}🎬` }
}

onDatabases('Titles, categories, descriptions, external ids and tags have bounds, counted in characters', async (t, { admin }) => {
  for (const path of itemPaths) {
    const item = await addItem(admin, path, { title: 'Old' })
    for (
      const [name, characters] of [['title', 1000], ['category', 1000], ['description', 100_000], ['external_id',
        10_000]] as const
    ) {
      const { most, more } = edgeOf(characters)
      const updated = await succeed(admin.put(`${path}/${item.id}`, { [name]: most }))
      t.equal(updated[namesOf[path].single][name], most)
      const answers = [await admin.put(`${path}/${item.id}`, { [name]: more }),
        ...(name === 'external_id' ? [] : [await admin.post(path, { title: 'New', [name]: more })])]
      for (const { status, body } of answers) {
        t.equal(status, 422)
        t.ok(body.error === refusal(name, more, `Must be a String of at most ${characters} characters`).error, name)
      }
      t.equal((await readItem(admin, path, item.id))[name], most)
    }
    await succeed(admin.put(`${path}/${item.id}`, { external_id: '' }))
    const longest = ['x'.repeat(1000), '🎬'.repeat(1000)]
    const many = Array.from({ length: 1000 }, (_, n) => `tag ${n}`)
    for (const tags of [longest, many]) {
      t.strictSame((await succeed(admin.put(`${path}/${item.id}`, { tags })))[namesOf[path].single].tags, tags)
    }
    for (
      const [tags, rule] of [
        [[...many, 'one more'], 'Must be an array of String of at most 1000 elements'],
        [[...many, 'x'.repeat(1001)], 'Must be an array of String of at most 1000 elements'],
        [['short', 'x'.repeat(1001)], 'Must be an array of String of at most 1000 characters']
      ] as const
    ) {
      for (
        const { status, body } of [await admin.put(`${path}/${item.id}`, { tags }),
          await admin.post(path, { title: 'New', tags })]
      ) t.strictSame([status, body], [422, refusal('tags', tags, rule)])
    }
    t.match(await admin.put(`${path}/${item.id}`, { tags: [...many, 5] }), {
      status: 422,
      body: { error: /: Must be an array of String$/ }
    }, 'a wrong type comes first')
    t.match(await admin.put(`${path}/${item.id}`, { title: `${'x'.repeat(2000)}\0` }), {
      status: 422,
      body: { error: /: Must be a String$/ }
    })
  }
}, {}, httpDialects)

onDatabases('Values that are older than the bounds stay readable, and other fields of the item can be changed', async (t, { admin, app, adminCaller }) => {
  for (const path of itemPaths) {
    const item = await addItem(admin, path)
    const long = {
      title: 'x'.repeat(2000),
      category: 'x'.repeat(2000),
      description: 'x'.repeat(200_000),
      tags: Array.from({ length: 2000 }, () => 'x'.repeat(2000))
    }
    await app.transact(adminCaller, async (tx) => {
      const update = {
        where: { id: item.id, accountId: adminCaller.accountId },
        data: { ...long, tags: JSON.stringify(long.tags) }
      }
      await (path === 'assets' ? tx.prisma.asset.updateMany(update) : tx.prisma.project.updateMany(update))
    })
    t.match(await readItem(admin, path, item.id), long)
    const { [namesOf[path].single]: changed } = await succeed(admin.put(`${path}/${item.id}`, { category: 'short' }))
    t.match(changed, { ...long, category: 'short' })
    t.equal((await historyOf(admin, path, item.id))[0].event, `${namesOf[path].event}_EDITED_METADATA`)
  }
})

onDatabases('Names of files, webhooks, field groups and fields have bounds, as have URLs and headers', async (t, { admin }) => {
  const asset = await addAsset(admin)
  await addProject(admin)
  const webhook = await addWebhook(admin, { http_url: 'http://127.0.0.1:1' })
  const { field_group: { id: group } } = await succeed(admin.post('admin/field_groups', { name: 'x'.repeat(1000) }))
  const field = {
    name: '🎬'.repeat(1000),
    field_type: 'textbox',
    dropdown_options: [],
    searchable: true,
    read_only: false
  }
  const { field: { id: fieldId } } = await succeed(admin.post(`admin/field_groups/${group}/fields`, field))
  const name = 'x'.repeat(1001)
  const url = `http://127.0.0.1:1/${'x'.repeat(10_000)}`
  const value = 'x'.repeat(10_001)
  const [nameRule, textRule] = ['Must be a String of at most 1000 characters',
    'Must be a String of at most 10000 characters']
  const header = { header_key: 'X-A', header_value: 'x'.repeat(10_000) }
  await succeed(admin.post(`admin/webhooks/${webhook.id}/webhook_headers`, header))
  await succeed(admin.post(`assets/${asset.id}/media`, { file_url: url.slice(0, 10_000), filename: 'x'.repeat(1000) }))
  for (
    const [path, sent, parameter, rule] of [
      [`assets/${asset.id}/media`, { file_url: 'http://127.0.0.1:1/a', filename: name }, 'filename', nameRule],
      [`assets/${asset.id}/media`, { file_url: url, filename: 'a' }, 'file_url', textRule],
      ['admin/field_groups', { name }, 'name', nameRule],
      [`admin/field_groups/${group}`, { name }, 'name', nameRule],
      [`admin/field_groups/${group}/fields`, { ...field, name }, 'name', nameRule],
      [`admin/field_groups/${group}/fields/${fieldId}`, { name }, 'name', nameRule],
      [`admin/webhooks/${webhook.id}`, { name }, 'name', nameRule],
      [`admin/webhooks/${webhook.id}`, { http_url: url }, 'http_url', 'Must be a valid URL'],
      [`admin/webhooks/${webhook.id}/webhook_headers`, { ...header, header_key: name }, 'header_key',
        'Must be the name of a header that a webhook may set'],
      [`admin/webhooks/${webhook.id}/webhook_headers`, { ...header, header_value: value }, 'header_value', textRule]
    ] as const
  ) {
    const answer = await admin.post(path, sent)
    t.strictSame([answer.status, answer.body], [422,
      refusal(parameter, (sent as Record<string, string>)[parameter], rule)], path)
  }
}, {}, httpDialects)

onDatabases('A webhook has at most 1,000 trigger events', async (t, { admin }) => {
  const kinds = Array(1000).fill('ASSET_ADDED')
  const webhook = await addWebhook(admin, { http_url: 'http://127.0.0.1:1', trigger_events: kinds })
  t.strictSame(webhook.trigger_events, kinds)
  const refused = await admin.post(`admin/webhooks/${webhook.id}`, { trigger_events: [...kinds, 'ASSET_REMOVED'] })
  t.equal(refused.status, 422)
  t.match(
    refused.body.error,
    /: Must be an array of \["ASSET_REMOVED_FAVORITE", .*"UPDATED_DAG_ACTION_RUN"\] of at most 1000 elements$/
  )
}, {}, httpDialects)

onDatabases('At most 1,000 users are linked to a webhook', async (t, { app, admin, adminCaller }) => {
  const { accountId } = adminCaller
  const webhook = await addWebhook(admin, { http_url: 'http://127.0.0.1:1', trigger_events: ['ASSET_ADDED'] })
  const users = await app.transact(adminCaller, async (tx) => {
    await fillTable(tx, 'users', Array.from(
      { length: 1001 },
      (_, index) => ({ accountId, email: `user${index}@example.com`, admin: false, createdAt: tx.time })
    ))
    const users = await tx.prisma.user.findMany({ where: { email: { startsWith: 'user' } }, orderBy: { id: 'asc' } })
    await fillTable(tx, 'webhook_users', users.slice(0, 1000).map(({ id }) => ({
      accountId,
      webhookId: webhook.id,
      userId: id,
      createdAt: tx.time,
      updatedAt: tx.time
    })))
    return users.map(({ id }) => id)
  })
  const link = (userId: number) => admin.post(`admin/webhooks/${webhook.id}/webhook_users`, { user_id: userId })
  const refused = await link(users[1000]!)
  t.strictSame([refused.status, refused.body], [422, { error: 'Webhook must not have more than 1000 users' }])
  t.equal((await link(users[0]!)).status, 200, 'a user who is linked already')
})
