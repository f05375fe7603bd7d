import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { skip } from '../helper/browser.js'
import { checkInAllLooks, NARROW, openConsole } from '../helper/console.js'
import { addSending } from '../helper/drop-folders.js'
import { succeed } from '../helper/items.js'
import { addLink } from '../helper/links.js'
import { readUntil, sharedMedia } from '../helper/media/world.js'

const MIB = 1024 * 1024
const PASSWORD = 'four quiet river stones'

async function openSending (t: Test, settings: Parameters<typeof addSending>[1] = {}) {
  const opened = await openConsole(t, { key: null, viewport: NARROW, shared: sharedMedia() })
  const sending = await addSending(opened.world, settings)
  await opened.page.goto(`${opened.origin}/share/#${sending.link.token}`)
  await opened.page.getByRole('heading', { level: 1, name: 'From outside' }).waitFor()
  return { ...opened, ...sending }
}

async function choose (page: Page, what: 'Choose files' | 'Choose a folder', paths: string | string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: what }).click()
  await (await chooser).setFiles(paths)
}

t.test('On a phone a guest sends a folder of 200 files, loads the page again in the middle, and all are there once', { skip }, async (t) => {
  const { page, world: { admin }, path, complaints } = await openSending(t)
  const folder = join(t.testdir({ card: { day: {} } }), 'card')
  writeFileSync(join(folder, 'large.bin'), Buffer.alloc(9 * MIB, 'The harbour at dawn. '))
  writeFileSync(join(folder, '.DS_Store'), 'x')
  for (let index = 1; index < 200; index++) writeFileSync(join(folder, index % 2 === 0 ? 'day' : '', `take ${index}.txt`), `take ${index}`)

  const offsets: number[] = []
  let pieces = 0
  let isHeld = true
  page.on('request', (request) => {
    const offset = Number(request.headers()['upload-offset'])
    if (request.method() === 'PATCH' && (offset > 0 || (request.postDataBuffer()?.length ?? 0) > MIB)) offsets.push(offset)
  })
  await page.route('**/uploads/*', async (route) => {
    const isPiece = route.request().method() === 'PATCH'
    // In the middle nothing goes on until the page is loaded again.
    if (isHeld && isPiece && (pieces++ > 80 || Number(route.request().headers()['upload-offset']) > 0)) return
    await route.continue()
  })
  await page.getByLabel('Your name').fill('Ann')
  await choose(page, 'Choose a folder', folder)
  await page.getByText('1 file of the system left out').waitFor()
  await readUntil(async () => pieces, (count) => count > 83)
  const sent = page.getByRole('heading', { level: 2, name: /^Sent from this browser: / })
  await sent.waitFor()
  isHeld = false
  await page.reload()
  await page.getByText('Of 200 files not all were sent').waitFor()
  await sent.waitFor()
  await choose(page, 'Choose a folder', folder)
  await page.getByText('All files have been sent').waitFor()
  await page.getByRole('heading', { level: 2, name: 'Sent from this browser: 200 files' }).waitFor()
  t.ok(offsets.includes(8 * MIB), `the large file goes on at its offset: ${offsets.join()}`)

  const read = async () => (await succeed(admin.get(`${path}/arrivals?limit=1000`))).arrivals
  const arrivals: any[] = await readUntil(read, (all: any[]) => all.every(({ status }) => status === 'done'))
  t.equal(arrivals.length, 200)
  t.equal(new Set(arrivals.map((arrival) => arrival.path)).size, 200)
  t.equal(new Set(arrivals.map((arrival) => arrival.asset_id)).size, 200)
  t.strictSame(new Set(arrivals.map((arrival) => arrival.guest)), new Set(['Ann']))
  t.ok(arrivals.some((arrival) => arrival.path === 'card/day/take 2.txt'))

  await choose(page, 'Choose a folder', folder)
  await page.getByText('200 files had been sent before').waitFor()
  t.equal((await read()).length, 200)
  t.strictSame(complaints, [])
})

t.test('What is not taken is said, and the page is for everybody', { skip }, async (t) => {
  const { page, origin, world: { admin }, path, check } = await openSending(t, { folder: { only: ['*.txt'] }, link: { files: 2 } })
  const folder = t.testdir({ 'one.txt': 'one', 'two.txt': 'two', 'three.txt': 'three', 'x.mov': 'x', 'four.txt': 'four' })
  const file = (name: string) => join(folder, name)
  await page.getByText('2 more files are taken').waitFor()
  await page.getByRole('button', { name: 'Choose files' }).click()
  await page.getByText('Say who you are.').waitFor()
  t.equal(await page.evaluate('document.activeElement.className'), 'guest-name')
  await page.keyboard.type('Ann')
  await choose(page, 'Choose files', [file('one.txt'), file('x.mov')])
  await page.getByText('Files like this are not taken here.').waitFor()
  await page.getByText('1 of 2 files').first().waitFor()
  await choose(page, 'Choose files', [file('two.txt'), file('three.txt'), file('four.txt')])
  await page.getByRole('alert').filter({ hasText: 'This link takes at most 0 more files' }).waitFor()
  await page.getByText('2 of 5 files').first().waitFor()
  await checkInAllLooks(t, { page, check })
  t.equal((await succeed(admin.get(`${path}/arrivals`))).arrivals.length, 2)

  const locked = await addLink(admin, path, { password: PASSWORD, title: 'Locked' })
  await page.goto(`${origin}/share/#${locked.token}`)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByRole('heading', { level: 1, name: 'Locked' }).waitFor()
  await choose(page, 'Choose files', file('three.txt'))
  await page.getByText('All files have been sent').waitFor()
  await succeed(admin.post(path, { public: false }))
  await choose(page, 'Choose files', file('four.txt'))
  await page.getByRole('alert').filter({ hasText: 'This link has ended' }).waitFor()
})
