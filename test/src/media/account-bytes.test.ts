import { dialects } from '../../helper/app.js'
import { addAsset, succeed } from '../../helper/items.js'
import { askForUrl, listen } from '../../helper/sending.js'
import { startFileSender, startSender } from '../../helper/media/sender.js'
import { attach, attachReady, filesIn, inOneAppWithMedia, readUntil, settledMedia } from '../../helper/media/world.js'

const LIMIT = 1000
const onDatabases = inOneAppWithMedia(dialects, { MEDIA_MAX_BYTES_PER_ACCOUNT: String(LIMIT) })

onDatabases('A file or upload beyond the bytes that are left to its account is refused', async (t, world) => {
  const { admin, adminCaller, anonymous } = world
  const sender = await startFileSender(t, { bytes: Buffer.alloc(600) })
  const first = await addAsset(admin)
  await attachReady(admin, first.id, sender.url)
  const { id } = await addAsset(admin)
  const sized = await startFileSender(t, { bytes: Buffer.alloc(401) })
  await attach(admin, id, sized.url)
  t.match(await settledMedia(admin, id), [
    { status: 'failed', error: 'The file is too large: 401 bytes, where 400 bytes are left to the account' }
  ])

  const endless = await startSender(t, (_request, response) => { response.end(Buffer.alloc(100_000)) })
  await attach(admin, id, endless.url)
  t.match((await settledMedia(admin, id)).at(-1), {
    status: 'failed', error: /^The file is too large: .*left to the account$/
  })

  const upload = (size: number) => admin.post(`assets/${id}/uploads`, { filename: 'a.bin', size })
  t.match(await upload(401), {
    status: 422, body: { error: "Invalid parameter 'size' value 401: Must be a Integer from 0 to 400" }
  })
  const { send } = await listen(world)
  t.equal((await send('PUT', await askForUrl(admin, id, { size: 400 }), {}, Buffer.alloc(400))).status, 200)
  await readUntil(() => settledMedia(admin, id), (files) => files.at(-1)!.status === 'ready')

  const full = await addAsset(admin)
  const asked = sender.requests.length
  await attach(admin, full.id, sender.url)
  t.match(await settledMedia(admin, full.id), [
    { status: 'failed', error: 'The file is too large: nothing is left to the account' }
  ])
  t.equal(sender.requests.length, asked, 'its sender gets no request')
  const metrics = (await anonymous.get('/metrics')).text
  t.match(metrics, new RegExp(`^cutroom_media_account_bytes\\{account="${adminCaller.accountId}"\\} 1000$`, 'm'))
  t.match(metrics, /^cutroom_media_account_limit_bytes 1000$/m)
  t.equal((await filesIn(world)).incoming.length, 0, 'nothing is left behind')

  await succeed(admin.delete(`assets/${first.id}`))
  await attach(admin, full.id, sender.url)
  await readUntil(() => settledMedia(admin, full.id), (files) => files.at(-1)!.status === 'ready')
})

onDatabases('Of files that arrive at the same time, only those that fit the limit of the account become ready', async (t, { admin }) => {
  const sender = await startFileSender(t, { bytes: Buffer.alloc(300) })
  const ids = await Promise.all(Array.from({ length: 4 }, async () => {
    const { id } = await addAsset(admin)
    await attach(admin, id, sender.url)
    return id
  }))
  const files = (await Promise.all(ids.map((id) => settledMedia(admin, id)))).flat()
  t.equal(files.filter(({ status }) => status === 'ready').length, 3)
  t.match(files.filter(({ status }) => status === 'failed'), [{ error: /^The file is too large: / }])
})
