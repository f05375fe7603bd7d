import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { httpDialects, inOneApp, onBothDatabases, type World } from '../../../../helper/app.js'
import { succeed } from '../../../../helper/items.js'
import { eventually } from '../../../../helper/receiver.js'
import { CSV, workImports } from '../../../../helper/transfer.js'

const inAnAccount = inOneApp()

/** Sends only these bytes, and returns everything that comes back until the connection is closed. */
async function sendRaw ({ app, config }: World, headers: string, body: string, { ends = true } = {}): Promise<string> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect({ host: '127.0.0.1', port: (app.server.address() as AddressInfo).port, allowHalfOpen: true })
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text
  }).on('error', () => {})
  socket.write(`POST /api/v2/imports HTTP/1.1\r\nHost: x\r\nX-API-KEY: ${config
    .ADMIN_API_KEY!}\r\nContent-Type: text/csv\r\n${headers}\r\n\r\n${body}`)
  if (ends) socket.end()
  await once(socket, 'end')
  socket.destroy()
  return answer
}

inAnAccount('A file that arrives incomplete is not imported, and nothing of it is left', async (t, world) => {
  t.match(await sendRaw(world, 'Content-Length: 1000', 'title\nx\n'), /^HTTP\/1\.1 400 /, 'shorter than its Content-Length')
  t.match(
    await sendRaw(world, 'Transfer-Encoding: chunked', '8\r\ntitle\nx\n\r\n'),
    /^HTTP\/1\.1 400 /,
    'without its end'
  )
  t.match(await sendRaw(world, 'Content-Length: 8\r\nContent-Length: 9', 'title\nx\n'), /^HTTP\/1\.1 400 /)
  t.match(
    await sendRaw(world, `Content-Length: ${1024 ** 3 + 1}`, 'title\n', { ends: false }),
    /^HTTP\/1\.1 413 .*"error":"Request body is too large"/s,
    'too large, before the body arrives'
  )
  t.strictSame((await succeed(world.admin.get('imports'))).imports, [])
  const { prisma } = world.app.database.reads
  await eventually('nothing is left', async () => {
    await workImports(world)
    return await prisma.import.count() === 0
  })
  t.equal(await prisma.importChunk.count(), 0)
  t.equal(await prisma.asset.count(), 0)
}, {}, httpDialects)

inAnAccount('With an Idempotency-Key a file is imported once', async (t, world) => {
  const { admin } = world
  const send = (file: string) => admin.send('POST', 'imports', file, { ...CSV, 'idempotency-key': 'once' })
  const first = await send('title\nx\n')
  t.strictSame((await send('title\nx\n')).body, first.body)
  t.match(await send('title\ny\n'), { status: 422, body: { error: 'Idempotency-Key has been used with another body' } })
  await workImports(world)
  t.equal((await succeed(admin.get('imports'))).imports.length, 1)
  t.equal(await world.app.database.reads.prisma.asset.count(), 1)
  t.equal(await world.app.database.reads.prisma.importChunk.count(), 0)
})

inAnAccount('An import ends as cancelled when its user is disabled, at once, and does not find projects of another account', async (t, world) => {
  const { admin } = world
  const user = await world.addUser()
  const { import: { id } } = await succeed(user.client.send('POST', 'imports', 'title\nx\n', CSV))
  const { import: { id: kept } } = await succeed(admin.send('POST', 'imports', 'title\nx\n', CSV))
  await succeed(admin.post(`admin/users/${user.id}`, { disabled: true }))
  const statusOf = async (importId: string) => (await succeed(admin.get(`imports/${importId}`))).import
  t.match(await statusOf(id), { status: 'cancelled', rows: 0, error: null, finished_at: String })
  const { import: { id: late } } = await succeed(admin.send('POST', 'imports', 'title\nx\n', CSV))
  await world.app.transact(world.adminCaller, (tx) =>
    tx.prisma.import.update({ where: { id: late }, data: { userId: user.id } }))
  await workImports(world)
  t.match(await statusOf(late), { status: 'cancelled', rows: 0, error: null }, 'also where another process has begun it meanwhile')
  t.match(await statusOf(id), { status: 'cancelled', rows: 0 })
  t.match(await statusOf(kept), { status: 'done', rows: 1 }, 'those of others go on')
  const stranger = await world.addStranger()
  const { project } = await succeed(stranger.client.post('projects', { title: 'Theirs', external_id: 'T' }))
  for (const reference of [project.id, 'T']) {
    const { import: { id } } = await succeed(admin.send('POST', 'imports', `title,project\nx,${reference}\n`, CSV))
    await workImports(world)
    t.strictSame((await succeed(admin.get(`imports/${id}`))).errors, [{
      line: 2,
      column: 'project',
      error: `project with id: ${reference} not found`
    }])
  }
})

onBothDatabases('At most 20 imports of a user, with at most 4 GiB, may wait; other users are not affected', async (t, world) => {
  const { admin, app } = world
  const user = await world.addUser()
  const send = (client = admin) => client.send('POST', 'imports', 'title\nx\n', CSV)
  const answers = await Promise.all(Array.from({ length: 25 }, () => send()))
  t.equal(answers.filter(({ status }) => status === 200).length, 20)
  const refused = answers.filter(({ status }) => status !== 200)
  for (const { status, headers } of refused) t.match([status, headers['retry-after']], [503, '10'])
  t.match(await send(user.client), { status: 200 })
  await workImports(world)
  t.equal((await succeed(admin.get('imports'))).imports.length, 21)
  t.equal(await app.database.reads.prisma.asset.count(), 21)
  t.equal(await app.database.reads.prisma.importChunk.count(), 0, 'nothing is left of those that were refused')

  const { import: { id } } = (await send()).body
  const setSize = (size: number) => app.transact(world.adminCaller, async (tx) => {
    await tx.prisma.import.update({ where: { id }, data: { size } })
    await tx.prisma.import.updateMany({ where: { id: { not: id } }, data: { dueAt: null } })
  })
  await setSize(2 ** 31 - 1)
  t.match(await send(), { status: 200 })
  await app.transact(world.adminCaller, async (tx) => {
    await tx.prisma.import.updateMany({ where: { status: 'pending' }, data: { size: 2 ** 31 - 1 } })
  })
  t.match(await send(), { status: 503 })
  t.match(await send(user.client), { status: 200 })
})
