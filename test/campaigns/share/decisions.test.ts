import t from 'tap'
import { skip } from '../../helper/browser.js'
import { NARROW, openConsole, WIDE } from '../../helper/console.js'
import { addAsset, succeed } from '../../helper/items.js'
import { addLink, createGuest } from '../../helper/links.js'
import { sharedMedia } from '../../helper/media/world.js'

const open = async (t: any, viewport = WIDE) => openConsole(t, { key: null, viewport, shared: sharedMedia() })

t.test('A guest asks for changes, then approves, and sees what others decide', { skip }, async (t) => {
  const { page, origin, world, check, complaints } = await open(t)
  const { admin } = world
  const { id } = await addAsset(admin, { title: 'Spot' })
  const link = await addLink(admin, `assets/${id}`, { approvals: true })
  const decisions = async () => (await succeed(admin.get(`assets/${id}/approvals`))).approvals

  await page.goto(`${origin}/share/#${link.token}`)
  const part = page.getByRole('region', { name: 'Approval' })
  await part.getByRole('heading', { name: 'Approval: Nobody has decided yet' }).waitFor()
  await part.getByRole('button', { name: 'Approve' }).click()
  await part.getByText('Say who you are.').waitFor()
  t.equal(await page.evaluate("document.activeElement.getAttribute('aria-label')"), 'Your name')
  t.strictSame(await decisions(), [], 'nobody has decided without a name')

  await page.getByLabel('Your name').fill(' Ann ')
  await part.getByLabel('What has to change').fill('The logo must come at 1 s')
  await part.getByRole('button', { name: 'Needs changes' }).click()
  await part.getByText('The logo must come at 1 s').waitFor()
  await part.getByRole('heading', { name: 'Approval: Needs changes' }).waitFor()
  t.match(await decisions(), [{ author: 'Ann', guest: true, status: 'rejected', text: 'The logo must come at 1 s' }])
  t.equal(await part.getByLabel('What has to change').inputValue(), '')

  await page.reload()
  t.equal(await page.getByLabel('Your name').inputValue(), 'Ann', 'the name is asked for once')
  await part.getByText('The logo must come at 1 s').waitFor()
  await part.getByRole('button', { name: 'Approve' }).focus()
  await page.keyboard.press('Enter')
  await part.getByRole('heading', { name: 'Approval: Approved' }).waitFor()
  t.equal(await part.getByText('The logo must come at 1 s').count(), 0, 'the same name changes its decision')
  t.match(await decisions(), [{ author: 'Ann', status: 'approved', text: null }])

  const guest = createGuest(world, link.token)
  const decide = async (name: string) =>
    succeed(guest.post(`shared/assets/${id}/approvals`, { name, status: 'rejected', text: 'لا' }))
  await decide('نورا')
  await part.getByText('نورا').waitFor()
  await part.getByRole('heading', { name: 'Approval: Needs changes' }).waitFor()
  for (const viewport of [WIDE, NARROW]) {
    await page.setViewportSize(viewport)
    await check(t)
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  await check(t, 'colours')
  t.strictSame(complaints, [])

  for (let number = 3; number <= 20; number++) await decide(`Guest ${number}`)
  await page.getByLabel('Your name').fill('Too many')
  await part.getByRole('button', { name: 'Approve' }).click()
  await part.getByText('Must not have more than 20 decisions of guests.').waitFor()
})

t.test('Comments and decisions ask for one name, also where the browser blocks storage', { skip }, async (t) => {
  const { page: shared, origin, world: { admin } } = await open(t)
  const page = await (await shared.context().browser()!.newContext({ viewport: NARROW })).newPage()
  await page.addInitScript(`for (const name of ['localStorage', 'sessionStorage']) {
    Object.defineProperty(window, name, { get () { throw new DOMException('blocked', 'SecurityError') } })
  }`)
  const { id } = await addAsset(admin)
  const link = await addLink(admin, `assets/${id}`, { comments: true, approvals: true })
  await page.goto(`${origin}/share/#${link.token}`)
  await page.getByLabel('Your name').fill('Ann')
  await page.getByLabel('Comment', { exact: true }).fill('Here')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.getByText('Here', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('heading', { name: 'Approval: Approved' }).waitFor()
  t.match((await succeed(admin.get(`assets/${id}/approvals`))).approvals, [{ author: 'Ann', status: 'approved' }])

  const silent = await addLink(admin, `assets/${id}`, { comments: true })
  await page.goto(`${origin}/share/#${silent.token}`)
  await page.getByText('Here', { exact: true }).waitFor()
  t.equal(await page.getByRole('button', { name: 'Approve' }).count(), 0, 'where the link does not allow it')
  await page.context().close()
})
