import t from 'tap'
import { skip } from '../../helper/browser.js'
import { NARROW, WIDE } from '../../helper/console.js'
import { openScreens } from '../../console/screens.js'

t.test('In the dark and on narrow pages screens are accessible, and the menu has a curl command', { skip }, async (t) => {
  await openScreens(t, async ({ page, origin, check }, askedFor) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await check(t, 'colours')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize(NARROW)
    await check(t, 'all but colours')
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
