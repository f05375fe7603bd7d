import { inOneApp } from '#test/helper/app.js'
import { addAsset, addItemTo, addProject, succeed } from '#test/helper/items.js'
import { claimStep, defineAction, programOf, startAction, untilOver } from '#test/helper/runs.js'

const onBoth = inOneApp(undefined, { JOBS: 'on' })

onBoth('Agents claim steps of their queues, the oldest first, and wait for one', async (t, { admin, anonymous }) => {
  const action = await defineAction(admin, { steps: [{ name: 'one', queue: 'Sprache ß' }, { name: 'two', queue: 'b', after: ['one'] }] })
  t.strictSame(await succeed(admin.post('runs/claims', { queues: ['Sprache ß', 'b'] })), { claim: null })
  const waiting = Promise.all([1, 2, 3].map(() => succeed(admin.post('runs/claims', { queues: ['none', 'Sprache ß'], wait: 60 }))))
  const assets = await Promise.all([1, 2, 3].map(() => addAsset(admin)))
  const { run_ids: runs } = await startAction(admin, action.id, { asset_ids: assets.map(({ id }) => id) })
  const claims = (await waiting).map(({ claim }: any) => claim)
  t.strictSame(claims.map(({ run }) => run.id).sort(), [...runs].sort(), 'each has one of its own')
  t.match(claims[0], { token: String, run: { status: 'running' }, step: { name: 'one', attempt: 1, results: {} }, asset: { title: String } })
  for (const { token } of claims) await succeed(programOf(anonymous, token).report({ status: 'completed', result: { done: true } }))
  for (const run of runs) {
    const claim = await claimStep(admin, 'b')
    t.equal(claim.run.id, run, 'the oldest first')
    t.strictSame(claim.step.results, { one: { done: true } })
    await succeed(programOf(anonymous, claim.token).report({ status: 'completed' }))
    t.equal((await untilOver(admin, run)).run.status, 'completed')
  }
})

onBoth('Claims are for administrators; a key for agents may do nothing else', async (t, { admin, anonymous, addUser, addStranger }) => {
  const queues = { queues: ['q'] }
  const member = await addUser()
  t.match(await member.client.post('runs/claims', queues), { status: 403, body: { error: 'Your role does not allow this' } })
  const { key } = (await succeed(admin.post('user/api_keys', { name: 'Agent', scope: 'agent' }))).api_key
  const headers = { 'x-api-key': key as string }
  const refused = { status: 403, body: { error: 'This key may only claim steps' } }
  for (const path of ['assets', 'user', 'runs', 'admin/actions', 'nothing']) t.match(await anonymous.get(path, headers), refused, path)
  t.match(await anonymous.send('POST', 'search', {}, headers), refused)
  t.match(await anonymous.send('POST', 'runs/claims', queues, headers), { status: 200, body: { claim: null } })
  t.strictSame((await member.client.post('user/api_keys', { name: 'Agent', scope: 'agent' })).body, {
    error: 'Invalid parameter \'scope\' value "agent": Must be one of: <code>write</code>, <code>read</code>.'
  }, 'they are for administrators')
  const former = await addUser({ admin: true })
  const own = (await succeed(former.client.post('user/api_keys', { name: 'Agent', scope: 'agent' }))).api_key.key as string
  await succeed(admin.post(`admin/users/${former.id}`, { admin: false }))
  t.match(await anonymous.send('POST', 'runs/claims', queues, { 'x-api-key': own }), { status: 403, body: { error: 'Your role does not allow this' } })
  for (const sent of [{}, { queues: [] }, { queues: [''] }, { queues: 'q' }, { queues: Array(21).fill('q') }, { queues: ['q'], wait: 61 }, { queues: ['q'], more: 1 }]) {
    t.equal((await admin.post('runs/claims', sent)).status, 422, JSON.stringify(sent))
  }
  const action = await defineAction(admin, { steps: [{ name: 'one', queue: 'q' }] })
  const { id } = await addAsset(admin)
  await startAction(admin, action.id, { asset_ids: [id] })
  const { client } = await addStranger()
  const [theirs, ours] = await Promise.all([succeed(client.post('runs/claims', { ...queues, wait: 1 })), claimStep(admin, 'q')])
  t.strictSame(theirs, { claim: null }, 'another account')
  const again = await anonymous.send('POST', 'runs/claims', queues, { ...headers, 'idempotency-key': ours.run.id })
  t.strictSame(again.body, { claim: null }, 'an Idempotency-Key does not count')
})

onBoth('Who does not see the item finds no run, and no address, of it', async (t, { admin, addUser }) => {
  const [hidden, open] = [await addProject(admin, { title: 'Hidden' }), await addProject(admin, { title: 'Open' })]
  const asset = await addItemTo(admin, 'assets', hidden.id as string, { title: 'Secret' })
  const seen = await addItemTo(admin, 'assets', open.id as string, { title: 'Seen' })
  const user = await addUser({ access: 'projects' })
  await succeed(admin.post(`projects/${open.id as string}/members`, { user_id: user.id, role: 'Admin' }))
  await succeed(admin.post(`assets/${asset.id as string}/publications`, { url: 'https://example.com/secret' }))
  const action = await defineAction(admin, { steps: [{ name: 'one', queue: 'hidden' }] })
  const { batch, run_ids: [secret, own] } = await startAction(admin, action.id, { asset_ids: [asset.id, seen.id] })
  await claimStep(admin, 'hidden')
  const { client } = user
  for (const query of ['', `?batch=${batch as string}`, `?asset_id=${asset.id as string}`, '?status=running', `?action_id=${action.id as number}`]) {
    const { runs } = await succeed(client.get(`runs${query}`))
    t.ok(runs.every(({ id }: any) => id === own), query)
  }
  for (const send of [
    () => client.get(`runs/${secret as string}`), () => client.delete(`runs/${secret as string}`), () => client.post(`runs/${secret as string}/retry`)
  ]) t.match(await send(), { status: 404, body: { error: 'Run not found' } })
  t.match(await client.delete(`runs/${own as string}`), { status: 403 }, 'the run of somebody else')
  t.strictSame(await succeed(client.delete(`runs?batch=${batch as string}`)), { ok: '0 runs cancelled' })
  t.match(await client.post(`actions/${action.id as number}/runs`, { asset_ids: [asset.id] }), { status: 404 })
  const { changes } = await succeed(client.get('changes?limit=1000'))
  const texts = [changes, (await client.get('export')).text, await succeed(client.get('search?published=true'))].map((found) => JSON.stringify(found))
  for (const text of texts) {
    t.notOk(text.includes(secret) || text.includes('example.com/secret'), 'nothing tells of it')
  }
})
