import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import type { Client } from '../../helper/app.js'
import { skip } from '../../helper/browser.js'
import { openConsole } from '../../helper/console.js'
import { addAsset, succeed } from '../../helper/items.js'
import { startFileSender } from '../../helper/media/sender.js'
import { analysedMedia, attach, readUntil, sharedMedia } from '../../helper/media/world.js'

async function addPicture (t: Test, admin: Client, title: string): Promise<string> {
  const { id } = await addAsset(admin, { title })
  const bytes = await sharp({ create: { width: 1600, height: 900, channels: 3, background: '#203050' } }).png().toBuffer()
  await attach(admin, id, (await startFileSender(t, { bytes })).url, 'poster.png')
  await readUntil(
    async () => analysedMedia(admin, id), (files) => files.at(-1)?.previews.some(({ kind }) => kind === 'preview') === true)
  return id
}

t.test('A screen that is left and entered again begins with nothing, and so does the one beside it', { skip }, async (t) => {
  const { page, world: { admin }, open, complaints } = await openConsole(t, { shared: sharedMedia() })
  const [one, other] = [await addPicture(t, admin, 'Poster'), await addPicture(t, admin, 'Banner')]
  const shape = { tool: 'line', color: '#f0e442', width: 0.02, points: [[0.1, 0.1], [0.9, 0.9]] }
  const area = { x: 0.1, y: 0.1, width: 0.2, height: 0.2 }
  await succeed(admin.post(`assets/${one}/comments`, { text: 'All of this', drawing: [shape], area }))
  await open('')
  const section = page.getByRole('region', { name: 'Comments' })
  const field = section.getByRole('textbox', { name: 'New comment' })
  const enter = async (title: string) => {
    await page.getByRole('row', { name: new RegExp(title) }).dblclick()
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
    await field.waitFor()
    await page.locator('.stage-picture img').waitFor()
  }
  const marks = async () => Promise.all(['.stage-area', '.drawing', '.comment.chosen', '.composer .moment', '.taking']
    .map((name) => page.locator(name).count()))
  const nothing = [0, 0, 0, 0, 0]

  await enter('Poster')
  await section.getByRole('button', { name: 'Show' }).click()
  await page.locator('.drawing').waitFor()
  t.strictSame((await marks()).slice(0, 3), [1, 1, 1], 'the comment is chosen')
  await field.focus()
  await page.locator('.stage-marks').click({ position: { x: 200, y: 100 } })
  await section.getByRole('button', { name: 'Part of the picture' }).waitFor()
  t.strictSame(await marks(), [1, 0, 1, 1, 1], 'a part is marked in its place')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await enter('Banner')
  t.strictSame(await marks(), nothing)
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await enter('Poster')
  t.strictSame(await marks(), nothing)

  await field.focus()
  await section.getByRole('button', { name: 'Draw', exact: true }).click()
  await page.locator('.drawn-on').waitFor()
  await page.goto(`${page.url().split('/assets/')[0]}/compare?one=${one}&other=${other}`)
  await page.locator('.compare img').nth(1).waitFor()
  t.strictSame(await marks(), nothing)
  t.strictSame(complaints, [])
})

t.test('What a room, a player and a comparison know is of their screen, and of no module', async (t) => {
  const folders = ['room', 'film', 'compare', 'pdf', 'review', 'asset'].map((name) => join('console', name))
  const files = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  const inModules = files.filter((file) => /^(?:export )?(?:const|let) .*\b(?:signal|computed)(?:<|\()/m.test(readFileSync(file, 'utf8')))
  t.strictSame(inModules, [])
})
