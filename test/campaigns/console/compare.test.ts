import t from 'tap'
import { skip } from '../../helper/browser.js'
import { openConsole } from '../../helper/console.js'
import { addAsset } from '../../helper/items.js'
import { attachFilm } from '../../helper/media/film.js'
import { readUntil, sharedMedia } from '../../helper/media/world.js'

const TIMES = "[...document.querySelectorAll('.compare video')].map((film) => film.currentTime)"

t.test('Two films are compared side by side, with a slider and as difference, with one play bar', { skip }, async (t) => {
  const { page, world: { admin }, open, check, complaints } = await openConsole(t, { shared: sharedMedia() })
  const [one, other] = [await addAsset(admin, { title: 'Cut 1' }), await addAsset(admin, { title: 'Cut 2' })]
  await attachFilm(t, admin, one.id, 'one.mp4', 100)
  await attachFilm(t, admin, other.id, 'other.mp4', 100)
  await open(`compare?one=${one.id}&other=${other.id}&at=4.1`)
  await page.getByRole('heading', { name: 'Compare' }).waitFor()
  const times = () => page.evaluate(TIMES) as Promise<number[]>
  await readUntil(times, (found) => found.length === 2 && found.every((time) => Math.abs(time - 4.1) < 0.01))
  await check(t)

  await page.getByRole('button', { name: 'Play' }).click()
  await readUntil(times, (found) => found.every((time) => time > 4.3))
  await page.getByRole('button', { name: 'Pause' }).click()
  const [first, second] = await readUntil(times, ([a, b]) => Math.abs(a! - b!) < 0.001)
  t.equal(first!.toFixed(2), second!.toFixed(2), 'both stand at the same picture')
  await page.getByRole('slider', { name: 'Position' }).fill('2')
  await readUntil(times, (found) => found.every((time) => Math.abs(time - 2) < 0.01))

  await page.getByRole('button', { name: 'Slider' }).click()
  await page.getByRole('slider', { name: 'Divider' }).fill('30')
  const style = (property: string) =>
    page.evaluate(`getComputedStyle(document.querySelectorAll('.compare video')[1])[${JSON.stringify(property)}]`)
  t.match(await style('clipPath'), /inset\(0px 0px 0px 30%\)/)
  const film = (await page.locator('.compare video').first().boundingBox())!
  const divider = (await page.getByRole('slider', { name: 'Divider' }).boundingBox())!
  t.match([(film.width / film.height).toFixed(1)], ['1.8'], 'no bars beside the film')
  t.strictSame([divider.x, divider.width, divider.height].map(Math.round),
    [film.x - 16, film.width + 32, film.height].map(Math.round), 'the handle is over the divider')
  await page.getByRole('button', { name: 'Difference' }).click()
  t.equal(await style('mixBlendMode'), 'difference')
  t.equal(await page.getByRole('slider', { name: 'Divider' }).count(), 0)
  await check(t)
  t.strictSame(complaints, [])
})

t.test('Two selected assets lead to their comparison; a film and nothing cannot be compared', { skip }, async (t) => {
  const { page, world: { admin }, open } = await openConsole(t, { shared: sharedMedia() })
  const [one, other] = [await addAsset(admin, { title: 'Cut 1' }), await addAsset(admin, { title: 'Cut 2' })]
  await open('')
  await page.getByText('Cut 1').first().waitFor()
  for (const title of ['Cut 1', 'Cut 2']) await page.getByRole('checkbox', { name: title }).check()
  await page.getByRole('button', { name: 'Compare' }).click()
  await page.getByText('These two cannot be compared').waitFor()
  const { searchParams } = new URL(page.url())
  t.same([searchParams.get('one'), searchParams.get('other')].sort(), [one.id, other.id].sort())
})
