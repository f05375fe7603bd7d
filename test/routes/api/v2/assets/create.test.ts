import { inSharedApp } from '#test/helper/app.js'
import { readItem, SECONDS, succeed } from '#test/helper/items.js'

const onBothDatabases = inSharedApp()

const FIELDS = ['id', 'external_id', 'project_id', 'parent_asset_id', 'owner', 'description', 'title', 'category',
  'tags', 'media_type', 'modification_date', 'created_date', 'status', 'original_filename', 'deleted']

onBothDatabases('Assets are created as the contract says', async (t, { admin, addUser, adminCaller }) => {
  await t.test('A title is enough: everything else has its default', async (t) => {
    const { status, body, headers } = await admin.post('assets', { title: 'First' })
    t.equal(status, 200)
    t.match(headers['content-type'], /^application\/json/)
    t.strictSame(Object.keys(body), ['asset'])
    t.strictSame(Object.keys(body.asset), FIELDS, 'the fields of section 2.1, in its order')
    const { id, modification_date: modified, created_date: created, ...rest } = body.asset
    t.match(id, /^[\w.~-]+$/, 'an id needs no escaping in a URL')
    t.match(created, SECONDS)
    t.equal(modified, created)
    t.ok(Math.abs(Date.parse(created) - Date.now()) < 60_000, 'it is the current time')
    t.strictSame(rest, {
      external_id: null,
      project_id: null,
      parent_asset_id: null,
      owner: adminCaller.email,
      description: '',
      title: 'First',
      category: '',
      tags: [],
      media_type: 'placeholder',
      status: 'open',
      original_filename: null,
      deleted: false
    })
    t.strictSame(await succeed(admin.get(`assets/${id}`)), body, 'reading shows what creating answered')
  })

  await t.test('All parameters are stored', async (t) => {
    const parameters = {
      title: 'Second',
      description: 'Längeres – « 日本語 » 🎬',
      category: 'film',
      tags: ['b', 'a', 'b', ''],
      media_type: 'live'
    }
    const { asset } = await succeed(admin.post('assets', parameters))
    t.match(asset, parameters)
    t.strictSame(asset.tags, parameters.tags, 'tags keep their order, duplicates and empty ones')
    t.strictSame(await readItem(admin, 'assets', asset.id), asset)
  })

  await t.test('Empty strings and lists are legal values', async (t) => {
    const { asset } = await succeed(admin.post('assets', { title: '', description: '', category: '', tags: [] }))
    t.match(asset, { title: '', description: '', category: '', tags: [] })
  })

  await t.test('Unknown parameters are ignored, also those that name other fields', async (t) => {
    const { asset } = await succeed(admin.post('assets', {
      title: 'Third',
      id: 'mine',
      status: 'closed',
      deleted: true,
      owner: 'x@example.com',
      external_id: 'x',
      project_id: 'x',
      original_filename: 7,
      accountId: 9
    }))
    t.match(asset, {
      status: 'open',
      deleted: false,
      owner: adminCaller.email,
      external_id: null,
      project_id: null,
      original_filename: null
    })
    t.not(asset.id, 'mine')
  })

  await t.test('The owner is the user who sent the request, also a default user', async (t) => {
    const user = await addUser()
    const { asset } = await succeed(user.client.post('assets', { title: 'Mine' }))
    t.equal(asset.owner, user.email)
    t.strictSame(await readItem(admin, 'assets', asset.id), asset, 'others of the account read it')
  })

  await t.test('Ids sort in the order of creation', async (t) => {
    const ids: string[] = []
    for (let count = 0; count < 20; count++) ids.push((await succeed(admin.post('assets', { title: 'x' }))).asset.id)
    t.strictSame(ids, ids.toSorted())
  })

  await t.test('Strings come back as they were sent', async (t) => {
    for (
      const title of [' leading and trailing ', 'a\nb\r\n\tc', '\u0001\u001F\u007F\u0085\u2028', 'é e\u0301',
        "'; DROP TABLE assets; --", '%s %d $1 ?', '\\u0000', '👩‍👩‍👧', '\uFFFD\uFEFF', 'x'.repeat(1000),
        '12345678901234567890', '"99999999999999999999"']
    ) {
      const { asset } = await succeed(admin.post('assets', { title, tags: [title] }))
      t.equal(asset.title, title)
      const read = await readItem(admin, 'assets', asset.id)
      t.equal(read.title, title)
      t.strictSame(read.tags, [title])
    }
  })
})
