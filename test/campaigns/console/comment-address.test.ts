import t from 'tap'
import type { Locator } from 'playwright-core'
import type { Client } from '../../helper/app.js'
import { skip } from '../../helper/browser.js'
import { NARROW, openConsole, WIDE, showTab } from '../../helper/console.js'
import { addAsset, addItemTo, addProject, succeed } from '../../helper/items.js'
import { addLink } from '../../helper/links.js'
import { makePdf } from '../../helper/media/pdf.js'
import { attachFilm } from '../../helper/media/film.js'
import { startFileSender } from '../../helper/media/sender.js'
import { analysedMedia, attach, readUntil, sharedMedia } from '../../helper/media/world.js'

/** How many comments are in a page of the list unless told. */
const PAGE = 100

async function say (admin: Client, item: string, text: string, more: object = {}): Promise<number> {
  return (await succeed(admin.post(`${item}/comments`, { text, ...more }))).comment.id
}

/** Waits until an element is in the window, and nothing is before its middle. */
async function inSight (element: Locator): Promise<void> {
  await readUntil(() => element.evaluate((element: any) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const seen = element.ownerDocument.elementFromPoint(left + width / 2, top + height / 2)
    return element.contains(seen)
  }), (is) => is)
}

t.test('A comment has an address: it is chosen and in sight there, and the film is at its picture', { skip }, async (t) => {
  const { page, origin, world: { admin }, open, check, complaints } = await openConsole(t, { shared: sharedMedia() })
  const { id } = await addAsset(admin, { title: 'Cut 1' })
  await attachFilm(t, admin, id)
  for (let second = 0; second < 40; second++) await say(admin, `assets/${id}`, `At ${second}\n\nand more`, { time: second / 2 })
  const comment = await say(admin, `assets/${id}`, 'The logo', { time: 17.3 })
  const reply = await say(admin, `assets/${id}`, 'Which?', { reply_to: comment })
  const link = await addLink(admin, `assets/${id}`, { comments: true })
  const chosen = page.locator('.comment[aria-current]')
  const code = page.getByRole('group', { name: 'Player' }).getByLabel('Time code')
  for (const address of ['console', 'share']) {
    for (const [viewport, asked, text] of [[WIDE, comment, 'The logo'], [NARROW, reply, 'Which?']] as const) {
      await page.setViewportSize(viewport)
      if (address === 'console') await open(`assets/${id}?comment=${asked}`)
      else await page.goto(`${origin}/share/?comment=${asked}#${link.token}`)
      await chosen.getByText(text, { exact: true }).waitFor()
      t.equal(await chosen.count(), 1)
      await readUntil(() => code.textContent(), (now) => now === '00:00:17:03')
      await inSight(chosen.getByText(text, { exact: true }))
      await check(t)
    }
  }

  // Its own button gives the address.
  await page.setViewportSize(WIDE)
  for (const start of [async () => open(`assets/${id}`), async () => page.goto(`${origin}/share/#${link.token}`)]) {
    await start()
    const said = page.locator(`#comment-${reply}`)
    await said.getByRole('button', { name: 'Copy link' }).click()
    await said.getByRole('button', { name: 'Copied' }).waitFor()
    const address = String(await page.evaluate('navigator.clipboard.readText()'))
    t.match(address, `comment=${reply}`)
    t.ok(address.startsWith(origin))
    await page.goto(address)
    await chosen.getByText('Which?').waitFor()
    await readUntil(() => code.textContent(), (now) => now === '00:00:17:03')
  }
  t.strictSame(complaints, [])
})

t.test('A notification, the history and an address in the same page lead to a comment, also one that is hidden by Hide done', { skip }, async (t) => {
  const { page, world, open, complaints } = await openConsole(t, { shared: sharedMedia() })
  const { admin, adminCaller } = world
  const ann = await world.addUser()
  const { id } = await addAsset(admin, { title: 'Cut 1' })
  await attachFilm(t, admin, id)
  for (let second = 0; second < 30; second++) await say(admin, `assets/${id}`, `At ${second}`, { time: second / 2 })
  const comment = await say(ann.client, `assets/${id}`, 'Done long ago', { time: 16, mentions: [adminCaller.userId] })
  await succeed(admin.post(`assets/${id}/comments/${comment}`, { done: true }))
  await open('notifications')
  await page.getByRole('list', { name: 'Notifications' }).getByRole('link', { name: 'Cut 1' }).first().click()
  await page.waitForURL(`**/console/assets/${id}?comment=${comment}`)
  const chosen = page.locator('.comment[aria-current]')
  const code = page.getByRole('group', { name: 'Player' }).getByLabel('Time code')
  const isThere = async () => {
    await chosen.getByText('Done long ago').waitFor()
    await readUntil(() => code.textContent(), (now) => now === '00:00:16:00')
    await inSight(chosen.getByText('Done long ago'))
  }
  await isThere()
  const section = page.getByRole('region', { name: 'Comments' })
  await section.getByText('At 3', { exact: true }).scrollIntoViewIfNeeded()
  await section.getByRole('button', { name: '00:00:01:05' }).click()
  await chosen.getByText('At 3', { exact: true }).waitFor()
  await section.getByLabel('Hide done').check()
  await section.getByText('Done long ago').waitFor({ state: 'detached' })
  await showTab(page, 'History')
  await page.getByRole('region', { name: 'History' }).getByRole('link', { name: 'commented on this' }).first().click()
  await isThere()
  t.equal(await section.getByLabel('Hide done').isChecked(), false)
  t.strictSame(complaints, [])
})

