import { inSharedApp } from '#test/helper/app.js'
import { addItem, eventsOf, itemPaths, namesOf, readItem, succeed } from '#test/helper/items.js'

const onBothDatabases = inSharedApp()

onBothDatabases('Tags are added and removed without sending the other tags', async (t, { admin }) => {
  for (const path of itemPaths) {
    const { single, event } = namesOf[path]
    const tagged = async (body: object, tags: string[] = ['one', 'two', 'Two']) => {
      const { id } = await addItem(admin, path, { tags })
      const { [single]: item, errors } = await succeed(admin.put(`${path}/${id}`, body))
      t.strictSame(errors, {})
      t.strictSame(await readItem(admin, path, id), item)
      return item.tags
    }

    await t.test(`${path}: new tags go to the end, and existing ones keep their places`, async (t) => {
      t.strictSame(await tagged({ add_tags: ['three', 'one', 'three', ''] }), ['one', 'two', 'Two', 'three', ''])
      t.strictSame(await tagged({ remove_tags: ['two', 'nowhere'] }), ['one', 'Two'])
      t.strictSame(await tagged({ add_tags: ['new', 'one'], remove_tags: ['one'] }), ['two', 'Two', 'new', 'one'])
      t.strictSame(await tagged({ remove_tags: ['a'] }, ['a', 'b', 'a']), ['b'])
      t.strictSame(await tagged({ add_tags: ['b'] }, ['a', 'b', 'a']), ['a', 'b', 'a'])
    })

    await t.test(`${path}: tags are added along with other parameters, and a search finds them at once`, async (t) => {
      const { id } = await addItem(admin, path, { tags: ['one'] })
      const { [single]: item } = await succeed(admin.put(`${path}/${id}`, { add_tags: [`${path} new`], title: 'New' }))
      t.match(item, { title: 'New', tags: ['one', `${path} new`] })
      const { results } = await succeed(admin.post('search', { tag: [`${path} new`] }))
      t.strictSame(results.map((result: any) => result[single].id), [id])
    })

    await t.test(`${path}: a request that changes nothing makes no event`, async (t) => {
      const { id } = await addItem(admin, path, { tags: ['one'] })
      for (const body of [{ add_tags: ['one'] }, { remove_tags: ['two'] }, { add_tags: [], remove_tags: [] }]) {
        await succeed(admin.put(`${path}/${id}`, body))
      }
      t.notOk((await eventsOf(admin, path, id)).includes(`${event}_EDITED_METADATA`))
    })

    await t.test(`${path}: concurrent additions and removals of tags all take effect`, async (t) => {
      const { id } = await addItem(admin, path, { tags: ['first', 'old'] })
      const added = Array.from({ length: 12 }, (_, index) => `tag ${index}`)
      await Promise.all([...added.map((tag) => succeed(admin.put(`${path}/${id}`, { add_tags: [tag] }))),
        succeed(admin.put(`${path}/${id}`, { remove_tags: ['old'] }))])
      t.strictSame((await readItem(admin, path, id)).tags.toSorted(), ['first', ...added].toSorted())
    })

    await t.test(`${path}: add_tags and remove_tags along with tags, of the wrong type or too many are refused with 422`, async (t) => {
      const { id } = await addItem(admin, path, { tags: Array.from({ length: 999 }, (_, index) => `${index}`) })
      const before = await readItem(admin, path, id)
      const many = Array.from({ length: 1001 }, (_, index) => `more ${index}`)
      const beside = (name: string, value: string) =>
        `Invalid parameter '${name}' value ${value}: Must not be sent with tags`
      for (const [body, error] of [
        [{ tags: ['a'], add_tags: ['b'] }, beside('add_tags', '["b"]')],
        [{ tags: [], remove_tags: [] }, beside('remove_tags', '[]')],
        [{ remove_tags: ['c'], add_tags: ['b'], tags: ['a'] }, beside('add_tags', '["b"]')],
        [{ tags: ['a'], add_tags: 5 }, "Invalid parameter 'add_tags' value 5: Must be an array of String"],
        [{ tags: 5, add_tags: ['b'] }, "Invalid parameter 'tags' value 5: Must be an array of String"],
        [{ title: 5, tags: [], add_tags: [] }, "Invalid parameter 'title' value 5: Must be a String"],
        [{ remove_tags: [null] }, "Invalid parameter 'remove_tags' value [nil]: Must be an array of String"],
        [{ add_tags: null }, "Invalid parameter 'add_tags' value nil: Must be an array of String"],
        [{ add_tags: ['a', 'b'] },
          'Invalid parameter \'add_tags\' value ["a", "b"]: Must be an array of String of at most 1000 elements']
      ] as const) {
        const { status, body: answer } = await admin.put(`${path}/${id}`, body)
        t.strictSame([status, answer], [422, { error }])
      }
      for (const body of [{ add_tags: many }, { remove_tags: many }, { add_tags: ['x'.repeat(1001)] }]) {
        const { status, body: { error } } = await admin.put(`${path}/${id}`, body)
        t.equal(status, 422)
        t.match(error, /Must be an array of String of at most 1000 (elements|characters)$/)
      }
      t.strictSame(await readItem(admin, path, id), before)
      await succeed(admin.put(`${path}/${id}`, { add_tags: ['a', 'b'], remove_tags: ['0'] }))
      t.equal((await readItem(admin, path, id)).tags.length, 1000)
    })
  }
})

