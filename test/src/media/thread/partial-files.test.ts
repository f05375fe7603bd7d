import { readFile } from 'node:fs/promises'
import t from 'tap'
import { createPartialFiles } from '#src/media/thread/partial-files.js'
import { sumsOf } from '../../../helper/media/fetching.js'

t.test('A sync counts all bytes that were written before it, even while another sync is running', async (t) => {
  const file = createPartialFiles(t.testdir()).create('a')
  file.write(Buffer.alloc(1000))
  const first = file.sync()
  file.write(Buffer.alloc(500))
  const second = file.sync()
  t.ok(await first >= 1000)
  t.equal(await second, 1500)
  await file.close()
})

t.test('Bytes that are dropped during a sync do not count', async (t) => {
  const partials = createPartialFiles(t.testdir())
  const file = partials.create('a')
  file.write(Buffer.from('kept'))
  file.mark()
  file.write(Buffer.alloc(1000))
  const syncing = file.sync()
  file.rewind()
  file.write(Buffer.from(' and new'))
  await syncing
  t.equal(await file.sync(), 12)
  t.strictSame(await file.finish(), sumsOf(Buffer.from('kept and new')))
  t.equal(await readFile(partials.pathOf(file.name), 'utf8'), 'kept and new')
})

t.test('An early sync changes neither the length nor the digest', async (t) => {
  const file = createPartialFiles(t.testdir()).create('a')
  const bytes = Buffer.alloc(3 * 1024 ** 2, 7)
  for (let count = 0; count < 10; count++) {
    file.write(bytes)
    file.syncAhead()
  }
  t.equal(await file.sync(), 10 * bytes.length)
  t.strictSame(await file.finish(), sumsOf(Buffer.alloc(10 * bytes.length, 7)))
})
