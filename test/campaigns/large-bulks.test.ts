import { httpDialects, inOneApp } from '#test/helper/app.js'
import { fillProject } from '#test/helper/fill.js'
import { addProject, isDeleted } from '#test/helper/items.js'

const onDatabases = inOneApp()

const MEBIBYTE = 1024 ** 2
/** So many answers of 0.9 MB exceed 32 MiB. */
const OVER_32_MIB = 38
const create = (body: object) => ({ method: 'POST', path: '/api/v2/assets', body })

onDatabases('A bulk has at most 8 MiB, and each of its operations as much as a single request', async (t, { admin }) => {
  const description = 'x'.repeat(90_000)
  const { body } = await admin.post('bulk', {
    operations: Array.from({ length: 60 }, () => create({ title: 'x', description }))
  })
  t.match(body, { failed: 0, committed: true })
  const { status, body: refusal } = await admin.post('bulk', {
    operations: Array.from({ length: 100 }, () => create({ title: 'x', description }))
  })
  t.strictSame([status, refusal], [413, { error: 'Request body is too large' }])
  t.equal((await admin.post('assets', { title: 'x', ignored: 'x'.repeat(MEBIBYTE) })).status, 413)
  const wide = await admin.post('bulk', {
    operations: [create({ title: 'x', ignored: 'x'.repeat(MEBIBYTE) }),
      create({ title: 'x', ignored: Array(50_000).fill(0) })],
    atomic: false
  })
  t.strictSame(wide.body.results, Array(2).fill({ status: 413, body: { error: 'Request body is too large' } }))
}, {}, httpDialects)

onDatabases('A bulk holds at most 100,000 values, nested 32 levels deep', async (t, { admin }) => {
  const operations = [49_000, 49_000].map((values) => create({ title: 'x', ignored: Array(values).fill(0) }))
  t.match((await admin.post('bulk', { operations })).body, { failed: 0, committed: true })
  const wide = await admin.post('bulk', { operations: [...operations, create({ title: Array(2000).fill(0) })] })
  t.strictSame([wide.status, wide.body], [413, { error: 'Request body is too large' }])
  let deep: unknown = 1
  for (let depth = 0; depth < 29; depth++) deep = [deep]
  t.equal((await admin.post('bulk', { operations: [create({ title: 'x', ignored: (deep as unknown[])[0] })] })).status, 200)
  const tooDeep = await admin.post('bulk', { operations: [create({ title: 'x', ignored: deep })] })
  t.strictSame([tooDeep.status, tooDeep.body], [413, { error: 'Request body is too large' }])
}, {}, httpDialects)

onDatabases('The text that a placeholder inserts counts in bytes, also if the placeholder is the whole value', async (t, { admin }) => {
  const refused = { status: 413, body: { error: 'Request body is too large' } }
  const statuses = async (operations: object[]) => {
    const { body } = await admin.post('bulk', { atomic: false, dry_run: true, operations })
    return body.results.map(({ status, body }: any) => status === 413 ? { status, body } : status)
  }
  const source = create({ title: 'x', description: '\u3316'.repeat(100_000) })
  const copies = (count: number) => create({ title: 'x', ignored: Array(count).fill('{{0.asset.description}}') })
  t.strictSame(await statuses([source, copies(3), copies(4)]), [200, 200, refused], 'each operation has 1 MiB')
  const single = create({ title: 'x', description: '{{0.asset.description}}' })
  const found = await statuses([source, ...Array(40).fill(single)])
  t.strictSame(found.slice(0, 27), Array(27).fill(200), 'all of them together have 8 MiB')
  t.strictSame(found.slice(27), Array(14).fill(refused))
  const exact = (more: number) => {
    const rest = MEBIBYTE - 3 * 300_000 - JSON.stringify({ title: '', ignored: ['', '', ''] }).length
    return create({ title: 'x'.repeat(1000), ignored: Array(3).fill('{{0.asset.description}}'), more: 'x'.repeat(rest - 2000 + more) })
  }
  t.strictSame(await statuses([source, exact(0), exact(2000)]), [200, 200, refused], 'the rest of the operation counts as well')
  const { body } = await admin.post('bulk', { operations: [source, copies(4), source] })
  t.match(body, { failed: 1, committed: false })
  t.strictSame(body.results[1], refused)
}, {}, httpDialects)

onDatabases('The answers of a bulk have at most 32 MiB; an operation that exceeds them is undone', async (t, { app, admin }) => {
  const tags = Array.from({ length: 900 }, (_, index) => `${index}`.padEnd(1000, 'x'))
  const { body: { asset } } = await admin.post('assets', { title: 'x', tags })
  const operations = Array.from(
    { length: OVER_32_MIB },
    (_, index) => ({ method: 'PUT', path: `/api/v2/assets/${asset.id}`, body: { title: `Title ${index}` } })
  )
  const { body } = await admin.post('bulk', { operations })
  t.match(body, { failed: 1, committed: false })
  t.strictSame(body.results.at(-1), {
    status: 422,
    body: { error: 'Answers of a bulk must not be larger than 32 MiB' }
  })
  const { body: apart } = await admin.post('bulk', { operations, atomic: false })
  const done = apart.results.filter(({ status }: any) => status === 200).length
  t.ok(done > 20 && done < OVER_32_MIB)
  const stored = await app.database.reads.prisma.asset.findFirst({ where: { id: asset.id } })
  t.equal(stored!.title, `Title ${done - 1}`)
}, {}, httpDialects)

onDatabases('A large tree cannot be trashed in an atomic bulk, but in one that is not atomic it can', async (t, world) => {
  const { admin } = world
  const { id } = await addProject(admin)
  const { assets: ids } = await fillProject(world, id, { assets: 501 })
  const operations = [create({ title: 'Before' }), { method: 'POST', path: `/api/v2/projects/${id}/trash_bin` },
    create({ title: 'After' })]
  const { body } = await admin.post('bulk', { operations })
  t.match(body, { failed: 1, committed: false })
  t.strictSame(body.results[1], {
    status: 422,
    body: { error: 'Not possible in a bulk with more than 500 items in the project' }
  })
  t.equal(await isDeleted(admin, 'projects', id), false)
  const { body: apart } = await admin.send('POST', 'bulk', { operations, atomic: false }, {
    'idempotency-key': 'large'
  })
  t.match(apart, { failed: 0, committed: true })
  t.equal(await isDeleted(admin, 'assets', ids[500]!), true)
})
