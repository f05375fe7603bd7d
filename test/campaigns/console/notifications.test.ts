import t from 'tap'
import { skip } from '../../helper/browser.js'
import { NARROW, openConsole, WIDE } from '../../helper/console.js'
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
    const history = page.getByRole('region', { name: 'History' })
    for (const text of ['Ann Lee commented on this', 'Gia (guest) commented on this', 'Ann Lee asked for an approval',
      'made a link to share this', 'A guest opened the link for the first time', 'Ann Lee added this to their favorites']) {
      await history.getByText(text).waitFor()
    }
  })
  t.strictSame(complaints, [])
})
