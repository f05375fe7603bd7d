import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import t from 'tap'
import { buildApp } from '#src/app.js'
import { sqlitePath } from '#src/database/sqlite-path.js'
import { openDatabase } from '#src/database/database.js'
import { verifyMedia } from '#src/media/housekeeping/verify.js'
import { openStorage } from '#src/media/storage/open.js'
import { backUp } from '#src/operations/backup.js'
import { copyRows } from '#src/operations/copy/copy.js'
import { openPostgresqlTarget } from '#src/operations/copy/postgresql-target.js'
import { openSqliteSource } from '#src/operations/copy/sqlite-store.js'
import { restore } from '#src/operations/restore.js'
import { readConfig } from '#src/process/config.js'
import { createClient, createWorld, neverOverloaded } from '../../helper/app.js'
import { createTestDatabase } from '../../helper/databases.js'
import { addAsset, succeed } from '../../helper/items.js'
import { attachReady } from '../../helper/attachments.js'
import { mediaSettings, pathOf } from '../../helper/media/world.js'

const progress = { report: () => {}, end: () => {} }

t.test('Attachments, with their files, comments with all that they have, and notifications are there after a restore and after a copy', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'cutroom-attachments-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const settings = mediaSettings(t)
  const world = await createWorld(t, 'sqlite', settings)
  const { admin, adminKey, addUser } = world
  const colleague = await addUser()
  const { id } = await addAsset(admin)
  const { id: attachmentId } = await attachReady(world, admin, `assets/${id}`, { description: 'Day 3' }, Buffer.from('Call at seven'))
  await succeed(colleague.client.post(`assets/${id}/comments`, { text: 'Too early' }))
  const { attachments: [onComment], ...comment } = (await succeed(admin.post(`assets/${id}/comments`, {
    text: 'Here',
    drawing: [{ tool: 'arrow', color: '#e69f00', width: 0.005, points: [[0.1, 0.2], [0.5, 0.25]] }],
    mentions: [colleague.id],
    attachment_ids: [attachmentId]
  }))).comment

  const file = join(folder, 'backup.db')
  await backUp({ databaseUrl: world.url, to: file, force: false, progress })
  const restored = `file:${join(folder, 'restored.db')}`
  await restore({ databaseUrl: restored, from: file, force: false, progress })
  const { url: copied, drop } = await createTestDatabase('postgresql')
  t.teardown(drop)
  const [source, target] = [await openSqliteSource(sqlitePath(restored)), await openPostgresqlTarget(copied)]
  await copyRows(source, target, progress)
  await target.close()
  await source.close()

  for (const url of [restored, copied]) {
    const config = readConfig({ ...settings, DATABASE_URL: url, JOBS: 'off' })
    const app = await buildApp({
      config, database: await openDatabase(url), overload: neverOverloaded, logger: pino({ level: 'silent' })
    })
    await app.ready()
    try {
      const client = createClient(app, adminKey)
      const [attachment] = (await succeed(client.get(`assets/${id}/attachments`))).attachments
      t.match(attachment, { id: attachmentId, filename: 'call-sheet.pdf', description: 'Day 3', status: 'ready', size: 13 })
      t.equal((await app.inject(pathOf(attachment.download_url))).body, 'Call at seven')
      t.match(await succeed(client.get('notifications')), {
        notifications: [{ kind: 'comment', user_id: colleague.id, text: 'Too early', targets: { asset_id: id } }], unread: 1
      })
      const { attachments, ...shown } = (await succeed(client.get(`assets/${id}/comments`))).comments[1]
      t.strictSame(shown, comment)
      t.match(attachments, [{ id: attachmentId, comment_id: comment.id, checksum: onComment.checksum }])
      const found = await verifyMedia({ database: app.database, storage: openStorage(config) })
      t.match(found, { missing: [], damaged: [], orphaned: [] })
    } finally {
      await app.close()
    }
  }
})
