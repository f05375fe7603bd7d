import t, { type Test } from 'tap'
import { skip } from '../helper/browser.js'
import { NARROW, openConsole, WIDE } from '../helper/console.js'
import { addCollection, putInto } from '../helper/collections.js'
import { addAsset, addItemTo, addProject, succeed } from '../helper/items.js'
import { addLink } from '../helper/links.js'
import { readFilm } from '../helper/media/film.js'
import { startFileSender } from '../helper/media/sender.js'
import { analysedMedia, attachReady, readUntil, sharedMedia } from '../helper/media/world.js'

const PASSWORD = 'four quiet river stones'

/** The page of a link, for somebody who is not signed in. */
async function openShare (t: Test, viewport = WIDE) {
  const opened = await openConsole(t, { key: null, viewport, shared: sharedMedia() })
  const { page, origin } = opened
  return { ...opened, show: async (token: string) => { await page.goto(`${origin}/share/#${token}`) } }
}

t.test('A guest plays a film, comments at a moment and downloads it, at a desk and on a phone', { skip }, async (t) => {
  const { page, world: { admin, anonymous }, show, check, complaints } = await openShare(t)
  const sender = await startFileSender(t, { bytes: await readFilm(100), contentType: 'video/mp4' })
  const asset = await addAsset(admin, { title: 'Cut 3' })
  await attachReady(admin, asset.id, sender.url, 'cut3.mp4')
  await analysedMedia(admin, asset.id)
  await succeed(admin.post(`assets/${asset.id}/comments`, { text: 'Nobody hears this', internal: true }))
  const said = (await succeed(admin.post(`assets/${asset.id}/comments`, { text: '<b>Bold</b>', time: 4 }))).comment
  const link = await addLink(admin, `assets/${asset.id}`, { title: 'For <i>you</i>', comments: true, download: true })

  await show(link.token)
  await page.getByRole('heading', { level: 1, name: 'For <i>you</i>' }).waitFor()
  const film = page.getByLabel('Cut 3', { exact: true })
  const read = async () => film.evaluate((video: { duration: number }) => video.duration)
  const duration = await readUntil(read, (value) => value > 0)
  t.ok(Math.abs(duration - 20) < 0.1)
  await page.getByText('<b>Bold</b>').waitFor()
  t.equal(await page.getByText('Nobody hears this').count(), 0)
  t.equal(await page.getByText('@').count(), 0)
  await page.getByRole('button', { name: 'Go to 00:00:04:00' }).click()
  const at = await film.evaluate((video: { currentTime: number }) => video.currentTime)
  t.ok(at > 4 && at < 4.1, 'within the picture')
  await page.getByRole('group', { name: 'Player' }).getByRole('button', { name: '00:00:04:00: <b>Bold</b>' }).waitFor()
  const field = page.getByLabel('Comment')
  for (const viewport of [WIDE, NARROW]) {
    await page.setViewportSize(viewport)
    for (const element of [film, page.getByText('<b>Bold</b>'), field]) {
      await readUntil(() => element.boundingBox(), (box) => box!.y >= 0 && box!.y + box!.height <= viewport.height)
    }
  }

  await page.getByLabel('Your name').fill('Ann')
  await page.getByLabel('Comment').fill('Here')
  await page.getByText('At 00:00:04:00').waitFor()
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.getByText('Here', { exact: true }).waitFor()
  await page.getByRole('group', { name: 'Player' }).getByRole('button', { name: 'Play' }).click()
  await page.getByRole('group', { name: 'Player' }).getByRole('button', { name: 'Pause' }).waitFor()
  await page.getByRole('button', { name: 'Reply', exact: true }).first().click()
  await page.getByLabel('Comment', { exact: true }).fill('I agree')
  await page.getByRole('group', { name: 'Player' }).getByRole('button', { name: 'Play' }).waitFor()
  await page.getByRole('button', { name: 'Reply', exact: true }).last().click()
  await page.getByText('I agree').waitFor()
  const { comments } = await succeed(admin.get(`assets/${asset.id}/comments`))
  t.match(comments.slice(2), [
    { author: 'Ann', guest: true, text: 'Here', time: at }, { author: 'Ann', text: 'I agree', reply_to: said.id, time: null }
  ])
  await check(t)

  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download' }).click()])
  t.equal(download.suggestedFilename(), 'cut3.mp4')
  await readUntil(async () => (await succeed(admin.get(`assets/${asset.id}/history`))).history[0], ({ event, user_id: by }) =>
    event === 'ASSET_DOWNLOADED' && by === 0)
  t.strictSame(complaints, [])

  await page.getByLabel('Comment', { exact: true }).fill('Half a thought')
  await page.route('**/comments?*', (route) => route.abort())
  await page.waitForEvent('requestfailed')
  t.equal(await page.getByLabel('Comment', { exact: true }).inputValue(), 'Half a thought', 'it stays while the connection is away')
  await page.unroute('**/comments?*')

  const silent = await addLink(admin, `assets/${asset.id}`)
  await show(silent.token)
  await page.getByRole('heading', { level: 1, name: 'Cut 3' }).waitFor()
  await film.waitFor()
  t.equal(await page.getByRole('link', { name: 'Download' }).count(), 0)
  t.equal(await page.getByLabel('Comment').count(), 0)

  await succeed(admin.delete(`assets/${asset.id}/links/${silent.id}`))
  await page.reload()
  await page.getByText('This link has ended').waitFor()
  await check(t)
  t.equal((await anonymous.get('/share/')).headers['x-robots-tag'], 'noindex')
})