t.test('A comment that is gone is said to be gone; one of hundreds is shown with those around it', { skip }, async (t) => {
  const { page, origin, world: { admin }, open, check, complaints } = await openConsole(t)
  const { id } = await addProject(admin, { title: 'Rushes' })
  for (let index = 0; index < 30; index++) await addItemTo(admin, 'assets', id, { title: `Take ${index}` })
  const ids: number[] = []
  for (let part = 0; part < 5; part++) {
    ids.push(...await Promise.all(Array.from({ length: PAGE }, async (_, index) => say(admin, `projects/${id}`, `Say ${part}-${index}`))))
  }
  const ordered = [...ids].sort((one, other) => one - other)
  const chosen = page.locator('.comment[aria-current]')
  await open(`projects/${id}?comment=${ordered[350]}`)
  await chosen.waitFor()
  t.equal(await chosen.getAttribute('id'), `comment-${ordered[350]}`)
  await inSight(chosen.locator('.comment-text'))
  const shown = page.locator('.comment-list > .comment')
  await readUntil(() => shown.count(), (count) => count === 200)
  t.equal(await shown.first().getAttribute('id'), `comment-${ordered[250]}`)
  await page.getByRole('button', { name: 'Show earlier' }).click()
  await readUntil(() => shown.count(), (count) => count === 400)
  await page.locator(`#comment-${ordered[50]}`).waitFor()
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.locator(`#comment-${ordered.at(-1)}`).waitFor()

  // The list above knows nothing of it, and who sorts it is not led there again.
  await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click()
  await page.waitForURL((url) => url.searchParams.has('sort') && !url.searchParams.has('comment'))

  await succeed(admin.delete(`projects/${id}/comments/${ordered[0]}`))
  const gone = page.getByRole('alert').getByText('is not here any more')
  for (const address of [`projects/${id}?comment=${ordered[0]}`, `projects/${id}?comment=x`]) {
    await open(address)
    await gone.waitFor()
    await check(t)
  }
  const { id: picture } = await addAsset(admin, { title: 'Cut' })
  const internal = await say(admin, `assets/${picture}`, 'Not for guests', { internal: true })
  const { token } = await addLink(admin, `assets/${picture}`, { comments: true })
  await page.goto(`${origin}/share/?comment=${internal}#${token}`)
  await gone.waitFor()
  t.strictSame(complaints, [])
})

t.test('A comment on a page of a PDF, and one on another version, are shown with what they are about', { skip }, async (t) => {
  const { page, world: { admin }, open, complaints } = await openConsole(t, { shared: sharedMedia() })
  const { id } = await addAsset(admin, { title: 'The script' })
  const bytes = makePdf(Array.from({ length: 8 }, (_, index) => `/MediaBox[0 0 300 ${200 + index * 20}]`))
  await attach(admin, id, (await startFileSender(t, { bytes, contentType: 'application/pdf' })).url, 'script.pdf')
  await analysedMedia(admin, id)
  const comment = await say(admin, `assets/${id}`, 'Cut this scene', { page: 6, area: { x: 0.1, y: 0.1, width: 0.2, height: 0.2 } })
  const reply = await say(admin, `assets/${id}`, 'All of it?', { reply_to: comment })
  for (const asked of [comment, reply]) {
    await open(`assets/${id}?comment=${asked}`)
    await page.getByText('Page 6 of 8').waitFor()
    await page.locator(`#comment-${asked}[aria-current]`).waitFor()
  }

  const { id: film } = await addAsset(admin, { title: 'Cut' })
  await attachFilm(t, admin, film, 'cut-1.mp4')
  const drawing = [{ tool: 'line', color: '#ffffff', width: 0.01, points: [[0.1, 0.1], [0.9, 0.9]] }]
  const early = await say(admin, `assets/${film}`, 'On the first cut', { time: 12, drawing })
  await attachFilm(t, admin, film, 'cut-2.mp4')
  await open(`assets/${film}?comment=${early}`)
  await page.getByText(/^Drawn on/).waitFor()
  await page.getByRole('group', { name: 'Player' }).getByLabel('Time code').getByText('00:00:12:00').waitFor()
  t.strictSame(complaints, [])
})

t.test('On the page of a link to many assets an address leads to one that is not on the first page, and back to all', { skip }, async (t) => {
  const { page, origin, world: { admin }, check, complaints } = await openConsole(t, { key: null })
  const project = await addProject(admin, { title: 'Rushes' })
  const assets = []
  for (let index = 0; index < 62; index++) assets.push(await addItemTo(admin, 'assets', project.id, { title: `Take ${index}` }))
  const { token } = await addLink(admin, `projects/${project.id}`, { comments: true })
  for (const { id, title } of [assets[0]!, assets.at(-1)!]) {
    const comment = await say(admin, `assets/${id}`, `On ${title}`)
    await page.goto(`${origin}/share/?asset=${id}&comment=${comment}#${token}`)
    await page.locator('.comment[aria-current]').getByText(`On ${title}`).waitFor()
    await check(t)
    await page.getByRole('button', { name: 'All' }).click()
    await page.getByRole('button', { name: 'Take 30' }).click()
    await page.getByRole('heading', { name: 'Take 30' }).waitFor()
    t.equal(await page.getByRole('alert').filter({ hasText: 'not here' }).count(), 0)
    await page.reload()
    await page.getByRole('heading', { name: 'Take 30' }).waitFor()
    await page.getByRole('button', { name: 'All' }).click()
    await page.getByRole('button', { name: 'Take 30' }).waitFor()
  }
  t.strictSame(complaints, [])
})
