import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { dialects } from '#test/helper/app.js'
import { addSending, announce } from '#test/helper/drop-folders.js'
import { areAll, letPass, openIngest, untilArrived, untilSo } from '#test/helper/ingest.js'
import { eventsOf, readItem, succeed } from '#test/helper/items.js'
import { addLink, createGuest } from '#test/helper/links.js'
import { pathOf } from '#test/helper/media/world.js'

const FILM = '!!!!!!!! no boxes: it is taken as it is'

for (const dialect of dialects) {
  t.test(`What lies beside a clip is an attachment of its asset, also later, and once (${dialect})`, async (t) => {
    const world = await openIngest(t, dialect)
    const { admin, ingest, add } = world
    const folder = await add({ path: 'cards' })
    const write = (path: string, text = path) => writeFileSync(join(ingest, 'cards', path), text)
    mkdirSync(join(ingest, 'cards/inside'))
    for (const path of ['clip.srt', 'clip.mov.XMP', 'other.xml', 'two.xml', 'inside/clip.edl']) write(path)
    write('two.wav')
    write('two.mov', `${FILM} two`)
    write('clip.mov', FILM)
    const first = await untilArrived(world, folder.id, areAll(6, 'done'))
    const { asset_id: id } = first['clip.mov']
    t.strictSame([first['clip.srt'].asset_id, first['clip.mov.XMP'].asset_id], [id, id])
    t.equal(first['two.xml'].asset_id, first['two.mov'].asset_id, 'of several the film has it')
    t.strictSame([first['other.xml'].status, first['inside/clip.edl'].status], ['waiting', 'waiting'], 'alone it waits')
    const attached = async (assetId = id) => (await succeed(admin.get(`assets/${assetId}/attachments`))).attachments
    t.strictSame((await attached()).map(({ filename }: any) => filename).sort(), ['clip.mov.XMP', 'clip.srt'])
    t.match((await attached())[0], { status: 'ready', checksum: { value: /^\w{64}$/ }, comment_id: null })
    const added = (await eventsOf(admin, 'assets', id)).filter((kind) => /ATTACHMENT|INCOMING/.test(kind))
    t.strictSame(added, ['ASSET_ADDED_ATTACHMENT', 'ASSET_ADDED_ATTACHMENT', 'INCOMING_ASSET_ADDED_TO_DROP_FOLDER'])

    write('clip.vtt')
    t.equal((await untilArrived(world, folder.id, areAll(7, 'done')))['clip.vtt'].asset_id, id, 'a later one')
    write('clip.scc', 'clip.vtt')
    t.equal((await untilArrived(world, folder.id, areAll(1, 'duplicate')))['clip.scc'].asset_id, id, 'the same bytes')
    t.equal((await attached()).length, 3)
    write('clip.vtt', 'another text')
    await untilArrived(world, folder.id, areAll(8, 'done'))
    t.equal((await attached()).length, 4, 'other bytes are another attachment')
    t.equal((await succeed(admin.get('assets'))).assets.length, 3)

    await letPass(world, first['other.xml'].id, 9)
    await letPass(world, first['inside/clip.edl'].id, 11)
    const alone = await untilArrived(world, folder.id, areAll(9, 'done'))
    t.equal(alone['other.xml'].status, 'waiting')
    t.equal((await readItem(admin, 'assets', alone['inside/clip.edl'].asset_id)).title, 'clip.edl', 'alone for ten minutes it is a file')

    await succeed(admin.post(`assets/${id}/trash_bin`))
    write('clip.ale')
    const { 'clip.ale': late } = await untilArrived(world, folder.id, (all) => all.some(({ path }) => path === 'clip.ale'))
    await letPass(world, late.id, 11)
    const last = await untilArrived(world, folder.id, areAll(10, 'done'))
    t.not(last['clip.ale'].asset_id, id, 'of a clip in the trash there is nothing to belong to')
  })

  t.test(`Sidecars wait for their clip, go with its source, and stay on an asset that has too many (${dialect})`, async (t) => {
    const world = await openIngest(t, dialect)
    const { admin, ingest, add } = world
    const folder = await add({ path: 'cards', after: 'delete', changed: 'version' })
    const write = (path: string, text = path) => writeFileSync(join(ingest, 'cards', path), text)
    write('long.mov', Buffer.concat([Buffer.from([0, 0, 0, 16]), Buffer.from('ftypqt  0000')]).toString('latin1'))
    write('long.srt')
    const { 'long.srt': waiting } = await untilArrived(world, folder.id, ({ length }) => length === 2)
    await letPass(world, waiting.id, 60)
    write('short.mov', FILM)
    write('short.srt')
    const first = await untilArrived(world, folder.id, areAll(2, 'done'))
    t.equal(first['long.srt'].status, 'waiting', 'its clip is not whole')
    for (const path of ['short.mov', 'short.srt']) {
      await untilSo(() => existsSync(join(ingest, 'cards', path)), (isThere) => !isThere)
    }
    const path = `assets/${first['short.mov'].asset_id}`
    for (let count = 1; count < 100; count++) {
      await succeed(admin.post(`${path}/attachments`, { filename: `${count}.txt`, size: 1 }))
    }
    write('short.srt', 'changed')
    const failed = await untilArrived(world, folder.id, areAll(1, 'failed'))
    t.match(failed['short.srt'], { status: 'failed', error: 'Must not have more than 100 attachments', asset_id: null })
    t.ok(existsSync(join(ingest, 'cards/short.srt')), 'its source stays')
    t.equal((await succeed(admin.get(`${path}/media`))).media.length, 1, 'it is no version of the clip')
    const { attachments } = await succeed(admin.get(`${path}/attachments`))
    await succeed(admin.delete(`${path}/attachments/${attachments[0].id}`))
    await succeed(admin.post(`drop_folders/${folder.id}/arrivals/${failed['short.srt'].id}/retry`))
    await untilArrived(world, folder.id, areAll(3, 'done'))
    write('long.mov', `${FILM} long`)
    const last = await untilArrived(world, folder.id, areAll(5, 'done'))
    t.equal(last['long.srt'].asset_id, last['long.mov'].asset_id)
  })
}

