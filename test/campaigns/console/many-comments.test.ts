import t from 'tap'
import { skip } from '../../helper/browser.js'
import { openConsole } from '../../helper/console.js'
import { fillComments } from '../../helper/fill.js'
import { addAsset, succeed } from '../../helper/items.js'
import { attachFilm, FILM_DURATION } from '../../helper/media/film.js'
import { readUntil, sharedMedia } from '../../helper/media/world.js'

/** As many as there may be. */
const COUNT = 5000

/** Notes the most elements that one turn of the event loop adds to the page. */
const WATCH = `window.most = {}
new MutationObserver((changes) => {
  const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node.nodeType === 1)
  for (const sought of ['.comment-list > .comment', '.film-mark']) {
    const within = (node) => node.querySelectorAll(sought).length + Number(node.matches(sought))
    window.most[sought] = Math.max(window.most[sought] ?? 0, added.reduce((sum, node) => sum + within(node), 0))
  }
}).observe(document.body, { childList: true, subtree: true })`

t.test('5,000 comments on a film are shown a few at a time, and worked through by keys', { skip }, async (t) => {
  const { page, world, open, check, complaints } = await openConsole(t, { shared: sharedMedia() })
  const { admin } = world
  const { id } = await addAsset(admin, { title: 'Cut 1' })
  await attachFilm(t, admin, id)
  await fillComments(world, id, COUNT, (index) => ({ time: FILM_DURATION / COUNT * index, done: index % 100 > 2 }))
  const comments = (await succeed(admin.get(`assets/${id}/comments?limit=1`))).comments
  const first = comments[0].id as number
  const shown = page.locator('.comment-list > .comment')
  const chosen = page.locator('.comment[aria-current]')
  const isChosen = async (index: number) => readUntil(() => chosen.getAttribute('id'), (now) => now === `comment-${first + index}`)
  await open()
  await page.getByRole('row', { name: /Cut 1/ }).waitFor()
  await page.evaluate(WATCH)
  await page.getByRole('link', { name: 'Cut 1' }).click()
  await readUntil(() => shown.count(), (count) => count === 200)
  await page.locator('.film-mark').first().waitFor()
  const most = await page.evaluate('window.most') as Record<string, number>
  t.ok(most['.comment-list > .comment']! <= 40, `comments: ${JSON.stringify(most)}`)
  t.ok(most['.film-mark']! <= 200, `marks: ${JSON.stringify(most)}`)
  await page.getByText('150 of 5000 open').waitFor()

  for (const index of [0, 1, 2, 100]) {
    await page.keyboard.press('n')
    await isChosen(index)
  }
  // Far behind those that are shown, and of several at its place the one that is open.
  await page.locator('.film-mark:not(.done)').last().press('Enter')
  await isChosen(4900)
  await readUntil(() => shown.first().getAttribute('id'), (now) => now === `comment-${first + 4800}`)
  await check(t)
  await open(`assets/${id}?comment=${first + 4902}`)
  await isChosen(4902)
  await page.keyboard.press('n')
  await isChosen(0)
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.locator(`#comment-${first + 299}`).waitFor({ state: 'attached' })
  t.strictSame(complaints, [])
})
