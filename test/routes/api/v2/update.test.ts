import { onBothDatabases, type World } from '#test/helper/app.js'
import { addItem, eventsOf, historyOf, itemPaths, namesOf, readItem, succeed } from '#test/helper/items.js'

const LONG_AGO = '2001-02-03T04:05:06Z'

/** Makes an item look as if it had not been changed for a long time. */
async function age ({ app, adminCaller }: World, id: string): Promise<void> {
  const change = { where: { id }, data: { modifiedAt: new Date(LONG_AGO), createdAt: new Date(LONG_AGO) } }
  await app.transact(adminCaller, async (tx) => {
    await tx.prisma.asset.updateMany(change)
    await tx.prisma.project.updateMany(change)
  })
}

onBothDatabases('PUT changes what is sent, and nothing else', async (t, world) => {
  const { admin, adminCaller, addUser } = world
  for (const path of itemPaths) {
    const { single, target, event } = namesOf[path]
    const all = { title: 'Title', description: 'Description', category: 'Category', tags: ['one', 'two'] }

    await t.test(`${path}: each parameter alone changes its own field`, async (t) => {
      for (
        const change of [{ title: 'New' }, { description: 'New' }, { category: '' }, { tags: ['two', 'one'] }, {
          tags: []
        }, { external_id: `${path} 1` }, { title: '' }]
      ) {
        const before = await addItem(admin, path, all)
        await age(world, before.id)
        const { status, body } = await admin.put(`${path}/${before.id}`, change)
        t.equal(status, 200)
        t.strictSame(Object.keys(body).toSorted(), [single, 'errors'].toSorted())
        t.strictSame(body.errors, {})
        const { modification_date: modified, ...after } = body[single]
        const { modification_date: _, ...expected } = { ...before, ...change, created_date: LONG_AGO }
        t.strictSame(after, expected)
        t.ok(modified > LONG_AGO, 'the modification date moves')
        t.strictSame(await readItem(admin, path, before.id), body[single])
        await succeed(admin.put(`${path}/${before.id}`, { external_id: '' }))
      }
    })

    await t.test(`${path}: a change is in history once, with the user who made it`, async (t) => {
      const { id } = await addItem(admin, path)
      const user = await addUser()
      await succeed(user.client.put(`${path}/${id}`, { title: 'New', description: 'New', external_id: `${path} 2` }))
      const [entry, ...older] = await historyOf(admin, path, id)
      t.match(entry, { event: `${event}_EDITED_METADATA`, severity: 1, user_id: user.id, account: adminCaller.account })
      t.strictSame(entry.targets, { [target]: id })
      t.notOk(older.some((each) => each.event === entry.event))
      t.equal((await readItem(admin, path, id)).owner, adminCaller.email, 'the owner stays')
    })

    await t.test(`${path}: history and changes name the fields that an edit changed`, async (t) => {
      const { body: { next } } = await admin.get('changes?since=now')
      const { id } = await addItem(admin, path, all)
      await succeed(admin.put(`${path}/${id}`, { title: 'Other', category: 'Category', external_id: `${path} 9` }))
      await succeed(admin.put(`${path}/${id}`, { add_tags: ['three'] }))
      await succeed(admin.post('bulk', {
        operations: [{ method: 'PUT', path: `/api/v2/${path}/${id}`, body: { description: '', external_id: '' } }]
      }))
      const expected = [['description', 'external_id'], ['tags'], ['title', 'external_id']]
      const history = await historyOf(admin, path, id)
      const edits = history.filter((entry) => entry.event === `${event}_EDITED_METADATA`)
      t.strictSame(edits.map(({ fields }) => fields?.toSorted()), expected.map((names) => names.toSorted()))
      t.ok(history.filter((entry) => !edits.includes(entry)).every(({ fields }) => fields === null))
      const { body: { changes } } = await admin.get(`changes?since=${next}`)
      const ofItem = changes.filter((change: { targets: object }) => Object.values(change.targets).includes(id))
      t.strictSame(
        ofItem.map(({ fields }: { fields: unknown }) => fields).toReversed(),
        history.map(({ fields }) => fields)
      )
    })

    await t.test(`${path}: a PUT that changes nothing moves no date and makes no event`, async (t) => {
      const item = await addItem(admin, path, all)
      await succeed(admin.put(`${path}/${item.id}`, { external_id: `${path} 3` }))
      await age(world, item.id)
      const events = await eventsOf(admin, path, item.id)
      const before = await readItem(admin, path, item.id)
      for (
        const body of [undefined, {}, [], 'null', '5', '"x"', all, { title: 'Title' }, { external_id: `${path} 3` }, {
          status: 'closed',
          media_type: 'live',
          owner: 'x'
        }]
      ) {
        const answer = await succeed(admin.put(`${path}/${item.id}`, body))
        t.strictSame(answer, { [single]: before, errors: {} })
      }
      t.equal(before.modification_date, LONG_AGO)
      t.strictSame(await readItem(admin, path, item.id), before)
      t.strictSame(await eventsOf(admin, path, item.id), events)
    })

    await t.test(`${path}: an item in the trash may be changed, and stays there`, async (t) => {
      const { id } = await addItem(admin, path)
      await succeed(admin.post(`${path}/${id}/trash_bin`))
      t.match((await succeed(admin.put(`${path}/${id}`, { title: 'New' })))[single], { title: 'New', deleted: true })
    })
  }
})
