import t from 'tap'
import type { Locator, Page } from 'playwright-core'
import { skip } from '../../helper/browser.js'
import { addAssets } from '../../helper/collections.js'
import { NARROW, openConsole, WIDE } from '../../helper/console.js'
import { succeed } from '../../helper/items.js'
import { readFilm } from '../../helper/media/film.js'
import { readUntil, sharedMedia } from '../../helper/media/world.js'

const PASSWORD = 'harbour at night'
const RANGE = '00:00:00:01 to 00:00:00:03'

const sizes = { 'at a desk': WIDE, 'on a phone': NARROW }

for (const [where, viewport] of Object.entries(sizes)) {
  t.test(`Eight assets are shared, and the client asks for changes, compares and approves, ${where}`, { skip }, async (t) => {
    const shared = { ...sharedMedia(), MEDIA_VERSIONS: '5' }
    const { page: desk, world: { admin }, open, check, complaints } = await openConsole(t, { shared })
    await addAssets(admin, 7)
    await open('?sort=title')
    await desk.getByRole('row', { name: /Asset 7/ }).waitFor()
    await upload(desk, desk.getByRole('button', { name: 'Upload' }), 'spot 1.mp4', 100)
    await desk.getByRole('row', { name: /spot 1/ }).waitFor()
    const { results: [{ asset: { id } }] } = await succeed(admin.get('search?q=spot'))

    // Choose, Share, fill in, Make link: four steps, and the address is there to be copied.
    for (const name of ['spot 1', ...Array.from({ length: 7 }, (_, index) => `Asset ${index + 1}`)]) {
      await desk.getByRole('checkbox', { name: `Choose ${name}` }).click()
    }
    await desk.getByRole('button', { name: 'Share', exact: true }).click()
    const dialog = desk.getByRole('dialog')
    await dialog.getByText('these 8 assets').waitFor()
    await dialog.getByLabel('Password').fill(PASSWORD)
    for (const name of ['Approvals', 'Versions']) await dialog.getByRole('checkbox', { name }).check()
    await dialog.getByRole('button', { name: 'Make link' }).click()
    const address = (await dialog.locator('.secret').textContent())!
    await dialog.getByRole('button', { name: 'Done' }).click()

    const client = await (await desk.context().browser()!.newContext({ viewport })).newPage()
    const code = client.getByRole('group', { name: 'Player' }).getByLabel('Time code')
    await client.goto(address)
    await client.getByLabel('Password').fill(PASSWORD)
    await client.getByRole('button', { name: 'Open' }).click()
    await client.getByRole('button', { name: 'spot 1', exact: true }).click()
    await code.getByText('00:00:00:00').waitFor()
    await markRange(client, viewport === NARROW)
    await client.getByLabel('Your name').fill('Cleo')
    await client.getByRole('button', { name: 'Draw', exact: true }).click()
    await drawOn(client)
    await client.getByLabel('Comment', { exact: true }).fill('Our logo is too small')
    await client.getByRole('button', { name: 'Comment', exact: true }).click()
    await client.getByText('Our logo is too small').waitFor()
    await client.getByLabel('What has to change').fill('See the arrow')
    await client.getByRole('button', { name: 'Needs changes' }).click()
    await client.getByRole('heading', { name: 'Approval: Needs changes' }).waitFor()
    await check(t)

    await desk.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Notifications' }).click()
    const told = desk.getByRole('list', { name: 'Notifications' })
    await told.getByText('See the arrow').waitFor()
    await told.getByRole('listitem').filter({ hasText: 'Our logo is too small' }).getByRole('link').click()
    const chosen = desk.locator('.comment[aria-current]')
    await chosen.getByText('Our logo is too small').waitFor()
    await chosen.getByRole('button', { name: RANGE }).waitFor()
    await desk.locator('.drawing-shape').waitFor()
    await desk.getByText('1 of 1 open').waitFor()
    await desk.locator('body').press('n')
    await readUntil(() => desk.evaluate("document.activeElement.type === 'checkbox'"), (is) => is === true)
    await desk.keyboard.press('Space')
    await desk.getByText('0 of 1 open').waitFor()
    await upload(desk, desk.getByRole('button', { name: 'Upload' }), 'spot 2.mp4', 200)
    await desk.getByRole('button', { name: 'v2' }).waitFor()
    await desk.locator('.item-head').getByText('Waiting').waitFor()

    await client.getByRole('button', { name: 'Show the new version' }).click()
    await client.getByText('spot 2.mp4').waitFor()
    const versions = client.getByRole('group').filter({ hasText: 'Versions' })
    await versions.getByText('v2').click()
    await versions.getByRole('button', { name: 'Compare v1' }).click()
    const comparison = client.getByRole('region', { name: 'Compare' })
    await comparison.getByLabel('v2: spot 2.mp4').waitFor()
    await comparison.getByRole('button', { name: 'Stop comparing' }).click()
    await client.getByRole('button', { name: 'Approve' }).click()
    await client.getByRole('heading', { name: 'Approval: Approved' }).waitFor()
    await client.context().close()

    await desk.locator('.item-head').getByText('Approved').waitFor()
    await open('?view=pictures')
    const tile = desk.getByRole('gridcell').filter({ hasText: 'spot 1' })
    for (const name of ['Version 2', 'Approved']) await tile.getByRole('img', { name, exact: true }).waitFor()
    t.match((await succeed(admin.get(`assets/${id}/approvals`))).approvals, [{ author: 'Cleo', guest: true, status: 'approved' }])
    t.strictSame(complaints, [])
  })
}

async function upload (page: Page, button: Locator, name: string, padding: number): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await button.click()
  await (await choosing).setFiles({ name, mimeType: 'video/mp4', buffer: await readFilm(padding) })
}

/** From the second picture to the fourth. On a phone In and Out are behind a button. */
async function markRange (page: Page, isNarrow: boolean): Promise<void> {
  const player = page.getByRole('group', { name: 'Player' })
  if (isNarrow) await player.getByRole('button', { name: 'More controls' }).click()
  const stepTo = async (code: string) => {
    await player.getByRole('button', { name: 'Step forward' }).click()
    await player.getByLabel('Time code').getByText(code).waitFor()
  }
  await stepTo('00:00:00:01')
  await player.getByRole('button', { name: 'In', exact: true }).click()
  await stepTo('00:00:00:02')
  await stepTo('00:00:00:03')
  await player.getByRole('button', { name: 'Out', exact: true }).click()
  await page.getByRole('button', { name: RANGE, exact: true }).waitFor()
}

async function drawOn (page: Page): Promise<void> {
  const { x, y, width, height } = (await page.locator('.drawn-on').boundingBox())!
  await page.mouse.move(x + width * 0.2, y + height * 0.2)
  await page.mouse.down()
  await page.mouse.move(x + width * 0.6, y + height * 0.5, { steps: 5 })
  await page.mouse.up()
}
