import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { skip } from '../../helper/browser.js'
import { openConsole } from '../../helper/console.js'
import { sharedMedia } from '../../helper/media/world.js'

t.test('A webhook is created, its failed delivery is shown, and a redelivery arrives', { skip }, async (t) => {
  const { page, world: { admin }, open, check, complaints } = await openConsole(t, { shared: sharedMedia() })
  const receiver = await startReceiver(t)
  await open('webhooks')
  await page.getByText('Nobody is told of anything yet').waitFor()
  await page.getByRole('button', { name: 'New webhook' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Archive')
  await dialog.getByLabel('URL').fill(receiver.url)
  await check(t)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 1, name: 'Archive' }).waitFor()

  await page.getByRole('button', { name: 'New header' }).click()
  await dialog.getByLabel('Name').fill('X-Signature')
  await dialog.getByRole('checkbox', { name: 'Secret' }).check()
  await dialog.getByRole('textbox', { name: 'Secret' }).fill('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('signature', { exact: true }).waitFor()

  await admin.post('assets', { title: 'Interview' })
  const attempt = page.getByRole('button', { name: /503.*ASSET_ADDED/ }).first()
  await attempt.waitFor()
  await attempt.click()
  await page.getByText('<script>alert(1)</script> no').waitFor()
  t.equal(await page.evaluate('document.querySelectorAll("pre script").length'), 0, 'markup is shown as text')
  await check(t)

  receiver.accept()
  await page.getByRole('button', { name: 'Redeliver' }).first().click()
  await page.getByText('The delivery is queued again.').waitFor()
  await page.getByRole('button', { name: 'Arrived' }).click()
  await page.getByRole('button', { name: /200.*ASSET_ADDED.*manual/ }).first().waitFor()
  await page.getByText('Healthy').waitFor()

  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByRole('button', { name: /200.*NOTIFICATION_ADDED.*test/ }).first().waitFor()
  await page.getByRole('button', { name: 'Recover' }).click()
  await dialog.getByRole('button', { name: 'Recover' }).click()
  await page.getByText('Nothing was given up since then.').waitFor()
  await page.getByRole('button', { name: 'Disable' }).click()
  await page.getByText('Disabled', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Healthy').waitFor()
  t.strictSame(complaints, [])
})

t.test('A new field can be filled in on an asset, and deleting it asks first', { skip }, async (t) => {
  const { page, world: { admin }, open, check } = await openConsole(t)
  await open('fields')
  await page.getByRole('button', { name: 'New group' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Shooting <b>')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'New field' }).click()
  await dialog.getByLabel('Name').fill('Camera')
  await dialog.getByLabel('Type').selectOption('dropdown')
  await dialog.getByLabel('Options').fill('fx6 = Sony FX6\nc70 = Canon C70')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('rowheader', { name: 'Camera' }).waitFor()
  await check(t)

  const { asset } = (await admin.post('assets', { title: 'Interview' })).body
  await open(`assets/${asset.id}`)
  await page.getByLabel('Camera').selectOption({ label: 'Canon C70' })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  const [group] = (await admin.get(`assets/${asset.id}/custom_fields`)).body.custom_fields
  t.strictSame(Object.values(group.values), ['c70'])

  await open('fields')
  await page.getByRole('row', { name: /Camera/ }).getByRole('button', { name: 'Delete' }).click()
  await dialog.getByText('all its values').waitFor()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No fields yet.').waitFor()
})

t.test('New keys are shown once; a disabled user and a revoked key are refused', { skip }, async (t) => {
  const { page, world: { app }, open, check } = await openConsole(t)
  const asks = async (key: string) => (await app.inject({ url: '/api/v2/user', headers: { 'x-api-key': key } })).statusCode
  const dialog = page.getByRole('dialog')
  await open('users')
  await page.getByRole('button', { name: 'New user' }).click()
  await dialog.getByLabel('E-mail').fill('ann@example.com')
  await dialog.getByRole('checkbox', { name: 'Invite' }).uncheck()
  await dialog.getByRole('button', { name: 'Make user' }).click()
  await dialog.getByText('shown this once').waitFor()
  await check(t)
  const key = await dialog.locator('.secret').innerText()
  t.equal(await asks(key), 200)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('row', { name: /ann@/ }).getByRole('button', { name: 'Disable' }).click()
  await page.getByText('may not come in any more').waitFor()
  t.equal(await asks(key), 401)

  await open('keys')
  await page.getByRole('button', { name: 'New key' }).click()
  await dialog.getByLabel('Name').fill('Nightly export')
  await dialog.getByLabel('Scope').selectOption('read')
  await dialog.getByRole('button', { name: 'Make key' }).click()
  const own = await dialog.locator('.secret').innerText()
  await dialog.getByRole('button', { name: 'Done' }).click()
  t.equal(await asks(own), 200)
  await page.getByRole('row', { name: /Nightly export/ }).getByRole('button', { name: 'Revoke' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('The key was revoked.').waitFor()
  t.equal(await asks(own), 401)
  t.equal(await page.getByText(own).count(), 0)
})

t.test('The status page plots the metrics of the service', { skip }, async (t) => {
  const { page, open } = await openConsole(t)
  await open('status')
  await page.getByText('Ready: the service can do its work.').waitFor()
  await page.locator('.plot polyline').first().waitFor()
  t.ok(await page.getByRole('img', { name: /^Memory: / }).count())
})

/** A receiver that answers 503 with markup until `accept` is called. */
async function startReceiver (t: Test): Promise<{ url: string, accept: () => void }> {
  let status = 503
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(status, { 'content-type': 'text/html' }).end('<script>alert(1)</script> no')
    })
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, accept: () => { status = 200 } }
}

t.test('The status page shows deliveries that wait for a retry, even when none is queued', { skip }, async (t) => {
  const { page, open } = await openConsole(t)
  await page.route('**/metrics', async (route) => route.fulfill({
    contentType: 'text/plain',
    body: 'cutroom_webhook_deliveries{disabled="false",state="queued"} 0\n' +
      'cutroom_webhook_deliveries{disabled="false",state="retrying"} 29\ncutroom_webhook_oldest_delivery_age_seconds 0\n'
  }))
  await open('status')
  await page.getByText('29', { exact: true }).waitFor()
  await page.getByText('only retries').waitFor()
})
