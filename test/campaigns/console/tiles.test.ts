import t from 'tap'
import { skip } from '../../helper/browser.js'
import { openConsole } from '../../helper/console.js'
import { addAsset, succeed } from '../../helper/items.js'
import { makeByFfmpeg, needs } from '../../helper/media/samples.js'
import { picture, tone } from '../../helper/media/rendering.js'
import { startFileSender, startSender } from '../../helper/media/sender.js'
import { attach, mediaOf, readUntil, sharedMedia } from '../../helper/media/world.js'

const skipped = { skip: skip !== false ? skip : needs.films.skip }

t.test('Tiles say length, version, open comments and approval, and show the film under the mouse', skipped, async (t) => {
  const { page, world: { admin, addUser }, open, check, complaints } = await openConsole(t, {
    shared: { ...sharedMedia(), MEDIA_PROXIES: 'on', MEDIA_VERSIONS: '5' }
  })
  const { id } = await addAsset(admin, { title: 'Harbour' })
  const { id: planned } = await addAsset(admin, { title: 'Planned' })
  for (const seconds of [2, 3]) {
    const bytes = await makeByFfmpeg(t, 'film.mov', [...picture(seconds, '160x90'), ...tone(seconds), '-c:v', 'prores_ks', '-c:a', 'pcm_s24le'])
    const { url } = await startFileSender(t, { bytes })
    await attach(admin, id, url, `harbour-${seconds}.mov`)
    await readUntil(() => mediaOf(admin, id), (files) => {
      const file = files.at(-1)
      return file?.filename === `harbour-${seconds}.mov` && file.proxy_status === 'done'
    })
  }
  for (const text of ['Darker', 'Shorter']) await succeed(admin.post(`assets/${id}/comments`, { text }))
  const boss = await addUser({ email: 'tilda@example.com' })
  const { approvals: [approval] } = await succeed(admin.post(`assets/${id}/approvals`, { user_ids: [boss.id] }))
  await succeed(admin.post(`assets/${planned}/comments`, { text: 'Which one?' }))

  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/(?:search\?.*include=|media$)/.test(request.url())) asked.push(request.url())
  })
  await open('?view=pictures')
  const tile = page.getByRole('gridcell').filter({ hasText: 'Harbour' })
  for (const name of ['Version 2', '2 open comments', 'Approval: waiting', 'Length 0:03']) {
    await tile.getByRole('img', { name, exact: true }).waitFor()
  }
  await page.getByRole('gridcell').filter({ hasText: 'Planned' }).getByRole('img', { name: '1 open comment' }).waitFor()
  t.equal(asked.length, 1, 'one request for all')

  await tile.locator('.scrub').hover()
  await tile.locator('.scrub-tile').waitFor()
  await page.getByRole('searchbox').hover()
  await tile.locator('.scrub-tile').waitFor({ state: 'detached' })

  await succeed(boss.client.post(`assets/${id}/approvals/${approval.id}`, { status: 'approved' }))
  const { comments: [first] } = await succeed(admin.get(`assets/${id}/comments`))
  await succeed(admin.post(`assets/${id}/comments/${first.id}`, { done: true }))
  await tile.getByRole('img', { name: 'Approved', exact: true }).waitFor()
  await tile.getByRole('img', { name: '1 open comment', exact: true }).waitFor()

  const width = async () => (await tile.boundingBox())!.width
  const before = await width()
  await page.getByRole('slider', { name: 'Size of the pictures' }).fill('440')
  await readUntil(width, (now) => now > before)
  await check(t)
  t.strictSame(complaints, [])
})

t.test('The tile of a file that could not be fetched says so, that of one on its way says that', { skip }, async (t) => {
  const { page, world: { admin }, open, complaints } = await openConsole(t, { shared: sharedMedia() })
  const { url } = await startSender(t, (request, response) => {
    if (request.url === '/gone.png') response.writeHead(404).end()
  })
  for (const [title, name] of [['Lost', 'gone.png'], ['Coming', 'slow.png']] as const) {
    const { id } = await addAsset(admin, { title })
    await attach(admin, id, `${url}/${name}`, name)
  }
  await open('?view=pictures')
  const tile = (title: string) => page.getByRole('gridcell').filter({ hasText: title })
  await tile('Coming').getByRole('img', { name: 'In work', exact: true }).waitFor()
  const failed = tile('Lost').getByRole('img', { name: /^Not there: / })
  await failed.waitFor()
  t.equal(await failed.textContent(), 'Failed')
  t.equal(await tile('Lost').getByRole('img', { name: 'In work' }).count(), 0)
  t.strictSame(complaints, [])
})