t.test('A guest enters the password, browses a collection, goes back, and downloads all', { skip }, async (t) => {
  const { page, world: { admin }, show, check } = await openShare(t, NARROW)
  const project = await addProject(admin)
  const ids = []
  for (const title of ['First', 'Second', 'Third']) ids.push((await addItemTo(admin, 'assets', project.id, { title })).id)
  const { id } = await addCollection(admin, { title: 'Choice' })
  await putInto(admin, id, ids.reverse())
  const link = await addLink(admin, `collections/${id}`, { password: PASSWORD })
  await show(link.token)
  await page.getByLabel('Password').fill('something else')
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByText('This is not the password.').waitFor()
  await check(t)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByRole('heading', { level: 1, name: 'Choice' }).waitFor()
  await page.getByRole('button', { name: 'Third' }).waitFor()
  t.strictSame(await page.getByRole('main').getByRole('button').allTextContents(), ['Third', 'Second', 'First'])
  await check(t)
  await page.getByRole('button', { name: 'Second' }).click()
  await page.getByRole('heading', { name: 'Second' }).waitFor()
  await page.getByText('There is no file yet').waitFor()
  await check(t)
  await page.goBack()
  await page.getByRole('button', { name: 'First' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'First' }).waitFor()

  const { url } = await startFileSender(t, { bytes: Buffer.from('words') })
  for (const each of ids.slice(0, 2)) await attachReady(admin, each, url, 'words.txt')
  await show((await addLink(admin, `collections/${id}`, { download: true })).token)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download all' }).click()
  t.match((await saved).suggestedFilename(), /\.zip$/)
  await check(t)
})

t.test('A guest whose browser blocks storage opens the link and comments', { skip }, async (t) => {
  const { page: shared, origin, world: { admin } } = await openShare(t)
  const page = await (await shared.context().browser()!.newContext()).newPage()
  await page.addInitScript(`for (const name of ['localStorage', 'sessionStorage']) {
    Object.defineProperty(window, name, { get () { throw new DOMException('blocked', 'SecurityError') } })
  }`)
  const { id } = await addAsset(admin)
  const link = await addLink(admin, `assets/${id}`, { comments: true, password: PASSWORD })
  await page.goto(`${origin}/share/#${link.token}`)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByLabel('Your name').fill('Ann')
  await page.getByLabel('Comment', { exact: true }).fill('Here')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.getByText('Here', { exact: true }).waitFor()
  t.match((await succeed(admin.get(`assets/${id}/comments`))).comments, [{ author: 'Ann', text: 'Here' }])
  await page.context().close()
})

t.test('The page of a share link is less than 70 KB, with no inline or foreign scripts', { skip }, async (t) => {
  const { page, origin, world: { admin, anonymous } } = await openShare(t)
  const { id } = await addAsset(admin)
  const link = await addLink(admin, `assets/${id}`, { comments: true })
  const answers: Array<Promise<Buffer>> = []
  page.on('response', (answer) => { answers.push(answer.body()) })
  await page.goto(`${origin}/share/#${link.token}`)
  await page.getByLabel('Your name').waitFor()
  await page.waitForLoadState('networkidle')
  const bytes = (await Promise.all(answers)).reduce((sum, { length }) => sum + length, 0)
  t.ok(bytes > 10_000 && bytes < 70_000, `${bytes} bytes, not compressed`)
  const { text, headers } = await anonymous.get('/share/')
  t.match(headers, { 'cache-control': 'no-cache', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
  t.match(headers['content-security-policy'], /default-src 'none'.*script-src 'self'/)
  t.notMatch(headers['content-security-policy'], /unsafe|https?:/)
  t.notMatch(text, /<script(?![^>]* src=)|<style|\bon\w+=/)
  t.match(await anonymous.get('/share'), { status: 302, headers: { location: 'share/' } })
})
