import { Overloaded } from '#src/errors.js'
import { inOneApp } from '#test/helper/app.js'
import { addProject, succeed } from '#test/helper/items.js'
import { fillProject } from '#test/helper/fill.js'

const onBothDatabases = inOneApp()

const MANY = 600

onBothDatabases('Hundreds of items with the same time are found in order, page by page', async (t, world) => {
  const { app, admin, adminCaller } = world
  const { rebuildIndex } = await import('#src/search/build.js')
  const project = await addProject(admin)
  const { assets } = await fillProject(world, project.id, { assets: MANY })
  const moment = new Date('2026-01-15T09:30:00.000Z')
  await app.transact(adminCaller, async (tx) => {
    await tx.prisma.asset.updateMany({ data: { modifiedAt: moment, createdAt: moment } })
  })
  await rebuildIndex(app)
  for (
    const query of ['q=asset', 'sort=modified_date', 'sort=created_date', `within=${project.id}&sort=-created_date`,
      'q=asset&sort=title']
  ) {
    const found: string[] = []
    for (let next: string | null = `/api/v2/assets?${query}&limit=170`; next !== null;) {
      const { body, headers }: any = await admin.get(next)
      found.push(...body.assets.map((asset: any) => asset.id))
      next = headers.link === undefined ? null : /^<([^>]+)>/.exec(headers.link)![1]!
    }
    t.equal(found.length, MANY, query)
    if (!query.includes('title')) t.strictSame(found.join() === assets.toSorted().join(), true, query)
  }
  const { total, complete } = await succeed(admin.get('search?total=true'))
  t.strictSame([total, complete], [MANY + 1, undefined])
})

onBothDatabases('A search finds the items in a subtree with hundreds of projects', async (t, world) => {
  const { app, admin } = world
  const { rebuildIndex } = await import('#src/search/build.js')
  const top = await addProject(admin)
  const { projects } = await fillProject(world, top.id, { projects: 250 })
  await fillProject(world, projects[249]!, { assets: 3 })
  await fillProject(world, (await addProject(admin)).id, { assets: 3 })
  await rebuildIndex(app)
  t.equal((await succeed(admin.get(`search?within=${top.id}&total=true&limit=1`))).total, 253)
  for (const sort of ['title', '-modified_date', 'relevance', 'created_date']) {
    t.equal((await succeed(admin.get(`assets?q=asset&within=${top.id}&sort=${sort}`))).assets.length, 3, sort)
  }
})

onBothDatabases('On SQLite, searches that may take long run on another thread, and plain ones on the main thread', async (t, { app, admin }) => {
  const { sql } = app.database.reads
  if (sql.dialect.name !== 'sqlite') return
  await succeed(admin.post('assets', { title: 'One two three', tags: ['a'] }))
  const { all, first } = sql
  let asked = 0
  const note = (text: string) => { if (text.includes('MATCH')) asked++ }
  t.teardown(() => Object.assign(sql, { all, first }))
  Object.assign(sql, {
    all: (...[query, parameters]: Parameters<typeof all>) => {
      note(query.text(sql.dialect))
      return all(query, parameters)
    },
    first: (...[query, parameters]: Parameters<typeof first>) => {
      note(query.text(sql.dialect))
      return first(query, parameters)
    }
  })
  const costly = [
    'q="one two"', 'q=tw*', 'q=one -four', 'total=true', 'facets=tag', 'q=one&sort=relevance', 'sort=title',
    `q=one&${Array.from({ length: 20 }, (_, index) => `tag=${index === 0 ? 'a' : index}`).join('&')}`
  ]
  for (const query of costly) {
    t.equal((await succeed(admin.get(`search?${query}`))).results.length, 1, query)
    t.equal(asked, 0, query)
  }
  for (const query of ['', 'q=one', 'q=two three&tag=a']) {
    asked = 0
    t.equal((await succeed(admin.get(`search?${query}`))).results.length, 1, query)
    t.ok(asked > 0, query)
  }
})

onBothDatabases('A search whose caller has gone is not run', async (t, { app, admin, adminCaller }) => {
  await succeed(admin.post('assets', { title: 'One' }))
  const find = (gone?: AbortSignal) =>
    app.finder.find(adminCaller, { query: { q: 'one', total: 'true' } }, gone === undefined ? {} : { gone })
  await t.rejects(find(AbortSignal.abort()), new Overloaded())
  t.equal((await find()).counts.total, 1)
})
