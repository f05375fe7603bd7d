import t from 'tap'
import type { Request } from 'playwright-core'
import { skip } from '../../helper/browser.js'
import { openConsole, showTab } from '../../helper/console.js'
import { addAsset, addProject, succeed } from '../../helper/items.js'
import { readFilm } from '../../helper/media/film.js'
import { startFileSender } from '../../helper/media/sender.js'
import { analysedMedia, attach, readUntil, sharedMedia } from '../../helper/media/world.js'

const MOST = 25

t.test('An asset with comments and approvals opens with fewer than 25 requests, none of them twice', { skip }, async (t) => {
  const { page, world: { admin }, open } = await openConsole(t, { shared: sharedMedia() })
  page.setDefaultTimeout(20000)
  const project = await addProject(admin, { title: 'Rushes' })
  const { id } = await addAsset(admin, { title: 'Cut 1' })
  await succeed(admin.post(`assets/${id}/assign`, { to_project_id: project.id }))
  for (const [name, frames] of [['one.mp4', 100], ['two.mp4', 200]] as const) {
    const { url } = await startFileSender(t, { bytes: await readFilm(frames), contentType: 'video/mp4' })
    await attach(admin, id, url, name)
    await readUntil(async () => analysedMedia(admin, id), (files) =>
      files.at(-1)?.filename === name && files.at(-1)?.analysis === 'done' && files.at(-1)?.proxy_status !== 'running')
  }
  await succeed(admin.post(`assets/${id}/comments`, { text: 'Late', time: 1 }))
  await succeed(admin.post(`assets/${id}/approvals`, { user_ids: [(await succeed(admin.get('user'))).user.id] }))
  await open('')
  await page.getByRole('row', { name: /Cut 1/ }).waitFor()
  // What the list itself asks for.
  await page.getByRole('region', { name: 'Waiting for me' }).locator('img').waitFor()
  await page.getByRole('row', { name: /Cut 1/ }).locator('img').waitFor()
  const asked: string[] = []
  const pending = new Set<Request>()
  const end = (request: Request) => { pending.delete(request) }
  page.on('request', (request) => {
    pending.add(request)
    const one = `${request.method()} ${request.url().replace(/^https?:\/\/[^/]+/, '')}`
    // The menu asks again and again how webhooks are.
    if (one !== 'GET /api/v2/admin/webhooks') asked.push(one)
  })
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  await page.getByRole('row', { name: /Cut 1/ }).dblclick()
  await page.getByText('Late', { exact: true }).waitFor()
  await page.getByLabel('Time code').waitFor()
  await page.getByRole('region', { name: 'Approvals' }).waitFor()
  for (const [tab, region] of [['Files', 'Attachments'], ['Metadata', 'File details'], ['History', 'History']] as const) {
    await showTab(page, tab)
    await page.getByRole('region', { name: region }).waitFor()
  }
  await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve))')
  await readUntil(async () => pending.size, (left) => left === 0)
  const twice = asked.filter((one, index) => asked.indexOf(one) < index && !/^GET \/(?:media|console\/static)\//.test(one))
  t.strictSame(twice, [])
  t.ok(asked.length < MOST, `${asked.length} requests:\n${asked.join('\n')}`)
})
