import t from 'tap'
import { skip } from '../../helper/browser.js'
import { NARROW, openConsole, WIDE } from '../../helper/console.js'
import { addAsset, addProject, succeed } from '../../helper/items.js'
import { addLink } from '../../helper/links.js'
import { attachFilm } from '../../helper/media/film.js'
import { readUntil, sharedMedia } from '../../helper/media/world.js'

const DRAWING = [{ tool: 'line', color: '#ffffff', width: 0.01, points: [[0.1, 0.1], [0.9, 0.9]] }]

t.test('Comments are worked through by keys: N leads to the next open one, a space ticks it', { skip }, async (t) => {
  const { page, world: { admin }, open, check, complaints } = await openConsole(t, { shared: sharedMedia() })
  const { id } = await addAsset(admin, { title: 'Cut 1' })
  await attachFilm(t, admin, id)
  const say = async (text: string, more: object) => (await succeed(admin.post(`assets/${id}/comments`, { text, ...more }))).comment
  const done = await say('Done', { time: 2 })
  await succeed(admin.post(`assets/${id}/comments/${done.id}`, { done: true }))
  await say('Third', { time: 9 })
  const first = await say('First', { time: 1, drawing: DRAWING })
  await say('Second', { time: 4 })
  await say('Why?', { reply_to: first.id })
  await open(`assets/${id}`)
  const section = page.getByRole('region', { name: 'Comments' })
  const code = page.getByRole('group', { name: 'Player' }).getByLabel('Time code')
  const chosen = section.locator('.comment[aria-current]')
  await section.getByText('3 of 4 open').waitFor()
  await code.getByText('00:00:00:00').waitFor()
  t.equal(await section.getByText('drawing', { exact: true }).count(), 1)
  for (const viewport of [WIDE, NARROW]) {
    await page.setViewportSize(viewport)
    await check(t)
  }
  await page.setViewportSize(WIDE)

  // As a Hebrew keyboard writes it: its place counts.
  await page.evaluate(`document.body.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'מ', code: 'KeyN', bubbles: true, cancelable: true }))`)
  await chosen.getByText('First').waitFor()
  await code.getByText('00:00:01:00').waitFor()
  for (const [open, text, next] of [[2, 'Second', '00:00:04:00'], [1, 'Third', '00:00:09:00']] as const) {
    await readUntil(() => page.evaluate("document.activeElement.type === 'checkbox'"), (is) => is === true)
    await page.keyboard.press('Space')
    await section.getByText(`${open} of 4 open`).waitFor()
    t.equal(await page.evaluate("document.querySelector('.stage video').paused"), true, 'a space plays nothing')
    await page.keyboard.press('n')
    await chosen.getByText(text).waitFor()
    await code.getByText(next).waitFor()
  }
  await section.getByLabel('Hide done').check()
  await page.keyboard.press('N')
  await section.getByRole('button', { name: 'Next open' }).click()
  await section.getByRole('checkbox', { name: 'Done: Third' }).click()
  await section.getByText('0 of 4 open').waitFor()
  t.equal(await section.locator('.comment').count(), 0)
  t.equal(await section.getByRole('button', { name: 'Next open' }).count(), 0)
  await section.getByLabel('Hide done').uncheck()
  await section.getByRole('checkbox', { name: 'Done: Second' }).uncheck()
  await section.getByText('1 of 4 open').waitFor()
  t.match((await succeed(admin.get(`assets/${id}/comments`))).comments.map((each: any) => each.done), [true, true, true, false, false])
  t.strictSame(complaints, [])
})

t.test('A click anywhere in a comment leads to its moment, but not where text is chosen', { skip }, async (t) => {
  const { page, origin, world: { admin }, open, complaints } = await openConsole(t, { shared: sharedMedia() })
  const { id } = await addAsset(admin, { title: 'Cut 1' })
  await attachFilm(t, admin, id)
  const { comment } = await succeed(admin.post(`assets/${id}/comments`, { text: 'The logo comes too late', time: 4 }))
  await succeed(admin.post(`assets/${id}/comments`, { text: 'By far', reply_to: comment.id }))
  await succeed(admin.post(`assets/${id}/comments`, { text: 'Fine', time: 9 }))
  const link = await addLink(admin, `assets/${id}`, { comments: true })
  const code = page.getByRole('group', { name: 'Player' }).getByLabel('Time code')
  for (const start of [async () => open(`assets/${id}`), async () => page.goto(`${origin}/share/#${link.token}`)]) {
    await start()
    await code.getByText('00:00:00:00').waitFor()
    await page.getByText('Fine', { exact: true }).click()
    await code.getByText('00:00:09:00').waitFor()
    await page.getByText('By far', { exact: true }).click()
    await code.getByText('00:00:04:00').waitFor()
    await page.locator('.replies > .comment[aria-current]').waitFor()
    await page.getByText('Fine', { exact: true }).click()
    await code.getByText('00:00:09:00').waitFor()
    await page.locator(`#comment-${comment.id}`).getByRole('button', { name: 'Copy link' }).first().click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const { x, y, width, height } = (await page.getByText('The logo comes too late').boundingBox())!
    await page.mouse.move(x + 2, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + Math.min(width, 80), y + height / 2, { steps: 4 })
    await page.mouse.up()
    t.not(await page.evaluate('String(getSelection())'), '')
    t.equal(await code.textContent(), '00:00:09:00')
  }
  t.strictSame(complaints, [])
})

t.test('Who wrote a comment changes it; a comment that is deleted meanwhile is said to be gone', { skip }, async (t) => {
  const { page, world, open, check, complaints } = await openConsole(t)
  const { admin } = world
  const nora = await world.addUser({ email: 'nora@checklist.example' })
  const { id } = await addProject(admin, { title: 'Rushes' })
  const say = async (client: typeof admin, text: string, more: object = {}) =>
    (await succeed(client.post(`projects/${id}/comments`, { text, ...more }))).comment
  const mine = await say(admin, 'Teh end')
  await say(nora.client, 'Not mine')
  const reply = await say(admin, 'Yes', { reply_to: mine.id })
  await open(`projects/${id}`)
  const section = page.getByRole('region', { name: 'Comments' })
  const field = section.getByRole('textbox', { name: 'Text of the comment' })
  await section.getByText('Not mine').waitFor()
  t.equal(await section.getByRole('button', { name: 'Edit comment' }).count(), 2)
  const edit = section.locator(`#comment-${mine.id} > .comment-about`).getByRole('button', { name: 'Edit comment' })
  await edit.click()
  t.equal(await field.inputValue(), 'Teh end')
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  await edit.click()
  await field.fill('The end, @nor')
  await section.getByRole('option', { name: 'nora@checklist.example' }).waitFor()
  await check(t)
  await page.keyboard.press('Enter')
  await readUntil(() => field.inputValue(), (text) => text === 'The end, @nora ')
  await page.keyboard.press('Control+Enter')
  await section.getByText('The end, @nora').waitFor()
  const { comments } = await succeed(admin.get(`projects/${id}/comments`))
  t.match(comments[0], { text: 'The end, @nora ', mentions: [nora.id] })

  await section.locator(`#comment-${reply.id}`).getByRole('button', { name: 'Edit comment' }).click()
  await field.fill('Yes, surely')
  await succeed(admin.delete(`projects/${id}/comments/${reply.id}`))
  await page.getByText('The comment that you were changing has been deleted.').waitFor()
  t.equal(await field.count(), 0)
  t.strictSame(complaints, [])
})
