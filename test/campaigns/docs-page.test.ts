import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { createWorld } from '../helper/app.js'
import { skip, startBrowser } from '../helper/browser.js'
import { addAsset, isDeleted } from '../helper/items.js'

/** Chapters in their order. Others may be in between. */
const CHAPTERS = [
  'Assets', 'Projects', 'Search', 'Moving', 'External IDs', 'Media', 'Field groups', 'Custom fields', 'Bulk',
  'Webhooks', 'Changes', 'Users and keys', 'Tokens', 'Service'
]

t.test('On the docs page a person enters a key, sends a request and sees the asset', { skip }, async (t) => {
  const { page, world, requests, complaints } = await openDocs(t)
  const asset = await addAsset(world.admin, { title: 'Interview, seen in a browser' })

  await t.test('the operations are listed by chapters', async (t) => {
    t.equal(await page.title(), 'Cutroom API')
    const chapters: string[] = await page.locator('.opblock-tag')
      .evaluateAll((tags: any[]) => tags.map((tag) => tag.dataset.tag))
    const { tags } = (await world.app.inject('/openapi.json')).json()
    t.strictSame(chapters, tags.map(({ name }: { name: string }) => name), 'the chapters that the routes name')
    t.strictSame(chapters.filter((name) => CHAPTERS.includes(name)), CHAPTERS)
  })

  const operation = page.locator('#operations-Assets-getAsset')
  await page.locator('.opblock-tag[data-tag="Assets"]').click()
  await operation.locator('.opblock-summary-control').click()
  await operation.getByPlaceholder('asset_id').fill(asset.id)
  const send = async () => {
    const answered = page.waitForResponse((response) => response.url().includes('/api/v2/'))
    await operation.getByRole('button', { name: 'Execute' }).click()
    const response = await answered
    await operation.locator('.live-responses-table .response-col_status', { hasText: String(response.status()) })
      .waitFor()
    return operation.locator('.live-responses-table').innerText()
  }

  await t.test('without a key a request is refused', async (t) => {
    t.match(await send(), '401')
  })

  await t.test('with a key a request is answered', async (t) => {
    await page.getByRole('button', { name: 'Authorize', exact: true }).click()
    const dialog = page.locator('.modal-ux')
    await dialog.locator('input').fill(world.config.ADMIN_API_KEY!)
    await dialog.getByRole('button', { name: 'Apply credentials' }).click()
    await dialog.getByRole('button', { name: 'Close' }).click()
    const shown = await send()
    t.match(shown, '200')
    t.match(shown, 'Interview, seen in a browser')
  })

  await t.test('an example of the body is filled in, and sending it creates the asset', async (t) => {
    const creation = page.locator('#operations-Assets-createAsset')
    await creation.locator('.opblock-summary-control').click()
    t.match(JSON.parse(await creation.locator('textarea').inputValue()), { title: 'Interview, day 1' })
    t.equal(
      await creation.getByPlaceholder('Idempotency-Key').inputValue(),
      '',
      'optional parameters are not filled in'
    )
    await creation.getByRole('button', { name: 'Execute' }).click()
    const answer = creation.locator('.live-responses-table')
    await answer.waitFor()
    const { asset: created } = JSON
      .parse((await answer.locator('.highlight-code').first().innerText()).replace(/^[^{]*/, ''))
    t.equal(await isDeleted(world.admin, 'assets', created.id), false)
  })

  await t.test('no request went to another host, and the browser reported no problem', async (t) => {
    const { origin } = new URL(page.url())
    t.ok(requests.length > 5, requests.join('\n'))
    t.strictSame(requests.filter((url) => !url.startsWith(`${origin}/`) && !url.startsWith('data:')), [])
    // The browser also reports the expected refusal.
    t.strictSame(complaints.filter((complaint) => !complaint.includes('401')), [])
  })
})

async function openDocs (t: Test) {
  const world = await createWorld(t, 'sqlite')
  await world.app.listen({ host: '127.0.0.1', port: 0 })
  const page = await (await startBrowser(t)).newPage()
  const requests: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('requestfailed', (request) => complaints.push(`${request.url()}: ${request.failure()?.errorText}`))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  await page.goto(`http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}/docs`)
  await page.locator('.opblock-tag').first().waitFor()
  return { page, world, requests, complaints }
}
