import { httpDialects, inAppOfProcess } from '../../helper/app.js'
import { fillProject } from '../../helper/fill.js'
import {
  addAsset, addItem, addItemTo, addProject, eventsOf, itemPaths, namesOf, readItem, succeed
} from '../../helper/items.js'

const onDatabases = inAppOfProcess()

const TAG = /^"[\w-]{43}"$/
const OTHER = '"another"'

/** A tag as proxies that compress make it: nginx, Apache, Caddy, Jetty and LiteSpeed among them. */
const compressed = (tag: string): string[] => [
  `W/${tag}`,
  ...['-gzip', '-br', '-zstd', '-deflate', '--gzip', ';gzip', ';gz', ';br'].map((end) => `${tag.slice(0, -1)}${end}"`),
  `W/${tag.slice(0, -1)}-gzip"`,
  `${tag}-gzip`
]
/** Tags that look like it, and are not. */
const lookAlikes = (tag: string): string[] =>
  [`${tag.slice(0, -1)}-gzipped"`, `${tag.slice(0, -1)}gzip"`, `"x${tag.slice(1, -1)}-gzip"`, `${OTHER.slice(0, -1)}-gzip"`]

onDatabases('A read has an ETag, and a request that names it in If-None-Match is answered with 304', async (t, world) => {
  const { admin } = world
  const project = await addProject(admin)
  const asset = await addItemTo(admin, 'assets', project.id)
  const paths = [
    `assets/${asset.id}`,
    `assets/${asset.id}/history`,
    `assets/${asset.id}/media`,
    'projects',
    `projects/${project.id}`,
    `projects/${project.id}/assets`,
    `projects/${project.id}/members`,
    'projects?limit=1',
    'field_groups',
    'admin/webhooks',
    '/openapi.json'
  ]
  for (const path of paths) {
    const first = await admin.get(path)
    const tag = first.headers.etag as string
    t.match(tag, TAG, path)
    t.equal((await admin.get(path)).headers.etag, tag, `${path}: the same as long as nothing changes`)

    for (const known of [tag, '*', ' * ', `${OTHER}, ${tag}`, `W/${OTHER},W/${tag} , "x, y"`, ...compressed(tag)]) {
      const { status, text, headers } = await admin.get(path, { 'if-none-match': known })
      t.strictSame([status, text, headers.etag], [304, '', tag], `${path}: ${known}`)
      t.equal(headers['content-type'], undefined)
      t.ok(headers['x-request-id'], 'with the headers of any answer')
    }
    for (const unknown of [OTHER, `W/${OTHER}`, '', tag.slice(1, -1), `"${tag.slice(1, -1)}x"`, ...lookAlikes(tag)]) {
      const { status, body } = await admin.get(path, { 'if-none-match': unknown })
      t.strictSame([status, body], [200, first.body], `${path}: ${unknown}`)
    }
  }

  await t.test('HEAD answers as GET does, without the body', async (t) => {
    const { headers } = await admin.get(`assets/${asset.id}`)
    const head = await admin.send('HEAD', `assets/${asset.id}`)
    t.strictSame([head.status, head.text, head.headers.etag], [200, '', headers.etag])
    t.equal(
      (await admin.send('HEAD', `assets/${asset.id}`, undefined, { 'if-none-match': String(headers.etag) })).status,
      304
    )
  })

  await t.test('A change of an asset changes the ETag of every answer that contains it', async (t) => {
    const readAll = () =>
      Promise
        .all([`assets/${asset.id}`, `projects/${project.id}/assets`, `assets/${asset.id}/history`].map(async (path) =>
          (await admin.get(path)).headers.etag as string
        ))
    const before = await readAll()
    await succeed(admin.put(`assets/${asset.id}`, { title: 'Changed' }))
    const after = await readAll()
    t.equal(new Set([...before, ...after]).size, 6)
    t.equal((await admin.get(`assets/${asset.id}`, { 'if-none-match': before[0]! })).status, 200)
  })

  await t.test('Failures and writes have no ETag', async (t) => {
    const missing = await admin.get('assets/nobody', { 'if-none-match': '*' })
    t.strictSame([missing.status, missing.body, missing.headers.etag], [404, { error: 'asset not found' }, undefined])
    t.equal((await admin.post('assets', { title: 'x' })).headers.etag, undefined)
  })

  await t.test('A streamed list has no ETag and ignores If-None-Match', async (t) => {
    await fillProject(world, project.id, { assets: 2100 })
    const { status, body, headers } = await admin.get(`projects/${project.id}/assets`, { 'if-none-match': '*' })
    t.strictSame([status, body.assets.length, headers.etag], [200, 2101, undefined])
  })
}, {}, httpDialects)

