import t from 'tap'
import { skip } from '../../helper/browser.js'
import { openConsole } from '../../helper/console.js'
import { addAsset, succeed } from '../../helper/items.js'
import { addLink } from '../../helper/links.js'
import { attachFilm } from '../../helper/media/film.js'
import { readUntil, sharedMedia } from '../../helper/media/world.js'

const MOMENT = '00:00:04:01'
const shared = { ...sharedMedia(), MEDIA_VERSIONS: '5' }

t.test('After Compare the film is where it was, for users and for guests', { skip }, async (t) => {
  const { page, origin, world: { admin }, open, complaints } = await openConsole(t, { shared })
  const { id } = await addAsset(admin, { title: 'Spot' })
  await attachFilm(t, admin, id, 'spot-1.mp4', 100)
  await attachFilm(t, admin, id, 'spot-2.mp4', 200)
  await succeed(admin.post(`assets/${id}/comments`, { text: 'The logo', time: 4.1 }))
  const link = await addLink(admin, `assets/${id}`, { comments: true, versions: true })
  const code = page.getByRole('group', { name: 'Player' }).getByLabel('Time code')
  const goThere = async () => {
    await code.getByText('00:00:00:00').waitFor()
    await page.locator('.comment').getByRole('button', { name: MOMENT }).click()
    await code.getByText(MOMENT).waitFor()
  }
  await open(`assets/${id}`)
  await goThere()
  await page.getByRole('button', { name: 'v2' }).click()
  await page.getByRole('region', { name: 'Versions' }).getByRole('button', { name: 'Compare' }).click()
  await page.getByRole('heading', { name: 'Compare' }).waitFor()
  await page.goBack()
  await code.getByText(MOMENT).waitFor()

  await page.goto(`${origin}/share/#${link.token}`)
  await goThere()
  await page.getByRole('group').filter({ hasText: 'Versions' }).getByText('v2').click()
  await page.getByRole('button', { name: 'Compare v1' }).click()
  await page.getByRole('button', { name: 'Stop comparing' }).click()
  await code.getByText(MOMENT).waitFor()
  t.strictSame(complaints, [])
})

t.test('A comment that is begun before the film has loaded gets the moment of the film', { skip }, async (t) => {
  const { page, origin, world: { admin }, complaints } = await openConsole(t, { shared })
  const { id } = await addAsset(admin, { title: 'Spot' })
  await attachFilm(t, admin, id)
  let load = () => {}
  const isWritten = new Promise<void>((resolve) => { load = resolve })
  await page.route('**/media/**', async (route) => {
    await isWritten
    await route.continue()
  })
  await page.goto(`${origin}/console/assets/${id}`, { waitUntil: 'commit' })
  const section = page.getByRole('region', { name: 'Comments' })
  await section.getByRole('textbox', { name: 'New comment' }).fill('Too dark')
  t.equal(await section.getByRole('button', { name: /^At / }).count(), 0)
  load()
  await section.getByRole('button', { name: 'At 00:00:00:00' }).waitFor()
  await section.getByRole('button', { name: 'Comment', exact: true }).click()
  await readUntil(async () => (await succeed(admin.get(`assets/${id}/comments`))).comments, ([said]) => said?.time === 0)
  t.strictSame(complaints, [])
})

t.test('Keys count before the player was clicked, and Out is where quick steps lead', { skip }, async (t) => {
  const { page, world: { admin }, open, complaints } = await openConsole(t, { shared })
  const { id } = await addAsset(admin, { title: 'Spot' })
  await attachFilm(t, admin, id)
  await open(`assets/${id}`)
  const player = page.getByRole('group', { name: 'Player' })
  await player.getByText('00:00:00:00').waitFor()
  // No picture is shown in between.
  await page.evaluate(`for (const key of 'i.....o') {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  }`)
  await page.getByRole('region', { name: 'Comments' }).getByRole('button', { name: '00:00:00:00 to 00:00:00:05' }).waitFor()
  for (const [key, name] of [['Space', 'Pause'], ['k', 'Play'], ['l', 'Pause'], ['Space', 'Play']] as const) {
    await page.keyboard.press(key)
    await player.getByRole('button', { name, exact: true }).waitFor()
  }
  t.strictSame(complaints, [])
})
