import { join } from 'node:path'
import t from 'tap'
import { Sqlite } from '#src/database/driver.mjs'
import { openMigratedDatabase } from '#src/database/migrations.js'
import { sqlitePath } from '#src/database/sqlite-path.js'
import { backUp } from '#src/operations/backup.js'
import { copyDatabase } from '#src/operations/copy/command.js'
import { restore } from '#src/operations/restore.js'
import { catalogueOf } from '../../../helper/catalogue.js'
import { keepLog } from '../../../helper/log.js'
import { newEmptyDatabase, onBothDatabases } from '../../../helper/prisma-project.js'
import { checkTakenOver, databaseAt, earlierDatabase, notesOf } from './earlier.js'

const progress = { report: () => {}, end: () => {} }
const withDeliveries = `
  INSERT INTO webhook_inbox (account_id, position, event_id, webhook_id) VALUES (1, 1, 'a', 1), (1, 2, 'b', 1);
  INSERT INTO workers (id, alive_until) VALUES ('w', '2999-01-01T00:00:00.000+00:00')`
const queued = [{ webhook_id: 1, sequence: 11, event_id: 'a' }, { webhook_id: 1, sequence: 12, event_id: 'b' }]
const queueOf = ({ query }: ReturnType<typeof databaseAt>) =>
  query('SELECT webhook_id, sequence, event_id FROM webhook_queue ORDER BY sequence')

t.test('A backup of an earlier version is taken over when it is restored, and stays as it is', async (t) => {
  const earlier = await earlierDatabase(t, 'sqlite')
  await earlier.execute(withDeliveries)
  const [backup, target] = [join(t.testdir(), 'backup.db'), join(t.testdir(), 'cutroom.db')]
  await backUp({ databaseUrl: earlier.url, to: backup, force: false, progress })
  const notes = await notesOf(databaseAt(`file:${backup}`))
  const log = keepLog()
  await restore({ databaseUrl: `file:${target}`, from: backup, force: false, progress, log: log.logger })
  t.equal(log.about('the database of an earlier version was taken over').length, 1)
  const restored = databaseAt(`file:${target}`)
  t.strictSame(await queueOf(restored), queued)
  await checkTakenOver(t, restored)
  t.strictSame(await notesOf(databaseAt(`file:${backup}`)), notes)
})

t.test('A backup that is too old is refused, and the database stays as it is', async (t) => {
  const earlier = await earlierDatabase(t, 'sqlite')
  await earlier.execute("DELETE FROM _prisma_migrations WHERE migration_name LIKE '%_media_versions'")
  const target = join(t.testdir(), 'cutroom.db')
  const databaseUrl = `file:${target}`
  await (await openMigratedDatabase(databaseUrl)).close()
  const before = await notesOf(databaseAt(databaseUrl))
  await t.rejects(restore({ databaseUrl, from: sqlitePath(earlier.url), force: true, progress }), { message: /^The database is too old .* commit/ })
  t.strictSame(await notesOf(databaseAt(databaseUrl)), before)
  t.ok((await notesOf(earlier)).length > 1)
})

onBothDatabases('A copy takes its source over, and what waited there is in the copy', async (t, dialect) => {
  const earlier = await earlierDatabase(t, dialect)
  await earlier.execute(withDeliveries)
  const copy = databaseAt(await newEmptyDatabase(t, dialect === 'sqlite' ? 'postgresql' : 'sqlite'))
  t.match(await copyDatabase({ from: earlier.url, to: copy.url, progress }), {
    complete: true,
    tables: { webhook_queue: { rows: 2 } }
  })
  for (const database of [earlier, copy]) {
    t.strictSame(await queueOf(database), queued)
    await checkTakenOver(t, database)
  }
  const made = databaseAt(await newEmptyDatabase(t, copy.kind))
  await (await openMigratedDatabase(made.url)).close()
  const isState = (line: string) => line.startsWith('state') || line.includes('_cutroom_copy')
  const [copied, expected] = [await catalogueOf(copy), await catalogueOf(made)]
  t.strictSame(copied.filter((line) => !isState(line)), expected.filter((line) => !isState(line)))
})

onBothDatabases('A copy that an earlier version has begun is finished by this one', async (t, dialect) => {
  const source = await earlierDatabase(t, dialect)
  const target = await earlierDatabase(t, dialect === 'sqlite' ? 'postgresql' : 'sqlite')
  await target.execute('DELETE FROM webhook_states; DELETE FROM webhooks; DELETE FROM accounts')
  t.match(await copyDatabase({ from: source.url, to: target.url, progress }), { complete: true })
  t.equal((await target.query('SELECT * FROM webhooks')).length, 4)
})

t.test('A copy is refused while another process has the file of its source open, which still has to be taken over', async (t) => {
  const earlier = await earlierDatabase(t, 'sqlite')
  const service = new Sqlite(sqlitePath(earlier.url))
  t.teardown(() => { service.close() })
  service.pragma('journal_mode = WAL')
  service.prepare('SELECT count(*) FROM accounts').get()
  const to = await newEmptyDatabase(t, 'postgresql')
  await t.rejects(copyDatabase({ from: earlier.url, to, progress }), { message: /the file is open in another process, which has to end first/ })
  service.close()
  t.ok((await notesOf(earlier)).length > 1)
})
