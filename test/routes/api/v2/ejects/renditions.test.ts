import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { httpDialects, createWorld } from '#test/helper/app.js'
import { addAsset, succeed } from '#test/helper/items.js'
import { makePicture } from '#test/helper/media/samples.js'
import { startFileSender } from '#test/helper/media/sender.js'
import { analysedMedia, attachReady, mediaSettings, readUntil } from '#test/helper/media/world.js'

for (const dialect of httpDialects) {
  t.test(`A proxy is what browsers show: the file itself, or what was made of it (${dialect})`, async (t) => {
    t.teardown(() => {})
    const folder = t.testdir({ media: {}, out: {} })
    const { admin } = await createWorld(t, dialect, {
      ...mediaSettings(t, join(folder, 'media')), MEDIA_ANALYSIS_PARALLEL: '1', LOCATIONS: `out=${join(folder, 'out')}`
    })
    const { drop_folder: drop } = await succeed(admin.post('drop_folders', { title: 'Out', direction: 'out', location: 'out' }))
    for (const [format, shown] of [['tiff', 'picture preview.webp'], ['png', 'picture.png']] as const) {
      const { id } = await addAsset(admin)
      const sender = await startFileSender(t, { bytes: await makePicture(format), contentType: `image/${format}` })
      await attachReady(admin, id, sender.url, `picture.${format}`)
      await analysedMedia(admin, id)
      const { eject } = await succeed(admin.post(`assets/${id}/ejects`, { drop_folder_id: drop.id, rendition: 'proxy' }))
      const ended = await readUntil(() => succeed(admin.get(`ejects/${eject.id}`)), ({ eject }) => eject.finished_at !== null)
      t.match(ended, { eject: { status: 'done', done: 1 }, errors: [] })
      t.ok(readFileSync(join(folder, 'out', shown)).length > 0)
      t.match(readFileSync(join(folder, 'out', `${shown}.sha256`), 'utf8'), new RegExp(`^[0-9a-f]{64}  ${shown}\n$`))
    }
  })
}
