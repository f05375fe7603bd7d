import t from 'tap'
import { skip } from '../../helper/browser.js'
import { NARROW, openConsole, WIDE, showTab } from '../../helper/console.js'
import { addAsset, succeed } from '../../helper/items.js'
import { addLink, createGuest } from '../../helper/links.js'

t.test('The number of unread notifications is live, and the page tells who did what, and what waits for me', { skip }, async (t) => {
  const { page, world, open, check, complaints } = await openConsole(t)
  const { admin, adminCaller, addUser } = world
  const ann = await addUser()
  await succeed(ann.client.put('user', { name: 'Ann Lee' }))
  const { id } = await addAsset(admin, { title: 'Trailer' })
  await open()
  const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Notifications' })
  await link.waitFor()
  await page.getByText('Live').waitFor()
  await succeed(ann.client.post(`assets/${id}/comments`, { text: 'The music is too loud' }))
  await link.getByText('1 unread').waitFor()
  const { token } = await addLink(admin, `assets/${id}`, { comments: true })
  const guest = createGuest(world, token)
  await succeed(guest.get('shared'))
  await succeed(guest.post(`shared/assets/${id}/comments`, { name: 'Gia', text: 'I like it' }))
  await succeed(ann.client.post(`assets/${id}/approvals`, { user_ids: [adminCaller.userId], text: 'All right now?' }))
  await link.getByText('3 unread').waitFor()
  await link.click()
  const list = page.getByRole('list', { name: 'Notifications' })
  await list.getByText('Ann Lee has commented on Trailer').waitFor()
  await list.getByText('Gia (guest) has commented on Trailer').waitFor()
  await list.getByText('Ann Lee asks for your approval of Trailer').waitFor()
  await list.getByText('The music is too loud').waitFor()
  await page.getByRole('region', { name: 'Waiting for me' }).getByText('Ann Lee asks').waitFor()
  for (const viewport of [WIDE, NARROW]) {
    await page.setViewportSize(viewport)
    await check(t)
  }
  await page.setViewportSize(WIDE)
  await list.getByRole('button', { name: 'Mark as read' }).first().click()
  await link.getByText('2 unread').waitFor()
  await page.getByLabel('Only unread').check()
  await list.getByText('asks for your approval').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await link.getByText('unread').waitFor({ state: 'detached' })
  t.equal((await succeed(admin.get('notifications'))).unread, 0)

  await t.test('History tells who did what in words, guests by their names', async () => {
    await succeed(ann.client.put(`assets/${id}/favorite`))
    await open(`assets/${id}`)
    await showTab(page, 'History')
    const history = page.getByRole('region', { name: 'History' })
    for (const text of ['Ann Lee commented on this', 'Gia (guest) commented on this', 'Ann Lee asked for an approval',
      'made a link to share this', 'A guest opened the link for the first time', 'Ann Lee added this to their favorites']) {
      await history.getByText(text).waitFor()
    }
  })
  t.strictSame(complaints, [])
})

t.test('A decision is told as what it was, with its reason', { skip }, async (t) => {
  const { page, world, open, check, complaints } = await openConsole(t)
  const { admin, addUser } = world
  const ann = await addUser()
  await succeed(ann.client.put('user', { name: 'Ann Lee' }))
  const decide = async (title: string, ...decisions: object[]) => {
    const { id } = await addAsset(admin, { title })
    const { approvals: [approval] } = await succeed(admin.post(`assets/${id}/approvals`, { user_ids: [ann.id] }))
    for (const body of decisions) await succeed(ann.client.post(`assets/${id}/approvals/${approval.id}`, body))
  }
  const rejected = { status: 'rejected', text: 'The logo must come at 1 s' }
  await decide('Spot', rejected)
  await decide('Trailer', { status: 'approved' })
  await decide('Teaser', rejected, { status: 'approved', text: 'Now it is right' })
  await open('notifications')
  const list = page.getByRole('list', { name: 'Notifications' })
  const row = (text: string) => list.getByRole('listitem').filter({ hasText: text })
  await row('Ann Lee rejected Spot').getByText('The logo must come at 1 s').waitFor()
  await row('Ann Lee approved Trailer').waitFor()
  await row('Ann Lee approved Teaser').getByText('Now it is right').waitFor()
  await row('Ann Lee rejected Teaser').getByText('The logo must come at 1 s').waitFor()
  const colours = await list.locator('.good, .wrong').evaluateAll((words: any[]) => words.map((word) =>
    [word.textContent, word.ownerDocument.defaultView.getComputedStyle(word).color]))
  t.same([...new Set(colours.map(([word]) => word))].sort(), ['approved', 'rejected'])
  t.equal(new Set(colours.map(([, colour]) => colour)).size, 2)
  await check(t)
  await page.emulateMedia({ colorScheme: 'dark' })
  await check(t, 'colours')
  t.strictSame(complaints, [])
})
