import t from 'tap'
import { skip } from '../../helper/browser.js'
import { checkInAllLooks, NARROW, WIDE } from '../../helper/console.js'
import { openScreens } from '../../console/screens.js'

t.test('In the dark and on narrow pages screens are accessible, and the menu has a curl command', { skip }, async (t) => {
  await openScreens(t, async (opened, askedFor) => {
    const { page, origin } = opened
    await checkInAllLooks(t, opened)
    await page.setViewportSize(NARROW)
    const wide = await page.evaluate("[...document.querySelectorAll('.table')].filter((table) => table.scrollWidth > table.parentElement.clientWidth).length")
    t.equal(wide, 0, `the tables of ${askedFor} fit`)
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'Copy as curl' }).click()
    await page.getByText('Copied.').waitFor()
    const line = String(await page.evaluate('navigator.clipboard.readText()'))
    await page.setViewportSize(WIDE)
    t.ok(line.startsWith(`curl -H "X-API-KEY: $CUTROOM_KEY" '${origin}${askedFor}`), line)
  })
})
