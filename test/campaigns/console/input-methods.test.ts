import type { CDPSession, Locator, Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { skip } from '../../helper/browser.js'
import { openConsole, showTab } from '../../helper/console.js'
import { addAsset, addProject, readItem, succeed } from '../../helper/items.js'

/** Begins to write a word by an input method, and presses keys before it is whole. */
async function composing (t: Test, page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page)
  t.teardown(() => session.detach())
  return async function compose (field: Locator, ...keys: string[]): Promise<void> {
    await field.focus()
    for (const key of keys) {
      await session.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 })
      await page.keyboard.press(key)
      // Safari tells of the key that ends a composition after its end.
      await session.send('Input.insertText', { text: 'にほ' })
      await page.evaluate(`document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {
        key: '${key}', keyCode: 229, bubbles: true, cancelable: true
      }))`)
    }
  }
}

t.test('While an input method composes, nothing is sent, saved, chosen or left', { skip }, async (t) => {
  const { page, world: { admin }, open, complaints } = await openConsole(t)
  const compose = await composing(t, page)
  const asset = await addAsset(admin, { title: 'Interview' })
  await addProject(admin, { title: 'Rushes' })
  await succeed(admin.post(`assets/${asset.id}/comments`, { text: 'Too dark' }))
  const comments = async () => (await succeed(admin.get(`assets/${asset.id}/comments`))).comments.length
  const stays = async (field: Locator, text: RegExp) => {
    t.ok(await field.evaluate((field: any) => field === field.ownerDocument.activeElement), 'the field keeps the focus')
    t.match(await field.inputValue(), text)
  }

  await open(`assets/${asset.id}`)
  const tags = page.getByLabel('Tags')
  await compose(tags, 'Enter', 'Tab', 'Escape', 'Backspace')
  await stays(tags, /にほ/)
  t.equal(await page.locator('.tag').count(), 0, 'no half word becomes a tag')

  await page.getByRole('button', { name: 'Reply' }).click()
  const reply = page.getByLabel('Reply text')
  await compose(reply, 'Enter', 'Escape')
  await stays(reply, /にほ/)
  const comment = page.getByLabel('New comment')
  await compose(comment, 'Control+Enter', 'Enter', 'Tab')
  await stays(comment, /にほ/)
  t.equal(await comments(), 1, 'no half word is posted')

  await showTab(page, 'Files')
  const url = page.getByLabel('File URL')
  await compose(url, 'Enter')
  await stays(url, /にほ/)
  t.equal(await page.getByText('This is not a URL.').count(), 0)

  await showTab(page, 'Details')
  const project = page.getByLabel('Project')
  await project.click()
  await page.getByRole('option', { name: 'No project' }).waitFor()
  await compose(project, 'ArrowDown', 'Enter', 'Escape')
  await stays(project, /にほ/)

  const title = page.getByLabel('Title')
  await compose(title, 'Enter', 'Control+s', 'Escape')
  await stays(title, /にほ/)
  t.match(await readItem(admin, 'assets', asset.id), { title: 'Interview', project_id: null })
  await page.getByRole('button', { name: 'Discard' }).click()

  await open('')
  await page.getByRole('row', { name: /Interview/ }).waitFor()
  await page.getByRole('row', { name: /Interview/ }).focus()
  await page.keyboard.press('F2')
  const cell = page.getByLabel('Title of Interview')
  await compose(cell, 'Enter', 'Tab', 'Escape')
  await stays(cell, /にほ/)
  t.equal((await readItem(admin, 'assets', asset.id)).title, 'Interview')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'New asset' }).click()
  const dialog = page.getByRole('dialog')
  await compose(dialog.getByLabel('Title'), 'Enter', 'Escape')
  await stays(dialog.getByLabel('Title'), /にほ/)
  t.equal((await succeed(admin.get('search?limit=10'))).results.length, 2, 'no half word becomes a title')
  await page.keyboard.press('Enter')
  await page.waitForURL(/assets\//)
  t.strictSame(complaints, [])
})
