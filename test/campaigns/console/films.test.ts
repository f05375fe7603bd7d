import { randomBytes } from 'node:crypto'
import t from 'tap'
import { skip } from '../../helper/browser.js'
import { openConsole } from '../../helper/console.js'
import { addAsset, readItem, succeed } from '../../helper/items.js'
import { makeByFfmpeg, needs } from '../../helper/media/samples.js'
import { picture, tone } from '../../helper/media/rendering.js'
import { startFileSender } from '../../helper/media/sender.js'
import { attach, attachReady, readUntil, mediaOf, sharedMedia } from '../../helper/media/world.js'

const withProxies = () => ({ ...sharedMedia(), MEDIA_PROXIES: 'on', MEDIA_VERSIONS: '5' })
const skipped = { skip: skip !== false ? skip : needs.films.skip }

t.test('A film that browsers cannot play is shown frame by frame, with waveform and filmstrip', skipped, async (t) => {
  const { page, world: { admin }, open, check, complaints } = await openConsole(t, { shared: withProxies() })
  const { id } = await addAsset(admin, { title: 'Harbour' })
  const bytes = await makeByFfmpeg(t, 'film.mov', [...picture(3, '160x90'), ...tone(3), '-c:v', 'prores_ks', '-c:a', 'pcm_s24le'])
  await attach(admin, id, (await startFileSender(t, { bytes })).url, 'harbour.mov')
  await readUntil(() => mediaOf(admin, id), ([file]) => file!.proxy_status === 'done')
  await open(`assets/${id}`)
  const player = page.getByRole('group', { name: 'Player' })
  const code = player.getByLabel('Time code')
  await player.getByRole('img', { name: 'Waveform' }).waitFor()
  await player.getByText('00:00:00:00').waitFor()
  await player.focus()
  for (const key of ['.', '.', '.', ',']) {
    const before = await code.textContent()
    await page.keyboard.press(key)
    await readUntil(() => code.textContent(), (now) => now !== before)
  }
  t.equal(await code.textContent(), '00:00:00:02')
  await page.keyboard.press('i')
  await player.getByRole('button', { name: 'In 00:00:00:02' }).waitFor()
  await page.keyboard.press('l')
  await player.getByRole('button', { name: 'Pause' }).waitFor()
  await readUntil(() => code.textContent(), (now) => now! > '00:00:00:08')
  await page.keyboard.press('k')
  await player.getByRole('button', { name: 'Play' }).waitFor()
  await page.keyboard.press('o')
  await player.getByRole('button', { name: 'Clear' }).click()
  await player.getByLabel('Speed').selectOption('2')
  t.equal(await page.locator('video').evaluate((video: any) => video.playbackRate), 2)
  const there = await code.textContent()
  await player.focus()
  await page.keyboard.press('j')
  await readUntil(() => code.textContent(), (now) => now! < there!)
  await page.keyboard.press('k')
  await page.locator('.film-bar').hover()
  await page.locator('.film-tile').waitFor()
  await check(t)
  t.strictSame(complaints, [])
})

t.test('Each step shows the next picture, also before the film has loaded, and a comment leads back to its picture', skipped, async (t) => {
  const { page, world: { admin }, origin, complaints } = await openConsole(t, { shared: withProxies() })
  const { id } = await addAsset(admin, { title: 'Dailies' })
  const options = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-timecode', '10:00:59;20']
  const bytes = await makeByFfmpeg(t, 'film.mov', [...picture(2, '160x90', '30000/1001'), ...options])
  await attach(admin, id, (await startFileSender(t, { bytes })).url, 'dailies.mov')
  await readUntil(() => mediaOf(admin, id), ([file]) => file!.proxy_status === 'done')
  let load = () => {}
  const isPressed = new Promise<void>((resolve) => { load = resolve })
  const held: string[] = []
  await page.route('**/mp4?*', async (route) => {
    held.push(route.request().url())
    await isPressed
    await route.continue()
  })
  // The page has not loaded as long as its film has not.
  await page.goto(`${origin}/console/assets/${id}`, { waitUntil: 'commit' })
  const player = page.getByRole('group', { name: 'Player' })
  const code = player.getByLabel('Time code')
  await player.getByText('10:00:59;20').waitFor()
  await player.focus()
  const codes = [...Array.from({ length: 9 }, (_each, index) => `10:00:59;${21 + index}`), '10:01:00;02', '10:01:00;03']
  await readUntil(() => held, ({ length }) => length > 0)
  for (const next of codes) {
    await page.keyboard.press('.')
    load()
    t.equal(await readUntil(() => code.textContent(), (now) => now === next), next)
  }
  const section = page.getByRole('region', { name: 'Comments' })
  await section.getByRole('textbox', { name: 'New comment' }).fill('Here')
  await section.getByRole('button', { name: 'Comment', exact: true }).click()
  await section.getByText('Here').waitFor()
  const list = (await admin.get(`assets/${id}/comments?format=edl`)).text
  t.match(list, '10:01:00;03 10:01:00;04')
  await player.focus()
  await page.keyboard.press(',')
  await readUntil(() => code.textContent(), (now) => now === '10:01:00;02')
  await section.getByRole('button', { name: '10:01:00;03', exact: true }).click()
  await readUntil(() => code.textContent(), (now) => now === '10:01:00;03')
  t.strictSame(complaints, [])
})

t.test('An earlier version of a file can be compared and restored', { skip }, async (t) => {
  const { page, world: { admin }, open, check, complaints } = await openConsole(t, { shared: withProxies() })
  const { id } = await addAsset(admin, { title: 'Notes' })
  for (const name of ['first.txt', 'second.txt']) {
    await attachReady(admin, id, (await startFileSender(t, { bytes: randomBytes(10) })).url, name)
    await succeed(admin.post(`assets/${id}/comments`, { text: `About ${name}` }))
  }
  await open(`assets/${id}`)
  const versions = page.getByRole('region', { name: 'Versions' })
  await page.getByRole('button', { name: 'v2' }).click()
  await versions.getByRole('button', { name: 'Compare' }).click()
  await page.getByRole('dialog').getByText('Before: first.txt').waitFor()
  await page.keyboard.press('Escape')
  await check(t)
  const commentOn = (name: string) => page.getByRole('listitem').filter({ hasText: `About ${name}` })
  await commentOn('first.txt').getByText('Version 1', { exact: true }).waitFor()
  await commentOn('second.txt').getByText('Version 2', { exact: true }).waitFor()
  await versions.getByRole('button', { name: 'Take back' }).click()
  await versions.getByText('second.txt').waitFor()
  t.match(await readItem(admin, 'assets', id), { original_filename: 'first.txt' })
  t.strictSame(complaints, [])
})
