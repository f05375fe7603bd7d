import type { AddressInfo } from 'node:net'
import t from 'tap'
import { createWorld, dialects, type Client } from '../../helper/app.js'
import { skip, startBrowser } from '../../helper/browser.js'
import { NARROW } from '../../helper/console.js'
import { addAsset, succeed } from '../../helper/items.js'
import { addLink, createGuest } from '../../helper/links.js'
import { eventually, startReceiver } from '../../helper/receiver.js'
import { addWebhook } from '../../helper/webhooks.js'
import { readFilm } from '../../helper/media/film.js'
import { analysedMedia, mediaSettings } from '../../helper/media/world.js'

/** The events that are expected, in order. */
const STEPS = [
  'ASSET_ADDED', 'ASSET_STARTED_INGEST', 'ASSET_FINISHED_INGEST', 'ASSET_ADDED_SHAREABLE_LINK', 'ASSET_SHARED_LINK',
  'ASSET_ADDED_COMMENT', 'ASSET_ADDED_COMMENT', 'ASSET_ADDED_COMMENT',
  'ASSET_EDITED_COMMENT', 'ASSET_EDITED_COMMENT', 'ASSET_EDITED_COMMENT',
  'ASSET_STARTED_INGEST', 'ASSET_FINISHED_INGEST', 'ASSET_ADDED_APPROVAL', 'ASSET_APPROVED'
]

/** Uploads a file, and waits until it is analysed. */
async function upload (client: Client, assetId: string, filename: string, bytes: Buffer): Promise<void> {
  const { upload } = await succeed(client.post(`assets/${assetId}/uploads`, { filename, size: bytes.length }))
  const answer = await fetch(upload.url, { method: 'PUT', body: new Uint8Array(bytes) })
  if (answer.status !== 200) throw new Error(`The upload was answered ${answer.status}`)
  const isThere = async () => (await analysedMedia(client, assetId)).at(-1)?.filename === filename
  await eventually(`${filename} is there`, isThere)
}

for (const dialect of dialects) {
  t.test(`A shared cut is commented on a phone, replaced and approved, and webhooks get each step (${dialect})`, { skip }, async (t) => {
    const world = await createWorld(t, dialect, {
      ...mediaSettings(t), MEDIA_ANALYSIS_PARALLEL: '1', MEDIA_PROXIES: 'off', MEDIA_VERSIONS: '5'
    })
    const { app, admin, addUser } = world
    await app.listen({ host: '127.0.0.1', port: 0 })
    const receiver = await startReceiver(t)
    await addWebhook(admin, { http_url: receiver.url, trigger_events: [...new Set(STEPS)] })

    const { id } = await addAsset(admin, { title: 'Cut' })
    await upload(admin, id, 'cut-1.mp4', await readFilm(100))
    const link = await addLink(admin, `assets/${id}`, { title: 'Cut for review', comments: true })

    const phone = await (await startBrowser(t)).newContext({ viewport: NARROW, hasTouch: true, isMobile: true })
    const page = await phone.newPage()
    await page.goto(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/share/#${link.token}`)
    const film = page.getByLabel('Cut', { exact: true })
    await page.getByLabel('Your name').fill('Ann of Agency')
    for (const [moment, words] of [[2, 'Too early'], [6, 'Too dark'], [11, 'Too long']] as const) {
      await eventually('the film can be moved', () => film.evaluate((video: { readyState: number }) => video.readyState > 0))
      await film.evaluate((video: { currentTime: number }, seconds: number) => { video.currentTime = seconds }, moment)
      await page.getByLabel('Comment').fill(words)
      await page.getByRole('button', { name: 'Comment', exact: true }).tap()
      await page.getByText(words, { exact: true }).waitFor()
    }

    const { asset } = await succeed(createGuest(world, link.token).get(`shared/assets/${id}`))
    t.strictSame(asset.film, { frame_rate: 10, timecode: null, variable_frame_rate: false }, 'what time codes go by')

    const { comments } = await succeed(admin.get(`assets/${id}/comments`))
    t.match(comments, [
      { author: 'Ann of Agency', guest: true, time: 2, text: 'Too early' },
      { guest: true, time: 6, text: 'Too dark' },
      { guest: true, time: 11, text: 'Too long' }
    ])
    for (const comment of comments) await succeed(admin.post(`assets/${id}/comments/${comment.id}`, { done: true }))
    await upload(admin, id, 'cut-2.mp4', await readFilm(200))
    t.equal((await succeed(admin.get(`assets/${id}/versions`))).versions.length, 1)
    await page.reload()
    await page.getByText('cut-2.mp4').waitFor()
    await page.getByText('Done', { exact: true }).nth(2).waitFor()

    const producer = await addUser()
    const { approvals: [approval] } = await succeed(admin.post(`assets/${id}/approvals`, { user_ids: [producer.id] }))
    await succeed(producer.client.post(`assets/${id}/approvals/${approval.id}`, { status: 'approved' }))
    t.equal((await succeed(admin.get(`assets/${id}/approvals`))).status, 'approved')

    await eventually('every step was heard', async () => receiver.received.length >= STEPS.length)
    const heard = receiver.received.map(({ body }) => body).sort((a, b) => a.sequence - b.sequence)
    t.strictSame(heard.map(({ event }) => event), STEPS)
    t.strictSame(heard.map(({ sequence }) => sequence), STEPS.map((_, index) => index + 1))
    t.notOk(JSON.stringify(heard).includes(link.token), 'no event contains the token')
  })
}
