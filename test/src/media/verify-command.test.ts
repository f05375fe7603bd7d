import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { newId } from '#src/basics/ids.js'
import { addAsset } from '../../helper/items.js'
import { runProgram } from '../../helper/program.js'
import { startFileSender } from '../../helper/media/sender.js'
import { attachReady, filesIn, onOneWithMedia } from '../../helper/media/world.js'

const SIZE = 1000

onOneWithMedia('media verify reports missing, damaged and orphaned files while the service runs', async (t, world) => {
  const { admin, url, config } = world
  const verify = async (...options: string[]) => {
    const { code, stdout, stderr } = await runProgram(t, 'src/cli/main.js', ['media', 'verify', ...options], {
      DATABASE_URL: url,
      MEDIA_DIR: config.MEDIA_DIR
    })
    t.equal(stderr, '')
    return { code, found: JSON.parse(stdout) }
  }
  const sender = await startFileSender(t, { bytes: randomBytes(SIZE) })
  const { id: assetId } = await addAsset(admin)
  const { id, filename } = await attachReady(admin, assetId, sender.url)
  const media = [{ id, asset_id: assetId, filename }]
  const [key] = (await filesIn(world)).objects
  const path = join(config.MEDIA_DIR, 'objects', key!)
  await writeFile(path, randomBytes(SIZE))
  t.same(await verify('--quick'), {
    code: 0, found: { checked: 1, bytes: SIZE, missing: [], damaged: [], orphaned: [] }
  }, 'only reading the bytes finds changes in place')

  const { id: otherId } = await addAsset(admin)
  const other = await attachReady(admin, otherId, (await startFileSender(t, { bytes: randomBytes(SIZE) })).url)
  const [gone] = (await filesIn(world)).objects.filter((object) => object !== key)
  await rm(join(config.MEDIA_DIR, 'objects', gone!))
  await writeFile(join(dirname(path), 'notes.txt'), 'mine')
  const { MEDIA_DIR: folder } = config
  await writeFile(join(folder, 'objects', 'stray'), 'x')
  await writeFile(join(folder, 'stray too'), 'xx')
  await mkdir(join(folder, 'deep', 'down'), { recursive: true })
  await writeFile(join(folder, 'deep', 'down', 'stray'), 'xxx')
  await writeFile(join(folder, 'incoming', 'notes.txt'), '')
  await writeFile(join(folder, 'incoming', `${newId()}.${newId()}`), 'is being received')
  const orphaned = [
    { key: `${key!.slice(0, 2)}/notes.txt`, size: 4 },
    { key: 'stray', size: 1 },
    { path: join(folder, 'deep/down/stray'), size: 3 },
    { path: join(folder, 'incoming/notes.txt'), size: 0 },
    { path: join(folder, 'stray too'), size: 2 }
  ]
  const { code, found } = await verify()
  const sorted = (files: Array<{ key?: string, path?: string }>) =>
    [...files].sort((one, other) => `${one.key} ${one.path}` < `${other.key} ${other.path}` ? -1 : 1)
  t.equal(code, 1)
  t.match(found.damaged, [{ key, reason: /^its SHA-256 is [0-9a-f]{64}$/, media }])
  t.same({ ...found, damaged: [], orphaned: sorted(found.orphaned) }, {
    checked: 1,
    bytes: SIZE,
    missing: [{
      key: gone,
      reason: 'there is nothing in the storage',
      media: [{ id: other.id, asset_id: otherId, filename: other.filename }]
    }],
    damaged: [],
    orphaned: sorted(orphaned)
  })
  t.equal(await readFile(join(folder, 'stray too'), 'utf8'), 'xx', 'nothing is removed')
})
