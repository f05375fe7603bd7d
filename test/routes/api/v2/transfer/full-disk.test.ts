import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { createWorld } from '#test/helper/app.js'
import { succeed } from '#test/helper/items.js'
import { mountSmallDisk, skipsSmallDisk } from '#test/helper/small-disk.js'
import { CSV, runImport } from '#test/helper/transfer.js'

t.test('Imports and exports get 503 with Retry-After while the disk is full, and succeed afterwards', { skip: skipsSmallDisk }, async (t) => {
  const disk = await mountSmallDisk(t, 4)
  const world = await createWorld(t, 'sqlite', {
    DATABASE_URL: `file:${join(disk.path, 'cutroom.db')}`,
    MEDIA_DIR: join(disk.path, 'media')
  })
  const { admin } = world
  const description = 'x'.repeat(100_000)
  for (let count = 0; count < 12; count++) await succeed(admin.post('assets', { title: `${count}`, description }))
  await writeFile(join(disk.path, 'filler'), Buffer.alloc(3.6 * 1024 ** 2))

  const file = `title,description\nImported,${description}\n`
  const upload = () => admin.send('POST', 'imports', file, CSV)
  for (const ask of [upload, () => admin.get('export')]) {
    const answer = await ask()
    t.match([answer.status, answer.headers['retry-after']], [503, '10'])
    t.strictSame(answer.body, { error: 'There is not enough room on the disk' })
  }
  await disk.resize(64)
  t.match(await runImport(world, file), { import: { status: 'done', created: 1 } })
  const exported = await admin.get('export')
  t.equal(exported.status, 200)
  t.equal(exported.text.trimEnd().split('\n').length, 13)
})
