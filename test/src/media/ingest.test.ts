import { randomBytes } from 'node:crypto'
import { addAsset, eventsOf, historyOf, readItem } from '../../helper/items.js'
import { sha256 } from '../../helper/media/fetching.js'
import { startFileSender, startSender } from '../../helper/media/sender.js'
import { attach, attachReady, filesIn, inOneAppWithMedia, mediaOf, readUntil, settledMedia } from '../../helper/media/world.js'

const MEBIBYTE = 1024 ** 2
const onDatabases = inOneAppWithMedia()

onDatabases('A sender that drops the connection at random points is asked for the rest until the file is complete', async (t, world) => {
  const bytes = randomBytes(3 * MEBIBYTE)
  // Each drop comes after enough progress to restart the retries, so that there may be more drops than retries.
  const sender = await startFileSender(t, {
    bytes,
    dropAfter: (request) => request < 8 ? 70_000 + Math.floor(Math.random() * 300_000) : Infinity
  })
  const { id } = await addAsset(world.admin)
  const file = await attachReady(world.admin, id, sender.url)
  t.match(file, {
    status: 'ready',
    size: bytes.length,
    progress: bytes.length,
    error: null,
    checksum: { value: sha256(bytes) }
  })
  t.equal(sender.requests.filter(({ headers }) => headers.range === undefined).length, 1, 'no byte is asked for twice')
  t.same(await eventsOf(world.admin, 'assets', id), ['ASSET_FINISHED_INGEST', 'ASSET_STARTED_INGEST', 'ASSET_ADDED'])
  const { objects, incoming } = await filesIn(world)
  t.same([objects.length, incoming.length], [1, 0])
})

onDatabases('A 404 of the sender is final at once; a 500 is retried and then final', async (t, world) => {
  const before = await filesIn(world)
  const refusing = await startSender(t, (_request, response) => {
    response.writeHead(404).end()
  })
  const failing = await startSender(t, (_request, response) => {
    response.writeHead(500).end()
  })
  for (
    const [sender, requests, error] of [[refusing, 1, 'The sender answered 404 (Not Found)'], [failing, 4,
      'The sender answered 500 (Internal Server Error)']] as const
  ) {
    const { id } = await addAsset(world.admin)
    await attach(world.admin, id, sender.url, 'clip.mp4')
    t.match(await settledMedia(world.admin, id), [{ status: 'failed', error, download_url: null, checksum: null }])
    t.equal(sender.requests.length, requests)
    const [last] = await historyOf(world.admin, 'assets', id)
    t.match(last, {
      event: 'ASSET_UPDATED_INGEST',
      severity: 3,
      targets: { asset_id: id },
      user_id: world.adminCaller.userId
    })
    t.match(await readItem(world.admin, 'assets', id), { media_type: 'placeholder', original_filename: null })
  }
  t.same(await filesIn(world), before)
})

onDatabases('Progress is shown in bytes while a file comes in', async (t, world) => {
  const bytes = randomBytes(2 * MEBIBYTE)
  const steps = 4
  let step = (): void => {}
  const sender = await startSender(t, (_request, response) => {
    response.writeHead(200, { 'content-length': bytes.length, 'content-type': 'video/mp4' }).flushHeaders()
    let sent = 0
    step = () => {
      response.write(bytes.subarray(sent, sent += bytes.length / steps))
      if (sent === bytes.length) response.end()
    }
  })
  const { id } = await addAsset(world.admin)
  await attach(world.admin, id, sender.url)
  const [announced] = await readUntil(() => mediaOf(world.admin, id), ([file]) => file!.size !== null)
  t.match(
    announced,
    { status: 'ingesting', progress: 0, size: bytes.length, content_type: 'video/mp4' },
    'the size is known before the first byte'
  )
  for (let progress = 0; progress < bytes.length; progress += bytes.length / steps) {
    const [underway] = await readUntil(() => mediaOf(world.admin, id), ([file]) => file!.progress === progress)
    t.match(underway, {
      status: 'ingesting',
      size: bytes.length,
      content_type: 'video/mp4',
      checksum: null,
      download_url: null
    })
    step()
  }
  t.match(await settledMedia(world.admin, id), [{ status: 'ready', progress: bytes.length }])
})