onDatabases('A PUT with If-Match changes only the version that the caller has seen', async (t, { admin }) => {
  const put = (path: string, body: object, ifMatch: string) => admin.send('PUT', path, body, { 'if-match': ifMatch })
  for (const path of itemPaths) {
    await t.test(`${path}: a tag of another version is refused with 412, and nothing is changed`, async (t) => {
      const { id } = await addItem(admin, path)
      const url = `${path}/${id}`
      const seen = String((await admin.get(url)).headers.etag)
      await succeed(admin.put(url, { title: 'Somebody else’s' }))
      const before = [await readItem(admin, path, id), await eventsOf(admin, path, id)]
      const now = String((await admin.get(url)).headers.etag)
      for (const tag of [seen, OTHER, `${seen}, ${OTHER}`, now.slice(1, -1), '', ...compressed(seen), ...lookAlikes(now)]) {
        const { status, body } = await put(url, { title: 'Mine', external_id: 'mine' }, tag)
        t.strictSame([status, body], [412, { error: 'If-Match does not match the current version' }], tag)
      }
      t.strictSame([await readItem(admin, path, id), await eventsOf(admin, path, id)], before)
    })

    await t.test(`${path}: the tag of the current version allows one change`, async (t) => {
      const { id } = await addItem(admin, path)
      const url = `${path}/${id}`
      for (const [index, make] of [(tag: string) => tag, (tag: string) => `${OTHER}, ${tag}`, () => '*'].entries()) {
        const tag = make(String((await admin.get(url)).headers.etag))
        const { status, body } = await put(url, { title: `Title ${index}` }, tag)
        t.strictSame([status, body[namesOf[path].single].title, body.errors], [200, `Title ${index}`, {}])
        if (tag !== '*') t.equal((await put(url, { title: 'Again' }, tag)).status, 412)
      }
    })

    await t.test(`${path}: the tag counts as a proxy that compresses makes it, also in a bulk`, async (t) => {
      const { id } = await addItem(admin, path)
      const url = `${path}/${id}`
      const forms = compressed(String((await admin.get(url)).headers.etag)).length
      for (let form = 0; form < forms; form++) {
        const tag = compressed(String((await admin.get(url)).headers.etag))[form]!
        t.equal((await put(url, { title: `Title ${form}` }, `${OTHER}, ${tag}`)).status, 200, tag)
        const again = compressed(String((await admin.get(url)).headers.etag))[form]!
        const operation = (title: string) =>
          ({ method: 'PUT', path: `/api/v2/${url}`, body: { title }, if_match: again })
        const { body } = await admin.post('bulk', { operations: [operation('a'), operation('b')], atomic: false })
        t.match(body.results, [{ status: 200 }, { status: 412 }], again)
      }
    })

    await t.test(`${path}: of several concurrent changes with the same tag, one is done`, async (t) => {
      const { id } = await addItem(admin, path)
      const tag = String((await admin.get(`${path}/${id}`)).headers.etag)
      const answers = await Promise.all(Array.from({ length: 8 }, (_, index) =>
        put(`${path}/${id}`, { title: `Title ${index}` }, tag)))
      t.strictSame(answers.map(({ status }) => status).toSorted(), [200, ...Array(7).fill(412)])
    })

    await t.test(`${path}: the tag of a read allows a change, whatever texts the item has`, async (t) => {
      for (
        const title of ['"quoted" \\ back/slash', 'line\nbreak\ttab \u0001\u001f\u007f', 'é 漢字 😀 \u2028\u2029',
          '</script>', '']
      ) {
        const { id } = await addItem(admin, path, { title, description: title, tags: [title] })
        const tag = String((await admin.get(`${path}/${id}`)).headers.etag)
        t.equal((await put(`${path}/${id}`, { category: 'new' }, tag)).status, 200, encodeURIComponent(title))
      }
    })

    await t.test(`${path}: a wrong parameter and a missing item are reported before another version`, async (t) => {
      const { id } = await addItem(admin, path)
      t.equal((await put(`${path}/${id}`, { title: 5 }, OTHER)).status, 422)
      for (const tag of ['*', OTHER]) t.equal((await put(`${path}/nobody`, {}, tag)).status, 404)
    })
  }

  await t.test('the move of an item to the trash makes a new version', async (t) => {
    const { id } = await addAsset(admin)
    const active = String((await admin.get(`assets/${id}`)).headers.etag)
    await succeed(admin.post(`assets/${id}/trash_bin`))
    t.equal((await put(`assets/${id}`, { title: 'x' }, active)).status, 412)
    const trashed = String((await admin.get(`assets/${id}`)).headers.etag)
    t.equal((await put(`assets/${id}`, { title: 'x' }, trashed)).status, 200)
  })
})

onDatabases('A read, whose JSON the database makes, equals the answer of a write to the byte, whatever the texts are', async (t, { admin }) => {
  const odd = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).slice(1).join('') +
    ' \u2028\u2029\ufeff\ufffd é 日本 😀 </script> \\u0041'
  for (const kind of ['asset', 'project'] as const) {
    const item = kind === 'asset' ? await addAsset(admin) : await addProject(admin)
    const path = `${kind}s/${item.id}`
    const sent = { title: odd, description: odd, category: odd, tags: [odd, ''], external_id: 'tape "7"' }
    const { [kind]: written } = await succeed(admin.put(path, sent))
    const { text, headers } = await admin.get(path)
    t.equal(text, JSON.stringify({ [kind]: written }))
    t.equal(
      (await admin.send('PUT', path, { title: 'changed' }, { 'if-match': String(headers.etag) })).status,
      200,
      'so that If-Match accepts its tag'
    )
  }
})
