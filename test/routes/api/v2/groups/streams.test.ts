import { createClient, onBothDatabases } from '#test/helper/app.js'
import { addItemTo, addProject, succeed } from '#test/helper/items.js'
import { openTwice } from '#test/helper/processes.js'

onBothDatabases('In a second process a user who is taken out of a group sees nothing of its projects any more, in an open stream too', async (t, world) => {
  const { admin } = world
  const { user, api_key: { key } } = await succeed(admin.post('admin/users', { email: 'ann@example.com', access: 'projects' }))
  const project = await addProject(admin, { title: 'Seen' })
  const { id: asset } = await addItemTo(admin, 'assets', project.id, { title: 'Seen' })
  const { user_group: { id: group } } = await succeed(admin.post('admin/user_groups', { name: 'Streams' }))
  await succeed(admin.post(`admin/user_groups/${group}/users`, { user_ids: [user.id] }))
  await succeed(admin.post(`projects/${project.id}/user_groups`, { user_group_id: group }))
  const { apps: [, second] } = await openTwice(t, world)
  const client = createClient(second, key)
  const address = await second.listen({ port: 0, host: '127.0.0.1' })
  const leaving = new AbortController()
  t.teardown(() => leaving.abort())
  const headers = { accept: 'text/event-stream', 'x-api-key': key }
  const answer = await fetch(`${address}/api/v2/changes?since=now`, { headers, signal: leaving.signal })
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const until = async (id: string) => {
    while (!text.includes(id)) {
      const { value, done } = await reader.read()
      if (done) throw new Error(`The stream ended before ${id}`)
      text += value
    }
  }
  await succeed(admin.put(`assets/${asset}`, { title: 'Seen again' }))
  await until(asset)
  t.equal((await client.get(`assets/${asset}`)).status, 200)
  t.equal((await succeed(client.get('search?q=Seen'))).results.length > 0, true)
  await succeed(admin.delete(`admin/user_groups/${group}/users`, { user_ids: [user.id] }))
  t.equal((await client.get(`assets/${asset}`)).status, 404)
  t.strictSame((await succeed(client.get('search?q=Seen'))).results, [])
  const before = text.length
  await succeed(admin.put(`assets/${asset}`, { title: 'Not seen any more' }))
  const { asset: own } = await succeed(client.post('assets', { title: 'Own' }))
  await until(own.id)
  t.notOk(text.slice(before).includes(asset))
})
