import t from 'tap'
import { skip } from '../../helper/browser.js'
import { openConsole } from '../../helper/console.js'
import { addProject, readItem } from '../../helper/items.js'

t.test('The keyboard alone suffices to sign in, create, tag, select, move and sign out', { skip }, async (t) => {
  const { page, world: { admin, adminKey }, open, complaints } = await openConsole(t, { key: null })
  const { keyboard } = page
  /** Presses Tab until something of this name has the focus. */
  const tabTo = async (name: RegExp) => {
    for (let steps = 0; steps < 60; steps++) {
      const focused = String(await page.evaluate(`(() => {
        const at = document.activeElement
        return at.labels?.[0]?.textContent ?? at.getAttribute('aria-label') ?? at.textContent
      })()`))
      if (name.test(focused.trim())) return
      await keyboard.press('Tab')
    }
    throw new Error(`no way by Tab to ${String(name)}`)
  }
  await open()
  await page.getByRole('button', { name: 'Use an API key' }).waitFor()
  await tabTo(/^Use an API key/)
  await keyboard.press('Enter')
  await page.getByLabel('API key').waitFor()
  await tabTo(/^API key/)
  await keyboard.type(adminKey)
  await keyboard.press('Enter')

  await page.getByText('Nothing is here yet').waitFor()
  await tabTo(/^New asset$/)
  await keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await keyboard.type('Interview')
  await keyboard.press('Enter')
  await page.waitForURL(/assets\//)
  await page.getByLabel('Tags').waitFor()
  await tabTo(/^Tags$/)
  await keyboard.type('raw')
  await keyboard.press('Enter')
  await keyboard.press('Control+s')
  await page.getByText('Saved.').waitFor()
  const id = page.url().split('/').pop()!
  t.strictSame((await readItem(admin, 'assets', id)).tags, ['raw'])

  await keyboard.press('Escape')
  await keyboard.press('Escape')
  await page.getByRole('row', { name: /Interview/ }).waitFor()
  await keyboard.press('/')
  const answered = page.waitForResponse((answer) => /\/search\?.*q=inter(?:\*|%2A)/.test(answer.url()))
  await keyboard.type('inter*')
  await answered
  // The results are drawn after the answer has arrived. Before that there is no row to move to.
  const isAmongResults = () => page.evaluate("document.activeElement.closest('[role=grid]') !== null")
  while (!await isAmongResults()) await keyboard.press('ArrowDown')
  await keyboard.press(' ')
  await page.getByText('1 chosen').waitFor()
  await keyboard.press('Escape')
  await page.getByText('1 chosen').waitFor({ state: 'detached' })

  const [upper, lower] = [await addProject(admin, { title: 'Alpha' }), await addProject(admin, { title: 'Beta' })]
  await open('projects')
  await page.getByRole('treeitem', { name: /Beta/ }).waitFor()
  await page.getByRole('treeitem').first().focus()
  await keyboard.press('ArrowDown')
  await keyboard.press('m')
  await page.getByRole('dialog').waitFor()
  await tabTo(/^Project$/)
  await keyboard.press('Control+a')
  await keyboard.type('Alpha')
  await page.getByRole('option', { name: 'Alpha' }).waitFor()
  await keyboard.press('Enter')
  await keyboard.press('Enter')
  await page.getByText('Beta was moved.').waitFor()
  t.equal((await readItem(admin, 'projects', lower.id)).project_id, upper.id)

  await tabTo(/^Sign out$/)
  await keyboard.press('Enter')
  await page.getByRole('button', { name: 'Use an API key' }).waitFor()
  t.strictSame(complaints, [])
})

t.test('A project is moved by dragging, and members are added and removed', { skip }, async (t) => {
  const { page, world: { admin, addUser }, open, check } = await openConsole(t)
  const { email } = await addUser()
  const [upper, lower] = [await addProject(admin, { title: 'Alpha' }), await addProject(admin, { title: 'Beta' })]
  await open('projects')
  await page.getByRole('treeitem', { name: /Beta/ }).dragTo(page.getByRole('treeitem', { name: /Alpha/ }))
  await page.getByText('Beta was moved.').waitFor()
  t.equal((await readItem(admin, 'projects', lower.id)).project_id, upper.id)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.locator('[aria-level="2"]').waitFor({ state: 'detached' })
  t.equal((await readItem(admin, 'projects', lower.id)).project_id, null)

  await open(`projects/${upper.id}`)
  await page.getByLabel('New member').selectOption(email)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: `Remove ${email}` }).click()
  await page.getByText('is no member any more').waitFor()
  t.equal((await admin.get(`projects/${upper.id}/members`)).body.members.length, 1)
  await check(t)
})
