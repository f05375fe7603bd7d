import { onBothDatabases } from '#test/helper/app.js'
import { addAsset, addItemTo, assign, succeed } from '#test/helper/items.js'
import { eventually } from '#test/helper/receiver.js'
import { runImport } from '#test/helper/transfer.js'
import { createAgency } from './helper.js'

onBothDatabases('A user sees a change if the item was in sight when it happened', async (t, world) => {
  const { admin } = world
  const { user, freelancer, seen, hidden, inside, asset, secret, top } = await createAgency(world)
  const changesOf = async (query = '') => (await succeed(user.get(`changes?${query}`))).changes
  const show = ({ event, targets }: any) => `${event} ${targets.asset_id ?? targets.project_id}`

  await t.test('A user sees the changes of their projects and of what is in them, and no others', async (t) => {
    const shown = (await changesOf()).map(show)
    t.ok(shown.includes(`PROJECT_ADDED ${inside}`) === false, 'it was in no project, and the user did not do it')
    t.ok(shown.includes(`PROJECT_ADDED ${seen}`), 'a project of the user')
    for (const each of [`PROJECT_LINKED ${inside}`, `ASSET_LINKED ${asset}`, `USER_LINKED ${seen}`]) t.ok(shown.includes(each), each)
    for (const id of [hidden, secret, top]) t.notOk(shown.some((text: string) => text.includes(id)), id)
    t.strictSame(await changesOf(`within=${hidden}`), [])
    t.strictSame(await changesOf(`within=${top}`), [], 'a project above what is seen')
    t.strictSame((await changesOf(`within=${inside}`)).map(show), [`ASSET_LINKED ${asset}`])
  })

  await t.test('A user sees what they did to items in no project', async (t) => {
    const own = await addAsset(user)
    await addAsset(admin)
    t.strictSame((await changesOf('event=ASSET_ADDED')).map(show), [`ASSET_ADDED ${own.id}`])
  })

  await t.test('The item of a change is null if the user does not see it now', async (t) => {
    const item = await addItemTo(admin, 'assets', inside, { title: 'Moving' })
    const { next } = await succeed(user.get('changes?since=now'))
    await succeed(admin.put(`assets/${item.id}`, { title: 'Moved' }))
    const read = async () => (await succeed(user.get(`changes?include=item&since=${next}&event=ASSET_EDITED_METADATA`))).changes
    t.equal((await read())[0].item.asset.title, 'Moved')
    await assign(admin, 'assets', item.id, hidden)
    await succeed(admin.put(`assets/${item.id}`, { title: 'Hidden now' }))
    t.strictSame((await read()).map((change: any) => change.item), [null])
    await succeed(admin.delete(`assets/${item.id}`))
    t.strictSame((await changesOf(`since=${next}`)).map(show),
      [`ASSET_EDITED_METADATA ${item.id}`, `ASSET_UNLINKED ${item.id}`], 'it counts for the place that it left')
  })

  await t.test('`more` counts only changes that the user sees', async (t) => {
    const all = await changesOf('limit=1000')
    await addItemTo(admin, 'assets', hidden)
    const { changes, more } = await succeed(user.get(`changes?limit=${all.length}`))
    t.strictSame([changes.length, more], [all.length, false])
    t.equal((await succeed(user.get(`changes?limit=${all.length - 1}`))).more, true)
  })

  await t.test('A waiting caller gets only changes that the user sees', async (t) => {
    const { next } = await succeed(user.get('changes?since=now'))
    const waiting = user.get(`changes?since=${next}&wait=60`)
    await succeed(admin.put(`assets/${secret}`, { title: 'Hidden still' }))
    await succeed(admin.put(`assets/${asset}`, { title: 'Seen still' }))
    t.strictSame((await waiting).body.changes.map(show), [`ASSET_EDITED_METADATA ${asset}`])
  })

  await t.test('Access that is taken away ends at once, even while a caller waits', async (t) => {
    const { id, client } = await world.addUser()
    const { next } = await succeed(client.get('changes?since=now'))
    const waiting = client.get(`changes?since=${next}&wait=60`)
    await eventually('it waits', () => world.app.changes.waiters > 0)
    await succeed(admin.post(`admin/users/${id}`, { access: 'projects' }))
    await succeed(admin.put(`assets/${secret}`, { title: 'Hidden again' }))
    const own = (await addAsset(client)).id
    const seen = async () => (await succeed(client.get(`changes?since=${next}`))).changes.map(show)
    t.strictSame((await waiting).body.changes.map(show), [`ASSET_ADDED ${own}`])
    await succeed(admin.post(`projects/${hidden}/members`, { user_id: id, role: 'Viewer' }))
    t.equal((await seen()).at(-1), `USER_LINKED ${hidden}`, 'a member by now')
    await succeed(admin.delete(`projects/${hidden}/members`, { user_id: id }))
    t.strictSame(await seen(), [`ASSET_ADDED ${own}`])
  })

  await t.test('An import writes only what its user may, and a dry run reports the same', async (t) => {
    const file = [
      'id,title,project,description',
      `${asset},Seen asset,${inside},by a Member`, `${secret},Mine,${seen},new`, `${seen},Seen,,moved`,
      `,Lost,${hidden},x`, `a,Twice,${inside},y`
    ].join('\n')
    const run = async (query: string) => {
      const { import: { created, updated, failed }, errors } = await runImport(world, file, { query, client: user })
      return { created, updated, failed, errors: errors.map(({ line, error }: any) => [line, error]) }
    }
    const dry = await run('?key=id&dry_run=true')
    t.strictSame(dry, {
      created: 2,
      updated: 1,
      failed: 2,
      errors: [[4, 'Your role does not allow this'], [5, `project with id: ${hidden} not found`]]
    })
    t.strictSame(await run('?key=id'), dry)
    t.equal((await succeed(admin.get(`assets/${secret}`))).asset.title, 'Hidden again')
    const { import: { id } } = await runImport(world, 'title\nAdmin\n', {})
    t.equal((await user.get(`imports/${id}`)).status, 404)
    await succeed(admin.put(`projects/${seen}/members`, { user_id: freelancer.id, role: 'Viewer' }))
    const { import: { failed } } = await runImport(world, `id,title\n${asset},By a Viewer\n`, { query: '?key=id', client: user })
    t.equal(failed, 1)
  })
})
