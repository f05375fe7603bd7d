import t, { type Test } from 'tap'
import { skip } from '../../helper/browser.js'
import { NARROW, openConsole, WIDE } from '../../helper/console.js'
import { addAsset, succeed } from '../../helper/items.js'
import { addLink } from '../../helper/links.js'
import { attachFilm } from '../../helper/media/film.js'
import { readUntil, sharedMedia } from '../../helper/media/world.js'

const open = async (t: Test) =>
  openConsole(t, { key: null, shared: { ...sharedMedia(), MEDIA_VERSIONS: '5' } })

t.test('A guest looks at the new version before deciding, and at earlier ones, and compares', { skip }, async (t) => {
  const { page, origin, world: { admin }, check, complaints } = await open(t)
  const { id } = await addAsset(admin, { title: 'Spot' })
  await attachFilm(t, admin, id, 'spot-1.mp4', 100)
  await succeed(admin.post(`assets/${id}/comments`, { text: 'Too dark', time: 2 }))
  const link = await addLink(admin, `assets/${id}`, { comments: true, approvals: true, versions: true })
  await page.goto(`${origin}/share/#${link.token}`)
  await page.getByText('spot-1.mp4').waitFor()
  await page.getByText('Too dark').waitFor()
  t.equal(await page.getByText('v1').count(), 0, 'there is one version')
  await page.getByLabel('Your name').fill('Ann')

  await attachFilm(t, admin, id, 'spot-2.mp4', 200)
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('A new version has come. Look at it first, then decide.').waitFor()
  t.strictSame((await succeed(admin.get(`assets/${id}/approvals`))).approvals, [])
  await page.getByRole('button', { name: 'Show the new version' }).click()
  await page.getByText('spot-2.mp4').waitFor()
  await page.getByRole('list').filter({ hasText: 'Too dark' }).getByText('v1').waitFor()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('heading', { name: 'Approval: Approved' }).waitFor()

  const versions = page.getByRole('group').filter({ hasText: 'Versions' })
  await versions.getByText('v2').click()
  for (const viewport of [WIDE, NARROW]) {
    await page.setViewportSize(viewport)
    await check(t)
  }
  await page.setViewportSize(WIDE)
  await versions.getByRole('button', { name: 'Look at v1' }).click()
  await page.getByText('This is v1. What you write is about v2.').waitFor()
  await page.getByText('To decide, go back to the present version.').waitFor()
  t.equal(await page.getByRole('list').filter({ hasText: 'Too dark' }).getByText('v1').count(), 0)
  await check(t)
  await page.getByRole('button', { name: 'Back to v2' }).click()
  await page.getByRole('button', { name: 'Approve' }).waitFor()

  const film = page.getByLabel('Spot', { exact: true })
  await readUntil(() => film.evaluate((video: any) => video.readyState), (state) => Number(state) > 0)
  await page.getByRole('button', { name: 'Go to 00:00:02:00' }).click()
  await versions.getByRole('button', { name: 'Compare v1' }).click()
  const comparison = page.getByRole('region', { name: 'Compare' })
  await comparison.getByLabel('v1: spot-1.mp4').waitFor()
  await comparison.getByLabel('v2: spot-2.mp4').waitFor()
  const times = () => page.evaluate("[...document.querySelectorAll('video')].map((film) => film.currentTime)")
  await readUntil(times, (found) => (found as number[]).every((time) => Math.abs(time - 2.05) < 0.01))
  for (const viewport of [NARROW, WIDE]) {
    await page.setViewportSize(viewport)
    await check(t)
  }
  await comparison.getByRole('button', { name: 'Slider' }).click()
  await comparison.getByRole('slider', { name: 'Divider' }).waitFor()
  await comparison.getByRole('button', { name: 'Stop comparing' }).click()
  await film.waitFor()
  t.strictSame(complaints, [])

  const silent = await addLink(admin, `assets/${id}`, { comments: true })
  await page.goto(`${origin}/share/#${silent.token}`)
  await page.getByText('spot-2.mp4').waitFor()
  await page.getByRole('list').filter({ hasText: 'Too dark' }).getByText('v1').waitFor()
  t.equal(await page.getByText('Versions').count(), 0, 'where the link does not allow them')
})
