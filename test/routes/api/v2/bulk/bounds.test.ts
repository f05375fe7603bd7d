import { setImmediate as turn } from 'node:timers/promises'
import { httpDialects, inOneApp } from '../../../../helper/app.js'
import { succeed } from '../../../../helper/items.js'

const onDatabases = inOneApp()

const create = (body: object) => ({ method: 'POST', path: '/api/v2/assets', body })

onDatabases('Placeholders cannot make an operation larger than a single request may be', async (t, { admin }) => {
  const description = 'x'.repeat(100_000)
  const deep = `${'['.repeat(28)}"{{0.asset.id}}"${']'.repeat(28)}`
  const operations = [
    JSON.stringify(create({ title: 'x', description })),
    JSON.stringify(create({ title: 'x', description: '{{0.asset.description}}'.repeat(40_000) })),
    JSON.stringify({ method: 'POST', path: '/api/v2/assets/{{0.asset.description}}/restore' }),
    `{"method":"POST","path":"/api/v2/assets","body":{"title":"x","ignored":${deep}}}`
  ]
  const { body: sent } = await admin.send('POST', 'bulk', `{"atomic":false,"operations":[${operations.join()}]}`)
  t.strictSame(sent.results.map((result: any) => result.status), [200, 413, 431, 200])
}, {}, httpDialects)

onDatabases('Other requests are answered while a bulk is running', async (t, { admin }) => {
  const { body: { asset } } = await admin.post('assets', { title: 'x' })
  for (const atomic of [true, false]) {
    const state = { isDone: false }
    const running = admin.post('bulk', {
      operations: Array.from({ length: 100 }, () => create({ title: 'x' })),
      atomic
    }).then((answer) => {
      state.isDone = true
      return answer
    })
    let answered = 0
    while (!state.isDone) {
      // Without a network, requests give other work no turn of the event loop.
      await turn()
      await succeed(admin.get(`assets/${asset.id}`))
      if (!state.isDone) answered++
    }
    t.match((await running).body, { failed: 0, committed: true })
    t.ok(answered > 0, 'during the bulk')
  }
})

onDatabases('A large wrong value is truncated in the error, whether the operation or the bulk is refused', async (t, { admin }) => {
  const wrong = Array(20_000).fill(0)
  const printed = `${`[${wrong.join(', ')}`.slice(0, 1000)}…`
  const { body } = await admin.post('bulk', {
    operations: [create({ title: wrong }), create({ title: 'x' })],
    atomic: false
  })
  t.equal(body.results[0].body.error, `Invalid parameter 'title' value ${printed}: Must be a String`)
  t.equal(body.results[1].status, 200)
  const refused = await admin.post('bulk', { operations: [{ method: wrong, path: '/api/v2/assets' }] })
  t.strictSame([refused.status, refused.body.error], [422,
    `Invalid operation 0: Invalid parameter 'method' value ${printed}: Must be a String`])
}, {}, httpDialects)
