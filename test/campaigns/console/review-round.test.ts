import { readFile } from 'node:fs/promises'
import t from 'tap'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { freePort } from '#proof/harness/ports.js'
import { toFrameRate } from '#src/basics/time-code.js'
import { createClient, createWorld, dialects } from '../../helper/app.js'
import { skip, startBrowser } from '../../helper/browser.js'
import { NARROW, signIn, WIDE, showTab } from '../../helper/console.js'
import { addAsset, addProject, succeed } from '../../helper/items.js'
import { startMailServer, textOf } from '../../helper/mail.js'
import { readers } from '../../helper/markers.js'
import { readFilm } from '../../helper/media/film.js'
import { mediaSettings, readUntil } from '../../helper/media/world.js'

const MOMENT = '00:00:12:05'
/** The film of the tests has ten pictures a second. */
const FRAME = 125

const codeOf = (page: Page) => page.getByRole('group', { name: 'Player' }).getByLabel('Time code')
const bell = (page: Page) => page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Notifications' })
const commentsOf = (page: Page) => page.getByRole('region', { name: 'Comments' })

/** Clicks into the bar of the player near the moment, and steps from there to its picture. */
async function goToMoment (page: Page): Promise<void> {
  const bar = page.locator('.film-bar')
  const { width, height } = (await bar.boundingBox())!
  await bar.click({ position: { x: width * 0.62, y: height / 4 } })
  const player = page.getByRole('group', { name: 'Player' })
  await readUntil(() => codeOf(page).textContent(), (code) => code!.startsWith('00:00:12'))
  for (;;) {
    const code = (await codeOf(page).textContent())!
    if (code === MOMENT) return
    await player.getByRole('button', { name: code < MOMENT ? 'Step forward' : 'Step back' }).click()
    await readUntil(() => codeOf(page).textContent(), (now) => now !== code)
  }
}

/** Draws with a finger over the picture, between two points in fractions of it. */
async function drawByTouch (page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  const { x, y, width, height } = (await page.locator('.drawn-on').boundingBox())!
  const session = await page.context().newCDPSession(page)
  const touch = (type: string, points: ReadonlyArray<readonly [number, number]>) => session.send('Input.dispatchTouchEvent', {
    type: type as 'touchStart', touchPoints: points.map((point) => ({ x: x + point[0] * width, y: y + point[1] * height }))
  })
  await touch('touchStart', [from])
  for (let step = 1; step <= 8; step++) {
    await touch('touchMove', [[from[0] + (to[0] - from[0]) * step / 8, from[1] + (to[1] - from[1]) * step / 8]])
  }
  await touch('touchEnd', [])
}

async function choose (page: Page, button: Locator, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await button.click()
  await (await choosing).setFiles({ name, mimeType, buffer })
}

