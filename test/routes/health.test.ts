import { onBothDatabases } from '../helper/app.js'

onBothDatabases('GET /healthz and GET /readyz answer without a key', async (t, { anonymous }) => {
  const alive = await anonymous.get('/healthz')
  t.equal(alive.status, 200)
  const ready = await anonymous.get('/readyz')
  t.equal(ready.status, 200)
  t.same(ready.body.problems, [])
})
