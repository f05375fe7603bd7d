import sharp from 'sharp'
import t from 'tap'
import { skip } from '../../helper/browser.js'
import { openConsole } from '../../helper/console.js'
import { addAsset, addProject, succeed } from '../../helper/items.js'
import { startFileSender } from '../../helper/media/sender.js'
import { analysedMedia, attach, readUntil, sharedMedia } from '../../helper/media/world.js'

const RATE = 8000
const SECONDS = 4

/** Silence, which every browser plays. */
function makeSound (): Buffer {
  const data = Buffer.alloc(RATE * SECONDS * 2)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + data.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(RATE, 24)
  head.writeUInt32LE(RATE * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(data.length, 40)
  return Buffer.concat([head, data])
}

t.test('A comment marks an area of a picture and gets replies; new ones appear at once', { skip }, async (t) => {
  const { page, world: { admin }, open, check, complaints } = await openConsole(t, { shared: sharedMedia() })
  const { id } = await addAsset(admin, { title: 'Poster' })
  const bytes = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#824' } }).png().toBuffer()
  await attach(admin, id, (await startFileSender(t, { bytes })).url, 'poster.png')
  await analysedMedia(admin, id)
  const commentsOf = async () => (await succeed(admin.get(`assets/${id}/comments`))).comments
  await open(`assets/${id}`)
  const section = page.getByRole('region', { name: 'Comments' })
  const picture = page.getByRole('img', { name: 'Preview of poster.png' })
  await picture.waitFor()
  await section.getByRole('textbox', { name: 'New comment' }).fill('Too dark <b>here</b>')
  const box = (await picture.boundingBox())!
  await page.mouse.move(box.x + box.width * 0.25, box.y + box.height * 0.25)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.75, box.y + box.height * 0.5)
  await page.mouse.up()
  await section.getByRole('button', { name: 'Part of the picture' }).waitFor()
  await section.getByRole('button', { name: 'Comment', exact: true }).click()
  await section.getByText('Too dark <b>here</b>').waitFor()
  const [comment] = await commentsOf()
  t.match(comment, { text: 'Too dark <b>here</b>', time: null })
  for (const [side, value] of Object.entries({ x: 0.25, y: 0.25, width: 0.5, height: 0.25 })) {
    t.ok(Math.abs(comment.area[side] - value) < 0.02, `${side} ${comment.area[side]}`)
  }
  await section.getByRole('button', { name: 'Show' }).click()
  await page.locator('.stage-area').waitFor()
  await section.getByRole('button', { name: 'Reply' }).click()
  await section.getByLabel('Reply text').fill('I see')
  await section.getByRole('button', { name: 'Reply' }).click()
  await section.getByText('I see').waitFor()
  await section.getByRole('button', { name: 'Done' }).click()
  await section.locator('.comment.done').waitFor()
  t.match(await commentsOf(), [{ done: true }, { text: 'I see', reply_to: comment.id }])
  await succeed(admin.post(`assets/${id}/comments`, { text: 'From elsewhere', internal: true }))
  await section.getByText('From elsewhere').waitFor()
  await check(t)
  t.strictSame(complaints, [])
})

t.test('A comment on a sound keeps its time, and a click on it seeks there', { skip }, async (t) => {
  const { page, world: { admin }, open } = await openConsole(t, { shared: sharedMedia() })
  const { id } = await addAsset(admin, { title: 'Interview' })
  await attach(admin, id, (await startFileSender(t, { bytes: makeSound() })).url, 'interview.wav')
  await analysedMedia(admin, id)
  await open(`assets/${id}`)
  const section = page.getByRole('region', { name: 'Comments' })
  const seconds = async () => Number(await page.evaluate('document.querySelector(".stage audio").currentTime'))
  const bar = page.locator('.film-bar')
  await bar.waitFor()
  await bar.click()
  await readUntil(seconds, (now) => Math.abs(now - SECONDS / 2) < 0.1)
  await section.getByRole('textbox', { name: 'New comment' }).fill('Too late')
  await section.getByRole('button', { name: /^At 00:00:0[12]\./ }).waitFor()
  await section.getByRole('button', { name: 'Comment', exact: true }).click()
  await section.getByText('Too late').waitFor()
  const [comment] = (await succeed(admin.get(`assets/${id}/comments`))).comments
  t.ok(Math.abs(comment.time - SECONDS / 2) < 0.1, String(comment.time))
  await page.evaluate('document.querySelector(".stage audio").currentTime = 0')
  await bar.getByRole('button', { name: /^00:00:0[12]\.\d{3}: Too late$/ }).click()
  await readUntil(seconds, (now) => Math.abs(now - comment.time) < 0.1)
})

t.test('An approval takes one step and waits on the first page; items can be favorites', { skip }, async (t) => {
  const { page, world: { admin, adminCaller, addUser }, open, check, complaints } = await openConsole(t)
  const user = await addUser({ email: 'rex@example.com' })
  const { id } = await addAsset(admin, { title: 'Cut, version 3' })
  const project = await addProject(admin, { title: 'Documentary' })
  const approvals = async () => succeed(admin.get(`assets/${id}/approvals`))
  await open(`assets/${id}`)
  await page.getByRole('region', { name: 'Approvals' }).getByLabel('Whom').selectOption('rex@example.com')
  await page.getByRole('button', { name: 'Ask for approval' }).click()
  await page.getByRole('heading', { name: 'Approval: Waiting' }).waitFor()
  t.match(await approvals(), { status: 'pending', approvals: [{ user_id: user.id }] })
  t.equal(await page.getByRole('button', { name: 'Approve' }).count(), 0, 'somebody else was asked')

  await succeed(user.client.post(`assets/${id}/approvals`, { user_ids: [adminCaller.userId], text: 'Good?' }))
  await page.getByText('Good?').waitFor()
  await open()
  await page.getByRole('region', { name: 'Waiting for me' }).getByRole('link', { name: 'Cut, version 3' }).click()
  await page.getByLabel('Reason').fill('Too long')
  await page.getByRole('button', { name: 'Reject' }).click()
  await page.getByRole('heading', { name: 'Approval: Rejected' }).waitFor()
  await page.getByRole('region', { name: 'Approvals' }).getByText('Too long').waitFor()
  await page.getByRole('button', { name: 'Approve' }).click()
  await readUntil(approvals, ({ approvals: [, mine] }) => mine.status === 'approved')
  await page.getByRole('heading', { name: 'Approval: Waiting' }).waitFor()
  await page.getByRole('button', { name: 'Add to favorites' }).click()
  await page.getByRole('button', { name: 'Remove from favorites' }).waitFor()
  t.equal((await succeed(admin.get('search?favorite=true'))).results.length, 1)
  await check(t)
  await open(`projects/${project.id}`)
  await page.getByRole('button', { name: 'Add to favorites' }).click()
  await page.getByRole('region', { name: 'Comments' }).getByRole('textbox', { name: 'New comment' }).fill('Where are we?')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.getByText('Where are we?').waitFor()
  t.match((await succeed(admin.get(`projects/${project.id}/comments`))).comments, [{ text: 'Where are we?', time: null }])
  await check(t)
  await open()
  await page.getByRole('link', { name: 'Cut, version 3' }).or(page.getByText('Cut, version 3')).first().waitFor()
  t.equal(await page.getByRole('region', { name: 'Waiting for me' }).count(), 0)
  t.strictSame(complaints, [])
})
