import { createClient, onBothDatabases } from '#test/helper/app.js'
import { addAsset, succeed } from '#test/helper/items.js'
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
