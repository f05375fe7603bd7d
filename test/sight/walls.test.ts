import { onBothDatabases, type Answer } from '#test/helper/app.js'
import { addAsset, addItemTo, addProject, assign, historyOf, NOBODYS_ID, succeed } from '#test/helper/items.js'
import { createAgency } from './helper.js'

const outcome = ({ status, body }: Answer) => [status, body]
const NO_ASSET = [404, { error: 'asset not found' }]
const NO_PROJECT = [404, { error: 'project not found' }]
const idsOf = (results: any[]) => results.map(({ asset, project }) => (asset ?? project).id).sort()

onBothDatabases('Items that a user does not see are answered as missing', async (t, world) => {
  const { admin } = world
  const { user, freelancer, top, seen, hidden, inside, asset, secret } = await createAgency(world)

  await t.test('A user sees the items below their projects, and no others', async (t) => {
    for (const id of [seen, inside]) t.equal((await user.get(`projects/${id}`)).status, 200)
    t.equal((await user.get(`assets/${asset}`)).status, 200)
    for (const id of [top, hidden]) t.strictSame(outcome(await user.get(`projects/${id}`)), NO_PROJECT)
    for (const path of ['', '/media', '/history', '/file_metadata', '/custom_fields', '/comments']) {
      t.strictSame(outcome(await user.get(`assets/${secret}${path}`)), NO_ASSET, path)
    }
    for (const path of ['/assets', '/assets?limit=1', '/history', '/members', '/path', '/custom_fields', '/comments']) {
      t.strictSame(outcome(await user.get(`projects/${hidden}${path}`)), NO_PROJECT, path)
    }
  })

  await t.test('A user cannot change items that they do not see', async (t) => {
    const writes = [
      await user.put(`assets/${secret}`, { title: 'x' }), await user.post(`assets/${secret}/trash_bin`),
      await user.post(`assets/${secret}/restore`), await user.delete(`assets/${secret}`),
      await user.post(`assets/${secret}/assign`, { to_project_id: seen }),
      await user.delete(`assets/${secret}/unassign`),
      await user.post(`assets/${secret}/media`, { file_url: 'https://example.com/a.mov', filename: 'a.mov' }),
      await user.post(`assets/${secret}/uploads`, { filename: 'a.mov', size: 1 }),
      await user.send('PUT', `assets/${secret}`, { title: 'x' }, { 'if-match': '"x"' })
    ]
    for (const answer of writes) t.strictSame(outcome(answer), NO_ASSET)
    for (const answer of [
      await user.put(`projects/${hidden}`, { title: 'x' }), await user.delete(`projects/${hidden}`),
      await user.post(`projects/${hidden}/trash_bin`), await user.post(`projects/${hidden}/assign`, { to_project_id: seen }),
      await user.post(`projects/${hidden}/members`, { user_id: freelancer.id }),
      await user.put(`projects/${hidden}/members`, { user_id: 1, role: 'Viewer' }),
      await user.delete(`projects/${hidden}/members`, { user_id: 1 })
    ]) t.strictSame(outcome(answer), NO_PROJECT)
    t.strictSame(outcome(await user.post(`assets/${asset}/assign`, { to_project_id: hidden })),
      [200, { error: `project with id: ${hidden} not found` }])
    t.equal((await succeed(admin.get(`assets/${secret}`))).asset.title, 'Hidden asset')
  })

  await t.test('A path begins at the highest project that the user sees', async (t) => {
    const { path } = await succeed(user.get(`projects/${inside}/path`))
    t.strictSame(path.map(({ id }: any) => id), [seen, inside])
    t.equal((await succeed(user.get(`projects/${seen}`))).project.project_id, top, 'its parent is shown')
  })

  await t.test('The external id of a hidden item is not found, and cannot be taken', async (t) => {
    await succeed(admin.put(`assets/${secret}`, { external_id: 'secret' }))
    await succeed(admin.put(`assets/${asset}`, { external_id: 'shown' }))
    t.equal((await user.get('external_ids/shown')).body.id, asset)
    t.strictSame(outcome(await user.get('external_ids/secret')), [404, { error: 'not found' }])
    const { errors } = (await user.put(`assets/${asset}`, { external_id: 'secret' })).body
    t.strictSame(errors, { external_id: 'has already been taken' })
  })

  await t.test('Searches, facets, totals and exports have only what the user sees', async (t) => {
    const all = [seen, inside, asset].sort()
    const find = async (query: string) => succeed(user.get(`search?${query}`))
    t.strictSame(idsOf((await find('')).results), all)
    t.strictSame((await find('facets=type&total=true')), {
      results: (await find('')).results,
      facets: { type: [{ value: 'project', count: 2 }, { value: 'asset', count: 1 }] },
      total: 3
    })
    for (const query of ['q=Hidden', `project_id=${hidden}`, `within=${hidden}`, `within=${top}`, 'external_id=secret',
      `project_id=${top}`, 'q=Agency']) {
      t.strictSame((await find(query)).results, [], query)
    }
    t.strictSame(idsOf((await find(`within=${seen}`)).results), [inside, asset].sort())
    t.strictSame(idsOf((await find(`project_id=${inside}`)).results), [asset])
    t.strictSame((await succeed(user.get('assets?total=true'))).total, 1)
    const lines = (await user.get('export')).text.trim().split('\n').map((line) => JSON.parse(line))
    t.strictSame(idsOf(lines), all)
    t.strictSame((await user.get('export?format=csv&for=excel')).text.match(/Agency|Hidden/g), null)
  })

  await t.test('Of the items in no project, a user sees only their own', async (t) => {
    const own = await addAsset(user, { title: 'Own' })
    const others = await addAsset(admin, { title: 'Not own' })
    t.equal((await user.get(`assets/${own.id}`)).status, 200)
    t.strictSame(outcome(await user.get(`assets/${others.id}`)), NO_ASSET)
    t.strictSame(idsOf((await succeed(user.get('search?project_id=none'))).results), [own.id])
    await succeed(user.post(`assets/${own.id}/trash_bin`))
    await succeed(user.post(`assets/${own.id}/restore`))
    await succeed(user.delete(`assets/${own.id}`))
  })

  await t.test('The trash has only what the user sees, and a cohort is counted and restored whole', async (t) => {
    const cohort = await addItemTo(admin, 'projects', seen, { title: 'Cohort' })
    const moved = await addItemTo(admin, 'assets', cohort.id)
    await succeed(user.post(`projects/${cohort.id}/trash_bin`))
    await assign(admin, 'assets', moved.id, hidden)
    const gone = await addItemTo(admin, 'assets', hidden)
    await succeed(admin.post(`assets/${gone.id}/trash_bin`))
    for (const query of ['', '?limit=1']) {
      const { trash } = await succeed(user.get(`trash${query}`))
      t.strictSame(trash.map(({ project, count }: any) => [project.id, count]), [[cohort.id, 2]])
    }
    t.strictSame(idsOf((await succeed(user.get('search?deleted=true'))).results), [cohort.id])
    await succeed(user.post(`projects/${cohort.id}/restore`))
    t.equal((await succeed(admin.get(`assets/${moved.id}`))).asset.deleted, false)
    await succeed(admin.delete(`projects/${cohort.id}`))
  })

  await t.test('A user sees the members of the projects they see, and can add no others', async (t) => {
    const stranger = await world.addUser()
    t.strictSame((await succeed(user.get('users'))).users.map(({ id }: any) => id), [1, freelancer.id])
    const own = await addProject(user)
    t.strictSame(outcome(await user.post(`projects/${own.id}/members`, { user_id: stranger.id })),
      [200, { error: `User not found with id ${stranger.id}` }])
    await succeed(user.post(`projects/${own.id}/members`, { user_id: 1 }))
    await succeed(admin.post(`projects/${inside}/members`, { user_id: stranger.id }))
    t.equal((await succeed(user.get('users?limit=10'))).users.length, 3)
    await succeed(user.post(`projects/${own.id}/members`, { user_id: stranger.id }))
    await succeed(user.delete(`projects/${own.id}`))
  })

  await t.test('A bulk, also with placeholders, gives no access beyond that of its user', async (t) => {
    const { results } = (await user.post('bulk', {
      atomic: false,
      operations: [
        { method: 'PUT', path: `/api/v2/assets/${secret}`, body: { title: 'x' } },
        { method: 'POST', path: '/api/v2/assets', body: { title: 'Made' } },
        { method: 'POST', path: '/api/v2/assets/{{1.asset.id}}/assign', body: { to_project_id: hidden } },
        { method: 'POST', path: '/api/v2/assets/{{1.asset.id}}/assign', body: { to_project_id: inside } },
        { method: 'DELETE', path: '/api/v2/assets/{{1.asset.id}}' }
      ]
    })).body
    t.strictSame(results.map(({ status, body }: any) => body.error ?? body.ok ?? status), ['asset not found', 200,
      `project with id: ${hidden} not found`, 'Asset assigned to project', 'Your role does not allow this'])
  })

  await t.test('Moving an item, or changing a membership, counts from the next request on', async (t) => {
    const item = await addItemTo(admin, 'assets', seen)
    t.equal((await user.get(`assets/${item.id}`)).status, 200)
    await assign(admin, 'projects', inside, hidden)
    t.strictSame(outcome(await user.get(`assets/${asset}`)), NO_ASSET)
    await assign(admin, 'projects', inside, seen)
    t.equal((await user.get(`assets/${asset}`)).status, 200)
    await succeed(admin.delete(`projects/${seen}/members`, { user_id: freelancer.id }))
    t.strictSame(outcome(await user.get(`assets/${asset}`)), NO_ASSET)
    t.strictSame((await succeed(user.get('search?q=Seen'))).results, [])
    await succeed(admin.post(`projects/${seen}/members`, { user_id: freelancer.id }))
    t.equal((await user.get(`assets/${asset}`)).status, 200)
    t.equal((await historyOf(user, 'projects', seen))[0].event, 'USER_LINKED')
    t.strictSame(outcome(await user.get(`assets/${NOBODYS_ID}`)), NO_ASSET)
  })
})