for (const dialect of dialects) {
  t.test(`A cut is reviewed by a director and a client, and a second version follows: each is told once (${dialect})`, { skip }, async (t) => {
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const { received, url: mailUrl } = await startMailServer(t)
    const { app, admin } = await createWorld(t, dialect, {
      ...mediaSettings(t),
      MEDIA_ANALYSIS_PARALLEL: '1',
      MEDIA_VERSIONS: '5',
      PUBLIC_URL: origin,
      SMTP_URL: mailUrl,
      MAIL_FROM: 'cutroom@example.com',
      NOTIFICATION_DELAY: '0'
    })
    await app.listen({ host: '127.0.0.1', port })
    const addPerson = async (name: string, access: string) => {
      const email = `${name.split(' ')[0]!.toLowerCase()}@example.com`
      const { user, api_key: { key } } = await succeed(admin.post('admin/users', { email, name, access }))
      return { id: user.id as number, email, key, client: createClient(app, key) }
    }
    const editor = await addPerson('Ed Lang', 'account')
    const director = await addPerson('Dora Vance', 'projects')
    const project = await addProject(editor.client, { title: 'Film' })
    await succeed(editor.client.post(`projects/${project.id}/members`, { user_id: director.id, role: 'Viewer' }))
    const { id } = await addAsset(editor.client, { title: 'Cut' })
    await succeed(editor.client.post(`assets/${id}/assign`, { to_project_id: project.id }))
    const browser = await startBrowser(t)
    const openPage = async (options: BrowserContextOptions = { viewport: WIDE }) =>
      (await browser.newContext({ reducedMotion: 'reduce', ...options })).newPage()
    const messagesTo = (email: string) => received.filter(({ to }) => to === email).map(textOf)

    const desk = await openPage()
    const room = commentsOf(desk)
    await t.test('The editor uploads the cut, attaches the script and mentions the director', async () => {
      await desk.goto(`${origin}/console/assets/${id}`)
      await signIn(desk, editor.key)
      await choose(desk, desk.getByRole('button', { name: 'Upload' }), 'cut-1.mp4', 'video/mp4', await readFilm(100))
      await showTab(desk, 'Files')
      const attachments = desk.getByRole('region', { name: 'Attachments' })
      await choose(desk, attachments.getByRole('button', { name: 'Attach files' }), 'script.txt', 'text/plain', Buffer.from('INT. HARBOUR'))
      await attachments.getByRole('link', { name: 'Download script.txt' }).waitFor()
      await codeOf(desk).getByText('00:00:00:00').waitFor()
      await room.getByRole('textbox', { name: 'New comment' }).pressSequentially('Is this the end, @Do')
      await room.getByRole('option', { name: 'Dora Vance' }).waitFor()
      await desk.keyboard.press('Enter')
      await readUntil(() => room.getByRole('textbox', { name: 'New comment' }).inputValue(), (text) => text.endsWith('Vance '))
      await room.getByRole('button', { name: 'Comment', exact: true }).click()
      await room.getByText('Is this the end, @Dora Vance').waitFor()
      const approvals = desk.getByRole('region', { name: 'Approvals' })
      await approvals.getByLabel('Whom').selectOption({ label: 'Dora Vance (dora@example.com)' })
      await approvals.getByRole('button', { name: 'Ask for approval' }).click()
      await approvals.getByText('Waiting').first().waitFor()
    })

    await t.test('The director hears of it by mail and by the bell, draws an arrow, and rejects the cut', async (t) => {
      const [mention] = await readUntil(
        () => messagesTo(director.email).filter((text) => text.includes('mentions you')), ({ length }) => length > 0)
      t.match(mention, 'Is this the end, @Dora Vance')
      const page = await openPage()
      await page.goto(/http:\S+\/console\/assets\/\S+/.exec(mention!)![0])
      await signIn(page, director.key)
      await bell(page).getByText('2 unread').waitFor()
      await showTab(page, 'Files')
      await page.getByRole('region', { name: 'Attachments' }).getByRole('link', { name: 'Download script.txt' }).waitFor()
      await codeOf(page).getByText('00:00:00:00').waitFor()
      await goToMoment(page)
      const section = commentsOf(page)
      await section.getByRole('button', { name: 'Draw', exact: true }).click()
      await section.getByRole('button', { name: `At ${MOMENT}` }).waitFor()
      await page.getByRole('toolbar', { name: 'Draw' }).getByRole('button', { name: 'Arrow' }).click()
      const { x, y, width, height } = (await page.locator('.drawn-on').boundingBox())!
      await page.mouse.move(x + width * 0.2, y + height * 0.2)
      await page.mouse.down()
      await page.mouse.move(x + width * 0.6, y + height * 0.5, { steps: 5 })
      await page.mouse.up()
      await section.getByRole('textbox', { name: 'New comment' }).fill('Cut here')
      await section.getByRole('button', { name: 'Comment', exact: true }).click()
      await section.getByText('Cut here').waitFor()
      await page.getByLabel('Reason').fill('See the arrow')
      await page.getByRole('button', { name: 'Needs changes' }).click()
      await page.getByRole('heading', { name: 'Approval: Needs changes' }).waitFor()
      await page.context().close()
    })

    await t.test('The client draws on a phone, by the link that the editor has made', async () => {
      await desk.getByRole('button', { name: 'Share', exact: true }).click()
      const dialog = desk.getByRole('dialog')
      await dialog.getByRole('button', { name: 'New link' }).click()
      await dialog.getByRole('button', { name: 'Make link' }).click()
      const link = (await dialog.locator('.secret').textContent())!
      await dialog.getByRole('button', { name: 'Done' }).click()
      await dialog.getByRole('button', { name: 'Close' }).first().click()

      const phone = await openPage({ viewport: NARROW, hasTouch: true, isMobile: true })
      await phone.goto(link)
      await phone.getByText('Cut here').waitFor()
      // The bar comes with the length of the film, and moves what is below it: a tap would miss.
      await phone.locator('.film-bar').waitFor()
      await phone.getByRole('button', { name: `Go to ${MOMENT}` }).tap()
      await phone.locator('.drawing-shape').waitFor()
      await phone.getByLabel('Your name').fill('Cleo')
      await phone.getByRole('button', { name: 'Draw', exact: true }).tap()
      await phone.getByText(`At ${MOMENT}`).waitFor()
      await drawByTouch(phone, [0.3, 0.8], [0.7, 0.6])
      await phone.getByRole('textbox', { name: 'Comment' }).fill('And our logo?')
      // A tap so soon after a touch would be half of a double tap.
      await phone.getByRole('button', { name: 'Comment', exact: true }).click()
      await phone.getByText('And our logo?').waitFor()
      await phone.context().close()
    })

    await t.test('The editor exports both comments as markers, and reads them back', async (t) => {
      const { comments } = await succeed(editor.client.get(`assets/${id}/comments`))
      const drawn = comments.filter(({ drawing }: any) => drawing !== null)
      t.match(drawn, [
        { text: 'Cut here', author: 'Dora Vance', drawing: [{ tool: 'arrow' }] },
        { text: 'And our logo?', guest: true, drawing: [{ tool: 'pen' }] }
      ])
      await room.getByText('And our logo?').waitFor()
      await room.getByRole('button', { name: 'Export markers' }).click()
      await desk.getByRole('dialog').getByLabel('Format').selectOption('fcpxml')
      const saved = desk.waitForEvent('download')
      await desk.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
      const { title, markers } = readers.fcpxml!(await readFile(await (await saved).path(), 'utf8'), toFrameRate(10)!)
      t.equal(title, 'Cut')
      t.strictSame(markers.find(({ frame }) => frame === FRAME)?.text, 'Dora Vance: Cut here\nCleo: And our logo?')
    })

    await t.test('The editor uploads version 2, and compares both with the slider', async (t) => {
      await room.getByRole('button', { name: MOMENT, exact: true }).first().click()
      await codeOf(desk).getByText(MOMENT).waitFor()
      await choose(desk, desk.getByRole('button', { name: 'Upload' }), 'cut-2.mp4', 'video/mp4', await readFilm(200))
      await room.getByText('Version 1', { exact: true }).first().waitFor()
      await desk.locator('.film video[aria-label="cut-2.mp4"]').waitFor()
      await codeOf(desk).getByText(MOMENT).waitFor()
      await desk.getByRole('button', { name: 'v2' }).click()
      await desk.getByRole('region', { name: 'Versions' }).getByRole('button', { name: 'Compare' }).click()
      await desk.getByRole('button', { name: 'Slider' }).click()
      await desk.getByRole('slider', { name: 'Divider' }).fill('30')
      const films = desk.locator('.compare video')
      const times = () => films.evaluateAll((all) => all.map((film: any) => film.currentTime as number))
      await readUntil(times, (found) => found.length === 2 && found.every((time) => Math.abs(time - FRAME / 10) < 0.1))
      await desk.getByLabel('Time code').getByText(MOMENT).waitFor()
      t.equal(await desk.getByText('cut-1.mp4').count() > 0, true)
    })

    await t.test('Each who is concerned was told once', async (t) => {
      const kindsOf = async ({ client }: { client: typeof admin }) =>
        (await succeed(client.get('notifications'))).notifications.map(({ kind }: { kind: string }) => kind).sort()
      t.strictSame(await readUntil(async () => kindsOf(director), ({ length }) => length > 2), ['approval_asked', 'mention', 'new_version'])
      t.strictSame(await kindsOf(editor), ['approval_decided', 'comment', 'comment'])
      t.strictSame(await kindsOf({ client: admin }), [], 'nobody else')
      await bell(desk).getByText('3 unread').waitFor()
      const sentences = {
        [director.email]: ['asks for your approval of Cut', 'mentions you on Cut', 'new version of Cut'],
        [editor.email]: ['Dora Vance has commented on Cut', 'Dora Vance has rejected Cut', 'Cleo (guest) has commented on Cut']
      }
      for (const [email, wanted] of Object.entries(sentences)) {
        const count = (sentence: string) => messagesTo(email).join('\n').split(sentence).length - 1
        await readUntil(() => wanted.map(count), (counts) => counts.every((times) => times > 0))
        t.strictSame(wanted.map(count), wanted.map(() => 1), `messages to ${email}`)
      }
      t.strictSame([...new Set(received.map(({ to }) => to))].sort(), Object.keys(sentences).sort())
    })
  })
}
