import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { openDatabase } from '#src/database/database.js'
import { backUp } from '#src/operations/backup.js'
import { restore } from '#src/operations/restore.js'
import { createWorld, dialects, type Answer } from '#test/helper/app.js'
import { addFieldGroup } from '#test/helper/fields.js'
import { addProject, MILLISECONDS, NOBODYS_ID, succeed } from '#test/helper/items.js'
import { addWebhook, queuedFor } from '#test/helper/webhooks.js'

const outcome = ({ status, body }: Answer) => [status, body?.error ?? body?.ok]
const progress = { report: () => {}, end: () => {} }
const MISSING = [404, 'Drop folder not found']
const REFUSED = [403, 'Your role does not allow this']

async function open (t: Parameters<typeof createWorld>[0], dialect: typeof dialects[number]) {
  const folder = t.testdir({ ingest: {}, out: {} })
  const [ingest, out] = [join(folder, 'ingest'), join(folder, 'out')]
  const LOCATIONS = `ingest=${ingest},out=${out},gone=${join(folder, 'gone')}`
  const world = await createWorld(t, dialect, { LOCATIONS })
  const add = async (body: object): Promise<any> =>
    (await succeed(world.admin.post('drop_folders', { title: 'Cards', ...body }))).drop_folder
  return { ...world, ingest, out, add }
}

