import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportItems } from '#src/operations/export.js'
import { onBothDatabases } from '../../helper/app.js'
import { addAsset } from '../../helper/items.js'

const progress = { report: () => {}, end: () => {} }

onBothDatabases('The command writes a complete export or no file, and replaces a file only with --force', async (t, { admin, url }) => {
  await addAsset(admin, { title: 'First' })
  const folder = await mkdtemp(join(tmpdir(), 'cutroom-export-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const to = join(folder, 'backup.ndjson')
  const write = (options: object = {}) =>
    exportItems({ databaseUrl: url, format: 'ndjson', to, force: false, progress, ...options })

  t.match(await write(), { items: 1 })
  const first = await readFile(to, 'utf8')
  t.match(JSON.parse(first), { asset: { title: 'First' } })

  await addAsset(admin, { title: 'Second' })
  await t.rejects(write(), {
    name: 'OperatorMistake',
    message: `${to} exists: choose another name, or add --force to replace it`
  })
  t.equal(await readFile(to, 'utf8'), first)
  t.match(await write({ force: true }), { items: 2 })
  t.equal((await readFile(to, 'utf8')).trimEnd().split('\n').length, 2)

  await t.rejects(write({ to: join(folder, 'nowhere/a.ndjson') }), { message: /cannot be written: ENOENT/ })
  await t.rejects(write({ to: folder }), { message: /cannot be written: EISDIR/ })
  await t.rejects(write({ to: '/dev/full' }), { message: /^\/dev\/full cannot be written: ENOSPC/ })
  t.match(await write({ to: '/dev/null' }), { items: 2 }, 'a device is not a file that could be lost')
  t.strictSame(await readdir(folder), ['backup.ndjson'])
})
