import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { systemCaller } from '#src/core/caller.js'
import { httpDialects, createWorld } from '#test/helper/app.js'
import { openWithEjects } from '#test/helper/ejects.js'
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

  t.test(`A film, a sound and a file that browsers play (${dialect})`, async (t) => {
    const { app, admin, ...world } = await openWithEjects(t, dialect)
    const drop = await world.dropFolder()
    const made = await world.addFile('made.bin')
    const [{ checksum }] = (await succeed(admin.get(`assets/${made}/media`))).media
    const sha256 = checksum.value as string
    /** What was made of a file lies in the storage: here it is another file. */
    async function renderedAs (id: string, kind: string | null, playback: string) {
      await app.transact(systemCaller(), async ({ prisma }) => {
        const file = await prisma.mediaFile.findFirstOrThrow({ where: { assetId: id } })
        await prisma.mediaBlob.update({ where: { id: file.blobId! }, data: { playback } })
        if (kind === null) return
        const { key, size } = await prisma.mediaBlob.findUniqueOrThrow({ where: { sha256 } })
        const data = { blobId: file.blobId!, kind, size, sha256, key: `${key}` }
        await prisma.mediaProxy.deleteMany({ where: { key } })
        await prisma.mediaProxy.create({ data })
      })
    }
    for (
      const [name, kind, playback, out, bytes] of [
        ['film.mxf', 'mp4', 'hidden', 'film.mp4', '/made.bin'],
        ['phone.mov', 'mp4', 'shown', 'phone.mp4', '/made.bin'],
        ['song.aiff', 'audio', 'hidden', 'song audio.m4a', '/made.bin'],
        ['plays.mp4', null, 'plays', 'plays.mp4', '/plays.mp4'],
        ['plays.mp3', 'audio', 'plays', 'plays.mp3', '/plays.mp3'],
        ['waits.mov', null, 'shown', 'waits.mov', '/waits.mov']
      ] as const
    ) {
      const id = await world.addFile(name)
      await renderedAs(id, kind, playback)
      const { eject } = await world.ended((await world.eject(`assets/${id}`, { drop_folder_id: drop.id, rendition: 'proxy' })).id)
      t.match(eject, { status: 'done', done: 1, size: bytes.length }, name)
      t.equal(world.text(out), bytes, name)
      t.equal(world.text(`${out}.sha256`), `${createHash('sha256').update(bytes).digest('hex')}  ${out}\n`)
      await world.ended((await world.eject(`assets/${id}`, { drop_folder_id: drop.id, path: 'masters' })).id)
      t.equal(world.text(`masters/${name}`), `/${name}`, 'the original is as it was')
    }
    const id = await world.addFile('notes.xyz')
    t.strictSame((await admin.post(`assets/${id}/ejects`, { drop_folder_id: drop.id, rendition: 'proxy' })).body, { error: 'No file is ready' })
  })
}
