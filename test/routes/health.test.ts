import { rm, writeFile } from 'node:fs/promises'
import t from 'tap'
import { createWorld, onOneDatabase } from '../helper/app.js'

onOneDatabase('GET /healthz and GET /readyz answer without a key', async (t, { anonymous }) => {
  const alive = await anonymous.get('/healthz')
  t.equal(alive.status, 200)
  const ready = await anonymous.get('/readyz')
  t.equal(ready.status, 200)
  t.same(ready.body.problems, [])
})

t.test('GET /readyz answers 503 and says why when files cannot be stored', async (t) => {
  const MEDIA_DIR = t.testdir()
  const { anonymous } = await createWorld(t, 'sqlite', { JOBS: 'on', MEDIA_DIR })
  t.equal((await anonymous.get('/readyz')).status, 200)
  await rm(MEDIA_DIR, { recursive: true })
  await writeFile(MEDIA_DIR, 'x')
  const { status, body } = await anonymous.get('/readyz')
  t.equal(status, 503)
  t.same(body, { status: 'not ready', problems: ['the media folder cannot be written to: ENOTDIR: not a directory'] })
})