for (const dialect of dialects) {
  t.test(`Drop folders are made with their folders, changed and removed (${dialect})`, async (t) => {
    const world = await open(t, dialect)
    const { admin, adminCaller, ingest, out, add, addUser } = world
    const project = await addProject(admin)
    const webhook = await addWebhook(admin, {
      trigger_events: ['DROP_FOLDER_ADDED', 'DROP_FOLDER_EDITED_METADATA', 'DROP_FOLDER_REMOVED', 'DROP_FOLDER_PUBLIC', 'DROP_FOLDER_PRIVATE']
    })
    const made = await add({ location: 'ingest', path: 'cards/A' })
    t.strictSame(made, {
      id: made.id,
      title: 'Cards',
      direction: 'in',
      location: 'ingest',
      path: 'cards/A',
      project_id: null,
      subfolders: 'ignore',
      category: '',
      tags: [],
      custom_fields: {},
      only: [],
      ignore: [],
      settle: 10,
      after: 'keep',
      changed: 'asset',
      paused: false,
      public: false,
      user_id: adminCaller.userId,
      error: null,
      failed: 0,
      created_at: made.created_at,
      updated_at: made.created_at
    })
    t.match(made.created_at, MILLISECONDS)
    t.ok(existsSync(join(ingest, 'cards/A')))
    t.notOk(existsSync(join(ingest, 'cards/A/.cutroom')))
    const path = `drop_folders/${made.id}`
    t.strictSame((await succeed(admin.get(path))).drop_folder, made)
    t.strictSame((await succeed(admin.post(path, {}))).drop_folder, made, 'what is absent stays')

    const { group, ids: [field] } = await addFieldGroup(admin, ['textbox'], { groupType: 'default' })
    const rules = {
      title: 'Harbour',
      project_id: project.id,
      subfolders: 'create',
      category: 'films',
      tags: ['raw', 'b'],
      custom_fields: { [group]: { [field!]: 'Pier' } },
      only: ['*.mov', 'A*/?.mxf'],
      ignore: ['x'],
      settle: 2,
      after: 'move',
      changed: 'version',
      paused: true,
      public: true
    }
    const changed = (await succeed(admin.post(path, rules))).drop_folder
    t.match(changed, { ...rules, location: 'ingest', path: 'cards/A' })
    const outgoing = await add({ direction: 'out', location: 'out' })
    t.match(readFileSync(join(out, '.cutroom'), 'utf8'), /nothing is written/)
    const plain = await add({})
    t.match(plain, { location: null, path: '' })
    t.strictSame((await succeed(admin.get('drop_folders'))).drop_folders, [changed, outgoing, plain])
    const page = await admin.get('drop_folders?limit=2')
    t.strictSame(page.body.drop_folders, [changed, outgoing])
    const next = String(page.headers.link).split('>')[0]!
    t.strictSame((await succeed(admin.get(next.split('/api/v2/')[1]!))).drop_folders, [plain])

    await t.test('Who saves it is its user, and it halts where that user may not', async (t) => {
      const other = await addUser({ admin: true })
      t.match((await succeed(other.client.post(path, {}))).drop_folder, { user_id: other.id, error: null })
      const error = async () => (await succeed(admin.get(path))).drop_folder.error
      await succeed(admin.post(`admin/users/${other.id}`, { admin: false }))
      t.equal(await error(), 'Its user is no administrator')
      await succeed(admin.post(`admin/users/${other.id}`, { disabled: true }))
      t.equal(await error(), 'Its user is disabled')
      const again = (await succeed(admin.post(path, { paused: false, public: false }))).drop_folder
      t.match(again, { user_id: adminCaller.userId, error: null })
      await succeed(admin.post(`projects/${project.id}/trash_bin`))
      t.equal(await error(), `project with id: ${project.id} not found`)
      await succeed(admin.delete(`projects/${project.id}`))
      t.equal(await error(), `project with id: ${project.id} not found`)
      t.match((await succeed(admin.post(path, { project_id: null }))).drop_folder, { project_id: null, error: null })
    })

    t.strictSame(outcome(await admin.delete(path)), [200, 'Drop folder removed'])
    t.strictSame(outcome(await admin.delete(path)), MISSING)
    t.ok(existsSync(join(ingest, 'cards/A')), 'its folder stays')
    await add({ location: 'ingest', path: 'cards' })
    const queued = (await queuedFor(world, webhook.id))
      .map(({ event, targets, data }) => [event, targets.drop_folder_id, data.drop_folder.id])
    t.strictSame(queued.filter(([, id]) => id === made.id).map(([event]) => event), [
      'DROP_FOLDER_ADDED', 'DROP_FOLDER_EDITED_METADATA', 'DROP_FOLDER_PUBLIC', 'DROP_FOLDER_EDITED_METADATA',
      'DROP_FOLDER_EDITED_METADATA', 'DROP_FOLDER_PRIVATE', 'DROP_FOLDER_EDITED_METADATA', 'DROP_FOLDER_REMOVED'
    ])
    t.ok(queued.every(([, id, shown]) => id === shown))
    const changes = async (client: typeof admin) =>
      (await succeed(client.get('changes?event=DROP_FOLDER_ADDED'))).changes.length
    t.equal(await changes(admin), 4)
    t.equal(await changes((await addUser()).client), 0)
  })

  t.test(`Wrong drop folders are refused with the exact error (${dialect})`, async (t) => {
    const { admin, ingest, add, addStranger } = await open(t, dialect)
    const send = async (body: object) => outcome(await admin.post('drop_folders', { title: 'x', ...body }))
    const wrong = (name: string, value: string, rule: string) => [422, `Invalid parameter '${name}' value ${value}: ${rule}`]
    t.strictSame(outcome(await admin.post('drop_folders', {})), [422, 'Missing parameter title'])
    t.strictSame(await send({ direction: 'out' }), [422, 'Missing parameter location'])
    t.strictSame(await send({ path: 'x' }), [422, 'Missing parameter location'])
    t.strictSame(await send({ paths: 'x' }), [422, "Unknown parameter 'paths'"])
    for (const path of ['/x', '../x', 'a/../b', 'a//b', 'a/', '.', 'x'.repeat(256)]) {
      t.strictSame(await send({ location: 'ingest', path }), wrong('path', JSON.stringify(path), 'Must be a relative path'))
    }
    t.match((await send({ location: 'ingest', path: 'a/'.repeat(600) }))[1], /Must be a String of at most 1000 characters$/)
    t.strictSame(await send({ direction: 'up' }), wrong('direction', '"up"', 'Must be one of: <code>in</code>, <code>out</code>.'))
    t.strictSame(await send({ settle: 1 }), wrong('settle', '1', 'Must be a Integer from 2 to 86400'))
    t.match((await send({ only: Array(101).fill('x') }))[1], /Must be an array of String of at most 100 elements$/)
    t.match((await send({ ignore: ['x'.repeat(201)] }))[1], /Must be an array of String of at most 200 characters$/)
    t.strictSame(await send({ paused: 'yes' }), wrong('paused', '"yes"', 'Must be one of: <code>true</code>, <code>false</code>.'))
    const VALUES = 'Must be values of fields'
    const { group, ids: [field] } = await addFieldGroup(admin, ['boolean'], { groupType: 'default' })
    for (const values of [[], 'x', { [group]: 'x' }, { 99999: {} }, { [group]: { 0: true } }, { [group]: { [field!]: 'x' } }]) {
      t.match((await send({ custom_fields: values }))[1], new RegExp(`^Invalid parameter 'custom_fields' value .*: ${VALUES}$`))
    }
    t.strictSame(await send({ project_id: NOBODYS_ID }), [200, `project with id: ${NOBODYS_ID} not found`])
    for (const location of ['gone', 'none', '']) t.strictSame(await send({ location }), [200, 'Location is not there'])
    writeFileSync(join(ingest, 'file'), '')
    symlinkSync('/tmp', join(ingest, 'link'))
    for (const path of ['file', 'link', 'link/x']) t.strictSame(await send({ location: 'ingest', path }), [200, 'Location is not there'])
    const { id } = await add({ location: 'ingest', path: 'a/b' })
    for (const path of ['', 'a', 'a/b', 'a/b/c']) {
      t.strictSame(await send({ location: 'ingest', path }), [200, 'Drop folders must not overlap'])
    }
    t.notOk(existsSync(join(ingest, 'a/b/c')))
    await add({ location: 'ingest', path: 'a/bc' })
    for (const fixed of [{ direction: 'in' }, { location: 'ingest' }, { path: 'a' }]) {
      t.strictSame(outcome(await admin.post(`drop_folders/${id}`, fixed)), [422, `Unknown parameter '${Object.keys(fixed)[0]}'`])
    }
    const stranger = await addStranger()
    for (const [client, at] of [[admin, 'x'], [admin, 0], [admin, 2 ** 31], [stranger.client, id]] as const) {
      for (const answer of [
        await client.get(`drop_folders/${at}`), await client.post(`drop_folders/${at}`, {}), await client.delete(`drop_folders/${at}`)
      ]) t.strictSame(outcome(answer), MISSING)
    }
    t.strictSame((await succeed(stranger.client.get('drop_folders'))).drop_folders, [])
    t.strictSame(outcome(await stranger.client.post('drop_folders', { title: 'x', location: 'ingest' })), [200, 'Location is not there'])
    t.strictSame((await admin.post('bulk', { operations: [{ method: 'POST', path: '/api/v2/drop_folders', body: { title: 'x' } }] }))
      .body.results, [{ status: 422, body: { error: 'Not possible in a bulk' } }])
    const once = () => admin.send('POST', 'drop_folders', { title: 'Once' }, { 'idempotency-key': 'drop-folders-1' })
    const [first, second] = [await once(), await once()]
    t.strictSame([first.status, second.body], [200, first.body])
    const room = 100 - (await succeed(admin.get('drop_folders'))).drop_folders.length
    await Promise.all(Array.from({ length: room + 3 }, (_, index) => admin.post('drop_folders', { title: `${index}` })))
    t.equal((await succeed(admin.get('drop_folders'))).drop_folders.length, 100)
    t.strictSame(await send({}), [200, 'Must not have more than 100 drop folders'])
  })

  t.test(`Who sees its project sees a drop folder, and a Member changes it (${dialect})`, async (t) => {
    const { admin, add, addUser } = await open(t, dialect)
    const project = await addProject(admin)
    const { id: userId, client } = await addUser({ access: 'projects' })
    const colleague = await addUser()
    const free = await add({ project_id: project.id })
    const placed = await add({ project_id: project.id, location: 'ingest', path: 'x' })
    const none = await add({})
    const seenBy = async (who: typeof admin) => (await succeed(who.get('drop_folders'))).drop_folders.map(({ id }: any) => id)
    t.strictSame(await seenBy(colleague.client), [free.id, placed.id, none.id])
    t.strictSame(await seenBy(client), [])
    t.strictSame(outcome(await client.get(`drop_folders/${free.id}`)), MISSING)
    t.strictSame(outcome(await client.post('drop_folders', { title: 'x', project_id: project.id })),
      [200, `project with id: ${project.id} not found`])
    t.strictSame(outcome(await client.post('drop_folders', { title: 'x' })), REFUSED)

    await succeed(admin.post(`projects/${project.id}/members`, { user_id: userId, role: 'Viewer' }))
    t.strictSame(await seenBy(client), [free.id, placed.id])
    for (const answer of [
      await client.post(`drop_folders/${free.id}`, {}), await client.delete(`drop_folders/${free.id}`),
      await client.post('drop_folders', { title: 'x', project_id: project.id })
    ]) t.strictSame(outcome(answer), REFUSED)
    await succeed(admin.put(`projects/${project.id}/members`, { user_id: userId, role: 'Member' }))
    t.match((await succeed(client.post(`drop_folders/${free.id}`, { title: 'Mine' }))).drop_folder, { title: 'Mine', user_id: userId, error: null })
    for (const answer of [
      await client.post(`drop_folders/${placed.id}`, {}), await client.delete(`drop_folders/${placed.id}`),
      await colleague.client.post(`drop_folders/${placed.id}`, {}),
      await client.post('drop_folders', { title: 'x', project_id: project.id, location: 'ingest', path: 'y' }),
      await client.post(`drop_folders/${free.id}`, { project_id: null })
    ]) t.strictSame(outcome(answer), REFUSED)
    await succeed(admin.put(`projects/${project.id}/members`, { user_id: userId, role: 'Viewer' }))
    t.equal((await succeed(client.get(`drop_folders/${free.id}`))).drop_folder.error, 'Its user may not add files')
    await succeed(admin.put(`projects/${project.id}/members`, { user_id: userId, role: 'Member' }))
    await succeed(client.post('drop_folders', { title: 'Own', project_id: project.id }))
    await succeed(admin.delete(`projects/${project.id}`))
    t.strictSame(await seenBy(client), [])
    t.equal((await seenBy(colleague.client)).length, 4)
    t.strictSame(outcome(await client.delete(`drop_folders/${free.id}`)), MISSING)
    await succeed(colleague.client.delete(`drop_folders/${free.id}`))
    await succeed(colleague.client.post('drop_folders', { title: 'x' }))
  })
}

t.test('What a backup is restored to has them paused, and another service may go on', async (t) => {
  const { admin, add, url } = await open(t, 'sqlite')
  const [placed, free] = [await add({ location: 'ingest', path: 'x' }), await add({})]
  const folder = t.testdir({ copy: {} })
  const file = join(folder, 'backup.db')
  await backUp({ databaseUrl: url, to: file, force: false, progress })
  const restored = `file:${join(folder, 'copy/cutroom.db')}`
  await restore({ databaseUrl: restored, from: file, force: false, progress })
  const database = await openDatabase(restored)
  t.teardown(() => database.close())
  const rows = await database.reads.prisma.dropFolder.findMany({ orderBy: { id: 'asc' } })
  t.strictSame(rows.map(({ id, paused, dueAt }) => [id, paused, dueAt]),
    [[placed.id, true, null], [free.id, false, null]])
  t.equal((await succeed(admin.get(`drop_folders/${placed.id}`))).drop_folder.paused, false)
})
