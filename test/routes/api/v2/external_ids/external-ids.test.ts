import { inSharedApp } from '#test/helper/app.js'
import {
  addAsset, addItem, addProject, eventsOf, itemPaths, namesOf, readItem, succeed, type ItemPath
} from '#test/helper/items.js'

const onBothDatabases = inSharedApp()

const TAKEN = { external_id: 'has already been taken' }

onBothDatabases('Items are found by their external ids', async (t, { admin, addStranger }) => {
  const find = async (externalId: string, client = admin) =>
    (await client.get(`external_ids/${encodeURIComponent(externalId)}`)).body
  const put = (path: ItemPath, id: string, body: object) => succeed(admin.put(`${path}/${id}`, body))

  await t.test('The answer names the external id, the id and the type', async (t) => {
    const [asset, project] = [await addAsset(admin), await addProject(admin)]
    await put('assets', asset.id, { external_id: 'tape 7' })
    await put('projects', project.id, { external_id: 'show 7' })
    t.strictSame(await succeed(admin.get('external_ids/tape%207')), {
      external_id: 'tape 7',
      id: asset.id,
      type: 'asset',
      deleted: false
    })
    t.strictSame(await find('show 7'), { external_id: 'show 7', id: project.id, type: 'project', deleted: false })
  })

  await t.test('Any text without NUL may be an external id, also a long one', async (t) => {
    for (
      const text of ['a/b/c', '?x=1&y#z', '100%', '%41', ' ', 'é', 'e\u0301', '🎬', '"\'\\', 'A\nB', 'x'.repeat(5000),
        'null', '0', '-', '~', '+', 'assets']
    ) {
      const { id } = await addAsset(admin)
      t.strictSame((await put('assets', id, { external_id: text })).errors, {})
      t.strictSame(await find(text), { external_id: text, id, type: 'asset', deleted: false })
    }
  })

  await t.test('An external id with slashes is found also where a proxy has decoded them', async (t) => {
    const texts = ['tapes/2026/7', 'end/', '/begin', '/', '//', 'a//b', 'two/ends//', '/both/', 'a/b?c/d', 'a%2Fb/c']
    for (const text of texts) await put('assets', (await addAsset(admin)).id, { external_id: text })
    for (const text of texts) {
      const decoded = encodeURIComponent(text).replaceAll('%2F', '/')
      t.equal((await succeed(admin.get(`external_ids/${decoded}`))).external_id, text, decoded)
      t.equal((await succeed(admin.get(`external_ids/${decoded}?x=/`))).external_id, text, 'with a query')
      t.equal((await find(text)).external_id, text, encodeURIComponent(text))
    }
    t.equal((await succeed(admin.get('external_ids/tapes/2026/7/'))).external_id, 'tapes/2026/7', 'a slash at the end')
    for (const missing of ['tapes/2026', 'tapes', '2026/7', 'tapes/2026/7/8', 'end', 'begin', 'tapes%2F2026%2F7%2F']) {
      t.strictSame((await admin.get(`external_ids/${missing}`)).body, { error: 'not found' }, missing)
    }
  })

  await t.test('External ids that differ in case, in spaces or in the way to write é are different', async (t) => {
    for (const text of ['case', 'Case', 'caf\u00E9', 'cafe\u0301', 'case ']) {
      const { id } = await addAsset(admin)
      t.strictSame((await put('assets', id, { external_id: text })).errors, {})
      t.equal((await find(text)).id, id)
    }
  })

  await t.test('A PUT with an external id that is taken changes nothing, whichever kind of item has it', async (t) => {
    for (const path of itemPaths) {
      for (const holderPath of itemPaths) {
        const externalId = `${path} ${holderPath}`
        const holder = await addItem(admin, holderPath)
        await put(holderPath, holder.id, { external_id: externalId })
        const item = await addItem(admin, path, { title: 'Old' })
        await put(path, item.id, { external_id: `${externalId} of its own` })
        const before = await readItem(admin, path, item.id)
        const events = await eventsOf(admin, path, item.id)
        const answer = await admin.put(`${path}/${item.id}`, { title: 'New', tags: ['new'], external_id: externalId })
        t.strictSame([answer.status, answer.body], [200, { [namesOf[path].single]: before, errors: TAKEN }])
        t.strictSame(await readItem(admin, path, item.id), before)
        t.strictSame(await eventsOf(admin, path, item.id), events)
        t.equal((await find(externalId)).id, holder.id)
        t.equal((await find(`${externalId} of its own`)).id, item.id)
      }
    }
  })

  await t.test('"" clears the external id, which is free afterwards', async (t) => {
    const [first, second] = [await addAsset(admin), await addProject(admin)]
    await put('assets', first.id, { external_id: 'wanted' })
    t.equal((await put('assets', first.id, { external_id: '' })).asset.external_id, null)
    t.strictSame(await find('wanted'), { error: 'not found' })
    t.strictSame((await put('projects', second.id, { external_id: 'wanted' })).errors, {})
    t.equal((await find('wanted')).id, second.id)
    t.strictSame((await put('assets', first.id, { external_id: '' })).errors, {}, 'clearing an empty one is no error')
    t.strictSame(
      (await put('projects', (await addProject(admin)).id, { external_id: '' })).errors,
      {},
      'any number of items have none'
    )
  })

  await t.test('An external id that is replaced is free', async (t) => {
    const [first, second] = [await addAsset(admin), await addAsset(admin)]
    await put('assets', first.id, { external_id: 'old' })
    await put('assets', first.id, { external_id: 'new' })
    t.strictSame(await find('old'), { error: 'not found' })
    t.strictSame((await put('assets', second.id, { external_id: 'old' })).errors, {})
    t.equal((await find('new')).id, first.id)
  })

  await t.test('Two items swap their external ids by way of a third one', async (t) => {
    const [first, second] = [await addAsset(admin), await addProject(admin)]
    await put('assets', first.id, { external_id: 'left' })
    await put('projects', second.id, { external_id: 'right' })
    await put('assets', first.id, { external_id: 'between' })
    await put('projects', second.id, { external_id: 'left' })
    await put('assets', first.id, { external_id: 'right' })
    t.equal((await find('left')).id, second.id)
    t.equal((await find('right')).id, first.id)
    t.strictSame(await find('between'), { error: 'not found' })
  })

  await t.test('An external id stays taken while its item is in the trash, and is free when the item is deleted for good', async (t) => {
    for (const path of itemPaths) {
      const externalId = `trash ${path}`
      const [holder, other] = [await addItem(admin, path), await addAsset(admin)]
      await put(path, holder.id, { external_id: externalId })
      await succeed(admin.post(`${path}/${holder.id}/trash_bin`))
      t.strictSame((await put('assets', other.id, { external_id: externalId })).errors, TAKEN)
      t.strictSame(await find(externalId), {
        external_id: externalId,
        id: holder.id,
        type: namesOf[path].single,
        deleted: true
      })
      await succeed(admin.post(`${path}/${holder.id}/restore`))
      t.equal((await find(externalId)).deleted, false)
      await succeed(admin.delete(`${path}/${holder.id}`))
      t.strictSame(await find(externalId), { error: 'not found' })
      t.strictSame((await put('assets', other.id, { external_id: externalId })).errors, {})
    }
  })

  await t.test('Accounts do not see the external ids of each other', async (t) => {
    const stranger = await addStranger()
    const [mine, theirs] = [await addAsset(admin), await addAsset(stranger.client)]
    await put('assets', mine.id, { external_id: 'shared' })
    t.strictSame(await find('shared', stranger.client), { error: 'not found' })
    t.strictSame((await succeed(stranger.client.put(`assets/${theirs.id}`, { external_id: 'shared' }))).errors, {})
    t.equal((await find('shared')).id, mine.id)
    t.equal((await find('shared', stranger.client)).id, theirs.id)
    await succeed(stranger.client.delete(`assets/${theirs.id}`))
    t.equal((await find('shared')).id, mine.id)
  })
})