onBothDatabases('Tags are added and removed in a bulk as in single requests', async (t, { admin }) => {
  const { id } = await addItem(admin, 'assets', { tags: ['one'] })
  const { body } = await admin.post('bulk', {
    operations: [
      { method: 'POST', path: '/api/v2/projects', body: { title: 'Film', tags: ['film'] } },
      { method: 'PUT', path: `/api/v2/assets/${id}`, body: { add_tags: ['{{0.project.title}}'], remove_tags: ['one'] } },
      { method: 'PUT', path: '/api/v2/projects/{{0.project.id}}', body: { add_tags: ['2026'] } },
      { method: 'PUT', path: `/api/v2/assets/${id}`, body: { add_tags: ['two'], tags: [] } }
    ],
    atomic: false
  })
  t.match(body, {
    failed: 1,
    results: [{}, { body: { asset: { tags: ['Film'] } } }, { body: { project: { tags: ['film', '2026'] } } }, {
      status: 422,
      body: { error: "Invalid parameter 'add_tags' value [\"two\"]: Must not be sent with tags" }
    }]
  })
})

onBothDatabases('An operation of a bulk may have if_match, and fails with 412 for another version', async (t, { admin }) => {
  for (const path of itemPaths) {
    const { id } = await addItem(admin, path)
    const put = (title: string, ifMatch: unknown) =>
      ({ method: 'PUT', path: `/api/v2/${path}/${id}`, body: { title }, if_match: ifMatch })
    const seen = String((await admin.get(`${path}/${id}`)).headers.etag)
    const refused = await admin.send('PUT', `${path}/${id}`, { title: 'x' }, { 'if-match': '"another"' })
    const { body: { results, failed } } = await admin.post('bulk', {
      operations: [put('First', seen), put('Second', seen), put('Third', `"x", ${seen}`), put('Fourth', '*')],
      atomic: false
    })
    const failure = { status: 412, body: refused.body }
    t.strictSame(results.slice(1, 3), [failure, failure])
    t.match([results[0].status, results[3].status, failed], [200, 200, 2])
    t.equal((await readItem(admin, path, id)).title, 'Fourth')

    const atomic = await admin.post('bulk', { operations: [put('Fifth', '*'), put('Sixth', seen)] })
    t.match(atomic.body, { committed: false, failed: 1, results: [{ status: 200 }, failure] })
    t.equal((await readItem(admin, path, id)).title, 'Fourth')

    const wrong = await admin.post('bulk', { operations: [put('Seventh', 5)] })
    t.strictSame([wrong.status, wrong.body.error], [422,
      "Invalid operation 0: Invalid parameter 'if_match' value 5: Must be a String"])
  }
})
