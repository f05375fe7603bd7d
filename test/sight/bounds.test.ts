import type { World } from '#test/helper/app.js'
import { onBothDatabases } from '#test/helper/app.js'
import { fillTable } from '#test/helper/fill.js'
import { newId } from '#src/basics/ids.js'
import type { statement } from '#src/database/sql.js'
import { addAsset, addItemTo, addProject, succeed } from '#test/helper/items.js'
import { stepsOf } from '#test/helper/random.js'
import { createAgency } from './helper.js'

/** As deep as 10,000 in a gate of .ci/run. */
const DEPTH = Math.min(10_000, stepsOf(2000))

onBothDatabases('Sight takes few statements, thousands of levels deep and in 1,000 projects', async (t, world) => {
  const { app, admin } = world
  const { user, freelancer, seen, asset } = await createAgency(world)
  const own = (await addAsset(admin)).id

  await t.test('For a caller who sees the whole account, no statement about sight is run', async (t) => {
    const other = await world.addUser()
    await other.client.get(`assets/${own}`)
    await user.get(`assets/${asset}`)
    for (const path of [`assets/${asset}`, `projects/${seen}`, `projects/${seen}/path`, 'search?q=Seen', 'trash', 'changes']) {
      const names = await namesOf(world, () => other.client.get(path))
      t.notOk(names.some((name) => /sight|some|of_user|search_seen|known/.test(name)), `${path}: ${names.join()}`)
    }
    t.strictSame((await namesOf(world, () => user.get(`assets/${asset}`))).filter((name) => name.startsWith('sight')), ['sight_roles_of_asset'])
  })

  await t.test('A member of a project sees the bottom of a tree that is thousands of levels deep below it', async (t) => {
    const ids = Array.from({ length: DEPTH }, newId)
    const caller = { accountId: 1, account: 'default', userId: 0, email: '', admin: true, access: 'account', hasPrivate: false } as const
    await app.transact(caller, (tx) => fillTable(tx, 'projects', ids.map((id, index) => ({
      id,
      accountId: 1,
      projectId: ids[index - 1] ?? seen,
      owner: 'x',
      description: '',
      title: 'Deep',
      category: '',
      tags: '[]',
      createdAt: tx.time,
      modifiedAt: tx.time
    }))))
    const bottom = ids.at(-1)!
    const found = await namesOf(world, () => user.get(`projects/${bottom}`))
    t.strictSame(found.filter((name) => name.startsWith('sight')), ['sight_roles_of_project'])
    t.equal((await user.get(`projects/${bottom}`)).status, 200)
    t.equal((await user.put(`projects/${bottom}`, { title: 'Deepest' })).status, 200)
    t.equal((await user.get('search?q=Deepest')).body.results.length, 1, 'more projects than terms')
    t.equal((await user.get(`search?q=Deepest&within=${seen}&facets=type&sort=title`)).body.results.length, 1)
    const lost = await addItemTo(admin, 'assets', ids[0]!, { title: 'Deepest, too' })
    await addAsset(admin, { title: 'Deepest of all' })
    await addAsset(user, { title: 'Deepest of mine' })
    t.equal((await user.get('search?q=Deepest&total=true&facets=owner&sort=title')).body.total, 3)
    t.equal((await user.get('search?q=Deepest&sort=relevance')).body.results.length, 3)
    await succeed(admin.delete(`assets/${lost.id}`))
  })

  await t.test('A user may be a member of 1,000 projects', async (t) => {
    const data = Array.from({ length: 1000 }, () => newId())
    const caller = { accountId: 1, account: 'default', userId: 0, email: '', admin: true, access: 'account', hasPrivate: false } as const
    await app.transact(caller, async (tx) => {
      const createdAt = tx.time
      await fillTable(tx, 'projects', data.map((id) => ({
        id, accountId: 1, owner: 'x', description: '', title: 'One of many', category: '', tags: '[]', createdAt, modifiedAt: createdAt
      })))
      await fillTable(tx, 'project_members', data.map((projectId) => ({ accountId: 1, projectId, userId: freelancer.id, role: 'Viewer', createdAt })))
    })
    const inOne = await addItemTo(admin, 'assets', data[500]!, { title: 'Among a thousand' })
    t.equal((await user.get(`assets/${inOne.id}`)).status, 200)
    t.equal((await user.put(`assets/${inOne.id}`, { title: 'x' })).status, 403)
    t.equal((await user.get('search?q=thousand')).body.results.length, 1)
    t.equal((await succeed(user.get('projects'))).projects.length, 1001)
    t.ok((await succeed(user.get('changes?limit=1'))).changes.length === 1)
    t.equal((await user.get(`projects/${(await addProject(admin)).id}`)).status, 404)
  })
})

type Run = (query: ReturnType<typeof statement>, parameters: never) => unknown

/** The names of the statements that a request runs. */
async function namesOf ({ app }: World, request: () => Promise<unknown>): Promise<string[]> {
  const { sql } = app.database.reads
  const names: string[] = []
  const { all, first } = sql
  const noting = (run: Run): Run => (query, parameters) => {
    names.push(query.name)
    return run.call(sql, query, parameters)
  }
  Object.assign(sql, {
    all: noting(all as Run),
    first: noting(first as Run)
  })
  try {
    await request()
  } finally {
    Object.assign(sql, { all, first })
  }
  return names
}
