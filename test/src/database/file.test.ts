import { chmod, copyFile, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { watchFile } from '#src/database/file-watch.js'
import { sqlitePath } from '#src/database/sqlite-path.js'
import { Overloaded } from '#src/errors.js'
import { createWorld } from '../../helper/app.js'

const damages: Array<{ what: string, damage: (file: string) => Promise<void>, problem: string }> = [
  { what: 'deleted', damage: (file) => rm(file), problem: 'the database file is gone' },
  {
    what: 'replaced',
    damage: async (file) => {
      await copyFile(file, `${file}.new`)
      await rename(`${file}.new`, file)
    },
    problem: 'the database file was replaced below the running service: start it again'
  }
]

for (const { what, damage, problem } of damages) {
  t.test(`When the database file is ${what} under the service, writes are answered with 503 and /readyz says why`, async (t) => {
    const { app, url, admin, anonymous } = await createWorld(t, 'sqlite')
    t.equal((await admin.post('assets', { title: 'Before' })).status, 200)
    await damage(sqlitePath(url))
    const refused = await admin.post('assets', { title: 'After' })
    t.match(refused, { status: 503, headers: { 'retry-after': String } })
    const ready = await anonymous.get('/readyz')
    t.match(ready, { status: 503, body: { problems: [problem] } })
    t.equal(await app.database.reads.prisma.asset.count(), 1)
  })
}

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
