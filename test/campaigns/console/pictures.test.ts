import sharp from 'sharp'
import t from 'tap'
import { skip } from '../../helper/browser.js'
import { NARROW, openConsole, signIn, type Console } from '../../helper/console.js'
import { addAsset, addProject, succeed } from '../../helper/items.js'
import { startSender } from '../../helper/media/sender.js'
import { analysedMedia, attach, readUntil, sharedMedia } from '../../helper/media/world.js'

const SHAPES = [[300, 200], [200, 200], [160, 320], [640, 90], [1200, 675]] as const

const LOADED = "[...document.querySelectorAll('main .thumbnail img')].filter((img) => img.naturalWidth > 0).length"

t.test('Pictures of any shape are shown whole, and every title below them can be read', { skip }, async (t) => {
  const { page, world: { admin }, open, check } = await openConsole(t, { shared: sharedMedia() })
  await addPictures(t, admin)
  for (const view of ['?view=pictures&type=asset&sort=title', `projects/${(await addProject(admin, { title: 'Other' })).id}?view=pictures`]) {
    if (view.startsWith('projects')) {
      const { assets } = await succeed(admin.get('assets'))
      for (const { id } of assets) await succeed(admin.post(`assets/${id}/assign`, { to_project_id: view.split(/[/?]/)[1] }))
    }
    await open(view)
    await readUntil(() => page.evaluate<number>(LOADED), (loaded) => loaded >= SHAPES.length)
    const seen = await page.evaluate<Array<{ fits: boolean, titled: boolean, fit: string }>>(`[...document.querySelectorAll('main .thumbnail')].map((box) => {
      const within = (inner, outer) => inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1 && inner.left >= outer.left - 1 && inner.right <= outer.right + 1
      const image = box.querySelector('img')
      const card = box.closest('.picture').getBoundingClientRect()
      const title = box.closest('a').querySelector('.picture-title').getBoundingClientRect()
      return {
        fits: image === null || within(image.getBoundingClientRect(), box.getBoundingClientRect()),
        fit: image === null ? 'scale-down' : getComputedStyle(image).objectFit,
        titled: title.height > 10 && within(title, card) && title.top >= box.getBoundingClientRect().bottom - 1
      }
    })`)
    t.ok(seen.length >= SHAPES.length, view)
    for (const one of seen) t.strictSame(one, { fits: true, fit: 'scale-down', titled: true })
    await check(t)
  }
})

t.test('In tables, also of a project, titles get room before tags, and no tag is cut', { skip }, async (t) => {
  const { page, world: { admin }, open } = await openConsole(t)
  const { id: project } = await addProject(admin, { title: 'Rushes' })
  const { id } = await addAsset(admin, { title: 'Keeper of the light', tags: ['harbour', 'night', 'select'], category: 'b-roll' })
  await succeed(admin.post(`assets/${id}/assign`, { to_project_id: project }))
  for (const path of ['?panel=filters', `projects/${project}`]) {
    await open(path)
    await page.getByRole('row').getByRole('link', { name: 'Keeper of the light' }).waitFor()
    const [isWhole, areCut] = await page.evaluate<[boolean, boolean]>(`(() => {
      const row = [...document.querySelectorAll('[role=row]')].find(({ textContent }) => textContent.includes('Keeper'))
      const link = row.querySelector('.cell-title a')
      return [link.scrollWidth <= link.clientWidth, [...row.querySelectorAll('.tag')].some((tag) => {
        const [box, around] = [tag.getBoundingClientRect(), tag.parentElement.getBoundingClientRect()]
        return box.top < around.bottom - 1 && (box.right > around.right + 1 || tag.scrollWidth > tag.clientWidth)
      })]
    })()`)
    t.ok(isWhole, path)
    t.notOk(areCut, 'no tag is cut')
  }
})

t.test('On a touch screen, checkboxes on pictures are visible and keyboard hints are hidden', { skip }, async (t) => {
  const { page, world: { admin, adminKey }, origin } = await openConsole(t, { key: null })
  await addAsset(admin, { title: 'Interview' })
  const touch = await page.context().browser()!.newContext({ viewport: NARROW, hasTouch: true, isMobile: true })
  t.teardown(() => touch.close())
  const phone = await touch.newPage()
  await phone.goto(`${origin}/console/?view=pictures`)
  await signIn(phone, adminKey)
  const box = phone.getByRole('checkbox', { name: 'Choose Interview' })
  await box.waitFor()
  t.equal(await phone.evaluate("getComputedStyle(document.querySelector('.picture > input')).opacity"), '1')
  t.equal(await phone.locator('kbd:visible').count(), 0)
})

async function addPictures (t: Parameters<typeof startSender>[0], admin: Console['world']['admin']): Promise<void> {
  const pictures = await Promise.all(SHAPES.map(([width, height]) =>
    sharp({ create: { width, height, channels: 3, background: '#824' } }).png().toBuffer()))
  const sender = await startSender(t, (request, response) => {
    response.writeHead(200, { 'content-type': 'image/png' }).end(pictures[Number(request.url!.slice(1))])
  })
  for (const [index] of SHAPES.entries()) {
    const title = index === 1 ? `A title of four hundred characters ${'that goes on and on '.repeat(20)}`.slice(0, 400) : `Picture ${index}`
    const { id } = await addAsset(admin, { title })
    await attach(admin, id, `${sender.url}/${index}`, `${index}.png`)
    await analysedMedia(admin, id)
  }
}