for (const dialect of dialects) {
  t.test(`Sidecars come by uploads of members and of guests, too, whose maker is told once (${dialect})`, async (t) => {
    const world = await openIngest(t, dialect)
    const { app, admin, addUser } = world
    const { folder, path } = await addSending(world, { folder: { after: 'delete' } })
    const maker = await addUser()
    const link = await addLink(maker.client, path)
    const guest = createGuest(world, link.token)
    const put = async (url: string, bytes: string) =>
      t.equal((await app.inject({ method: 'PUT', url: pathOf(url), payload: bytes })).statusCode, 200)
    const begin = async (name: string, bytes: string) =>
      (await succeed(admin.post(`${path}/uploads`, { path: name, size: bytes.length }))).upload.url
    await put(await begin('clip.srt', 'subtitles'), 'subtitles')
    await put(await begin('clip.mov', FILM), FILM)
    const guests = (await succeed(announce(guest, { path: 'clip.vtt', size: 3 }))).upload.url
    await put(guests, 'vtt')
    const all = await untilArrived(world, folder.id, areAll(3, 'done'))
    const { asset_id: id } = all['clip.mov']
    t.strictSame([all['clip.srt'].asset_id, all['clip.vtt'].asset_id], [id, id])
    const { attachments } = await succeed(admin.get(`assets/${id}/attachments`))
    t.strictSame(attachments.map(({ filename }: any) => filename).sort(), ['clip.srt', 'clip.vtt'])
    await put((await succeed(announce(guest, { path: 'x.txt', size: 1 }))).upload.url, 'x')
    await untilArrived(world, folder.id, areAll(4, 'done'))
    t.match((await succeed(maker.client.get('notifications'))).notifications, [{
      kind: 'guest_files', user_id: 0, author: 'Ann', text: 'clip.vtt', targets: { link_id: link.id, drop_folder_id: folder.id }
    }])
    t.equal((await succeed(maker.client.get('notifications'))).notifications.length, 1)
  })
}
