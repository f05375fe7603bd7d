import t from 'tap'
import { skip } from '../../helper/browser.js'
import { openConsole } from '../../helper/console.js'
import { succeed } from '../../helper/items.js'

const MANY = 1000

/** Counts the rows of a list during scrolling: the most at once, and how many were created. */
const WATCH = `(() => {
  const rows = document.querySelector('.virtual')
  const known = new Set(rows.children)
  const seen = window.seen = { most: known.size, made: known.size }
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const row of addedNodes) known.add(row)
    seen.made = known.size
    seen.most = Math.max(seen.most, rows.childElementCount)
  }).observe(rows, { childList: true })
})()`

t.test('Scrolling through 1,000 results keeps at most 40 rows in the page and reuses them', { skip }, async (t) => {
  const { page, world: { admin }, open, complaints } = await openConsole(t)
  const operations = Array.from({ length: MANY }, (_, index) =>
    ({ method: 'POST', path: '/api/v2/assets', body: { title: `Take ${String(index).padStart(4, '0')}` } }))
  await succeed(admin.post('bulk', { operations }))
  for (const [view, role] of [['', 'row'], ['&view=pictures', 'gridcell']] as const) {
    await open(`?sort=title${view}`)
    await page.getByRole(role, { name: 'Take 0000' }).waitFor()
    await page.evaluate(WATCH)
    await page.getByRole('grid').hover()
    while (await page.getByRole(role, { name: 'Take 0999' }).count() === 0) await page.mouse.wheel(0, 2000)
    await page.getByRole('grid').press('Home')
    await page.getByRole(role, { name: 'Take 0000' }).waitFor()
    for (let steps = 0; steps < 40; steps++) await page.keyboard.press('PageDown')
    t.match(await page.evaluate('document.activeElement.textContent'), /Take 0[4-9]\d\d/, 'no key was lost')
    const { most, made } = await page.evaluate<{ most: number, made: number }>('window.seen')
    t.ok(most <= 40, `${most} rows at once`)
    // Some more are created if the list is short for a moment, as at its end, but far fewer than one for each result.
    t.ok(made <= MANY / 4, `${made} rows made`)
  }
  t.strictSame(complaints, [])
})
