import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { watchFile } from '#src/database/file-watch.js'
import { sqlitePath } from '#src/database/sqlite-path.js'
import { Overloaded } from '#src/errors.js'
import { createWorld } from '../../helper/app.js'

t.test('A commit is not acknowledged if the database file is deleted during it', async (t) => {
  const { app, url, adminCaller } = await createWorld(t, 'sqlite')
  await t.rejects(app.transact(adminCaller, async () => { await rm(sqlitePath(url)) }), Overloaded)
})

const skip = process.getuid?.() === 0 ? 'root may write to a file that is read-only' : false

t.test('While the database file is read-only, writes are answered with 503 and /readyz says why', { skip }, async (t) => {
  const { url, admin, anonymous } = await createWorld(t, 'sqlite')
  await chmod(sqlitePath(url), 0o444)
  t.equal((await admin.post('assets', { title: 'After' })).status, 503)
  t.match(await anonymous.get('/readyz'), { status: 503, body: { problems: ['the database file is read-only'] } })
  await chmod(sqlitePath(url), 0o644)
  t.equal((await admin.post('assets', { title: 'Later' })).status, 200)
})

t.test('A file that was read-only when it was opened stays a problem until the next start', { skip }, async (t) => {
  const file = join(await mkdtemp(join(tmpdir(), 'cutroom-file-')), 'file')
  t.teardown(() => rm(join(file, '..'), { recursive: true }))
  await writeFile(file, '')
  await chmod(file, 0o444)
  const problem = watchFile(file)
  t.equal(problem(), 'the database file is read-only')
  await chmod(file, 0o644)
  t.match(problem(), /start it again/)
})
