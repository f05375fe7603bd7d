import { createClient, onBothDatabases } from '#test/helper/app.js'
import { addAsset, succeed } from '#test/helper/items.js'
import { createVisitor, OWN_PAGE, PASSWORD, type Visitor } from '#test/helper/visitor.js'
import type { Transaction } from '#src/core/transact.js'
import { createAgency } from './helper.js'

onBothDatabases('An open stream follows each change of its user’s access', async (t, world) => {
  const { app, admin } = world
  const { seen, asset, secret } = await createAgency(world)
  const { user, api_key: { key } } = await succeed(admin.post('admin/users', { email: 'ann@example.com' }))
  const client = createClient(app, key)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const leaving = new AbortController()
  t.teardown(() => leaving.abort())
  const headers = { accept: 'text/event-stream', 'x-api-key': key }
  const answer = await fetch(`${address}/api/v2/changes?since=now`, { headers, signal: leaving.signal })
  let text = ''
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  const until = async (id: string) => {
    while (!text.includes(id)) {
      const { value, done } = await reader.read()
      if (done) throw new Error(`The stream ended before ${id}`)
      text += value
    }
  }
  const editsOf = (id: string) =>
    [...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data!))
      .filter(({ event, targets }) => event === 'ASSET_EDITED_METADATA' && targets.asset_id === id).length

  await succeed(admin.put(`assets/${secret}`, { title: 'Seen with the account' }))
  await until(secret)
  await succeed(admin.post(`admin/users/${user.id}`, { access: 'projects' }))
  await succeed(admin.put(`assets/${secret}`, { title: 'Not seen' }))
  await succeed(admin.post(`projects/${seen}/members`, { user_id: user.id }))
  await succeed(admin.put(`assets/${asset}`, { title: 'Seen as a member' }))
  await until(asset)
  await succeed(admin.delete(`projects/${seen}/members`, { user_id: user.id }))
  await succeed(admin.put(`assets/${asset}`, { title: 'Not seen any more' }))
  await until((await addAsset(client)).id)
  t.strictSame([editsOf(secret), editsOf(asset)], [1, 1])
})

onBothDatabases('A stream ends with its session, while nothing happens: signed out here or elsewhere, or expired', async (t, world) => {
  const { app, admin, adminCaller: { email, accountId } } = world
  await succeed(admin.put('user/password', { password: PASSWORD }))
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const session = () => app.database.reads.prisma.session.findFirstOrThrow({ orderBy: { id: 'desc' } })
  const write = (work: (tx: Transaction) => Promise<unknown>) => app.transact({ ...world.adminCaller }, work)
  const ends: Record<string, (visitor: Visitor) => Promise<unknown>> = {
    'signed out': (visitor) => visitor.delete('session'),
    'ended by another process': async () => {
      const { id } = await session()
      await write((tx) => tx.prisma.session.deleteMany({ where: { id, accountId } }))
      await app.sessionWatch.look()
    },
    expired: async () => {
      const { id } = await session()
      const data = { expiresAt: new Date(Date.now() - 1) }
      await write((tx) => tx.prisma.session.updateMany({ where: { id, accountId }, data }))
      await app.sessionWatch.look()
    }
  }
  for (const [how, end] of Object.entries(ends)) {
    const [visitor, other] = [createVisitor(app), createVisitor(app)]
    await other.signIn(email)
    await visitor.signIn(email)
    const open = async ({ cookies }: Visitor, rest = '', accept = 'text/event-stream') => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      return fetch(`${address}/api/v2/changes?since=now${rest}`, { headers: { ...OWN_PAGE, accept, cookie } })
    }
    const stays = await open(other)
    const stream = await open(visitor)
    const poll = open(visitor, '&wait=60', 'application/json')
    while (app.changes.waiters < 3) await new Promise(setImmediate)
    await end(visitor)
    await stream.text()
    t.equal((await poll).status, 401, how)
    t.equal(app.changes.waiters, 1, 'that of another session goes on')
    await stays.body!.cancel()
    while (app.changes.waiters > 0) await new Promise(setImmediate)
  }
})
