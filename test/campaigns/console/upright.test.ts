import sharp from 'sharp'
import t from 'tap'
import { skip } from '../../helper/browser.js'
import { NARROW, openConsole, WIDE } from '../../helper/console.js'
import { addItemTo, addProject } from '../../helper/items.js'
import { addLink } from '../../helper/links.js'
import { startFileSender } from '../../helper/media/sender.js'
import { analysedMedia, attach, readUntil, sharedMedia } from '../../helper/media/world.js'

const [WIDTH, HEIGHT] = [900, 1600]

t.test('A picture that stands upright is whole on the page of a link, alone and in a list', { skip }, async (t) => {
  const { page, world: { admin }, origin, complaints } = await openConsole(t, { key: null, shared: sharedMedia() })
  const project = await addProject(admin, { title: 'Posters' })
  const bytes = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#203050' } }).jpeg().toBuffer()
  const { url } = await startFileSender(t, { bytes })
  for (const title of ['Poster', 'Banner']) {
    const { id } = await addItemTo(admin, 'assets', project.id, { title })
    await attach(admin, id, url, 'poster.jpg')
    await readUntil(
      async () => analysedMedia(admin, id), (files) => files.at(-1)?.previews.some(({ kind }) => kind === 'preview') === true)
  }
  for (const comments of [true, false]) {
    const link = await addLink(admin, `projects/${project.id}`, { comments })
    for (const viewport of [WIDE, NARROW]) {
      await page.setViewportSize(viewport)
      await page.goto(`${origin}/share/#${link.token}`)
      await page.reload()
      await page.locator('.card img').first().waitFor()
      const cards = page.locator('.card')
      for (const card of await cards.all()) {
        const [box, inside] = [(await card.locator('.thumb').boundingBox())!, (await card.locator('img').boundingBox())!]
        t.ok(inside.height <= box.height + 1, 'whole on its card')
      }
      await cards.filter({ hasText: 'Poster' }).click()
      const picture = page.getByRole('img', { name: 'Poster' })
      await picture.waitFor()
      const [shown, stage] = [(await picture.boundingBox())!, (await page.locator('.stage').boundingBox())!]
      const words = `${viewport.width} pixels, ${comments ? 'with' : 'without'} comments`
      t.ok(Math.abs(shown.width / shown.height - WIDTH / HEIGHT) < 0.02, `${words}: not cut: ${shown.width} x ${shown.height}`)
      t.ok(shown.y >= stage.y - 1 && shown.y + shown.height <= stage.y + stage.height + 1, `${words}: within its place`)
      t.ok(stage.y + stage.height <= viewport.height, `${words}: in sight`)
    }
  }
  t.strictSame(complaints, [])
})
