import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { skip, startBrowser } from '../../helper/browser.js'
import { openConsole } from '../../helper/console.js'
import { addAsset, succeed } from '../../helper/items.js'
import { readUntil } from '../../helper/media/world.js'

/** Puts the browser into a time zone. */
async function moveTo (t: Test, page: Page, timezoneId: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setTimezoneOverride', { timezoneId })
  t.teardown(() => session.detach())
}

t.test('In a field of a date and time only what is typed changes', { skip }, async (t) => {
  const { page, world: { admin }, open, complaints } = await openConsole(t)
  // In Berlin clocks are set back on 2026-10-25, from 03:00 to 02:00, and before 1893 it is 53 minutes and 28 seconds
  // ahead of UTC.
  await moveTo(t, page, 'Europe/Berlin')
  const { id } = await addAsset(admin)
  const { field_group: group } = await succeed(admin.post('admin/field_groups', { name: 'Shooting' }))
  const { field } = await succeed(admin.post(`admin/field_groups/${group.id}/fields`, {
    name: 'Shot at', field_type: 'datetime', dropdown_options: [], searchable: false, read_only: false
  }))
  const path = `assets/${id}/custom_fields/${group.id}`
  const stored = async () => (await succeed(admin.get(path))).custom_fields[group.id][field.id]
  const input = page.getByLabel('Shot at')
  /** Types over a part of the field: 0 the month, 1 the day, 2 the year, then the time. */
  async function type (part: number, digits: string): Promise<void> {
    await input.focus()
    // The first part has the focus only if the field was left before.
    for (let step = 0; step < 7; step++) await page.keyboard.press('ArrowLeft')
    for (let step = 0; step < part; step++) await page.keyboard.press('ArrowRight')
    await page.keyboard.type(digits)
  }
  async function save (): Promise<void> {
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Not saved yet').waitFor({ state: 'detached' })
  }

  for (const [before, part, digits, after] of [
    ['2026-10-25T01:30:10.000Z', 5, '45', '2026-10-25T01:30:45.000Z'],
    ['2026-10-25T00:30:10.000Z', 5, '45', '2026-10-25T00:30:45.000Z'],
    ['2026-10-25T01:30:10.000Z', 4, '15', '2026-10-25T01:15:10.000Z'],
    ['2026-06-15T10:20:30.456Z', 5, '31', '2026-06-15T10:20:31.456Z'],
    ['2026-06-15T10:20:30.000Z', 2, '1985', '1985-06-15T10:20:30.000Z'],
    ['1880-06-15T10:20:30.000Z', 4, '44', '1880-06-15T10:51:30.000Z']
  ] as const) {
    await succeed(admin.post(path, { custom_fields: { [field.id]: before } }))
    await open(`assets/${id}`)
    await input.waitFor()
    await type(part, digits)
    await save()
    t.equal(await stored(), after, `${before}, part ${part}: ${digits}`)
  }
  t.strictSame(complaints, [])
})

/** A day in a zone, by its first moment and that of the next day. Clocks change on three of them. */
const days: Array<[zone: string, day: string, first: string, end: string]> = [
  ['Pacific/Auckland', '2026-11-29', '2026-11-28T11:00:00Z', '2026-11-29T11:00:00Z'],
  ['Pacific/Auckland', '2026-09-27', '2026-09-26T12:00:00Z', '2026-09-27T11:00:00Z'],
  ['Pacific/Auckland', '2026-04-05', '2026-04-04T11:00:00Z', '2026-04-05T12:00:00Z'],
  ['Asia/Kolkata', '2026-11-29', '2026-11-28T18:30:00Z', '2026-11-29T18:30:00Z'],
  ['Pacific/Honolulu', '2026-11-29', '2026-11-29T10:00:00Z', '2026-11-30T10:00:00Z'],
  // The clocks go from midnight to one.
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00Z', '2026-09-07T03:00:00Z']
]

const second = (iso: string, later: number) => new Date(Date.parse(iso) + later * 1000)
/** The day that comes so many days later. */
const dayAfter = (day: string, later: number) => second(`${day}T00:00:00Z`, later * 86_400).toISOString().slice(0, 10)

t.test('Days in filters are days of the reader, the first and the last one included', { skip }, async (t) => {
  const { page, world: { app, admin, adminCaller }, open, complaints } = await openConsole(t)
  const { field_group: group } = await succeed(admin.post('admin/field_groups', { name: 'Shooting' }))
  const addField = async (name: string, type: string) => (await succeed(admin.post(`admin/field_groups/${group.id}/fields`, {
    name, field_type: type, dropdown_options: [], searchable: true, read_only: false
  }))).field.id
  const [shot, due] = [await addField('Shot', 'datetime'), await addField('Due', 'date')]
  const titles = ['Before', 'First', 'Last', 'After']
  const ids: string[] = []
  for (const title of titles) ids.push((await addAsset(admin, { title })).id)
  const shown = async () => {
    await page.locator('.old').waitFor({ state: 'detached' })
    return (await page.getByRole('row').allInnerTexts()).flatMap((row) => titles.find((title) => row.includes(title)) ?? []).toSorted()
  }
  const shows = async (wanted: string[], what: string) => {
    await readUntil(shown, (now) => now.join() === wanted.toSorted().join())
    t.pass(what)
  }
  const asked: string[] = []
  page.on('request', (request) => asked.push(decodeURIComponent(request.url())))

  for (const [zone, day, first, end] of days) {
    await t.test(`${zone}, ${day}`, async (t) => {
      await moveTo(t, page, zone)
      const moments = [second(first, -1), second(first, 0), second(end, -1), second(end, 0)]
      await app.transact(adminCaller, async (tx) => {
        for (const [index, id] of ids.entries()) {
          const [createdAt, modifiedAt] = [moments[index]!, moments[index]!]
          await tx.prisma.asset.update({ where: { id }, data: { createdAt, modifiedAt } })
          tx.touch('asset', id)
        }
      })
      for (const [index, id] of ids.entries()) {
        const dates = [dayAfter(day, -1), day, day, dayAfter(day, 1)]
        await succeed(admin.post(`assets/${id}/custom_fields/${group.id}`, {
          custom_fields: { [shot]: moments[index]!.toISOString(), [due]: dates[index] }
        }))
      }
      for (const name of ['created_', `field.${shot}.`, `field.${due}.`]) {
        await open(`?${name}from=${day}&${name}to=${day}`)
        await shows(['First', 'Last'], `${zone}, ${name} ${day}`)
        await open(`?${name}from=${day}`)
        await shows(['First', 'Last', 'After'], `${zone}, ${name} from ${day}`)
        await open(`?${name}to=${day}`)
        await shows(['Before', 'First', 'Last'], `${zone}, ${name} to ${day}`)
      }
      await open(`?created_from=${moments[2]!.toISOString()}`)
      await shows(['Last', 'After'], 'a time in the address stays a time')
    })
  }

  await moveTo(t, page, 'America/Santiago')
  await open('?panel=filters')
  await page.getByLabel('created from').fill('2026-09-06')
  await page.getByLabel('created to').fill('2026-09-06')
  await shows(['First', 'Last'], 'the panel')
  t.match(page.url(), /created_from=2026-09-06&created_to=2026-09-06/, 'the address has the days')
  await page.evaluate('delete window.showSaveFilePicker')
  const [download] = await Promise.all([
    page.waitForEvent('download'), page.getByRole('combobox', { name: 'Export' }).selectOption('csv')
  ])
  const rows = readFileSync(await download.path(), 'utf8')
  t.strictSame(titles.filter((title) => rows.includes(title)), ['First', 'Last'])
  t.ok(asked.some((url) => url.includes('/export?')))
  t.strictSame(asked.filter((url) => /\/api\/.*created_(?:from|to)=\d{4}-\d\d-\d\d(?:&|$)/.test(url)), [])
  await open('?created_to=9999-12-31&created_from=0001-01-01')
  await shows(titles, 'the last day that there is')
  t.strictSame(complaints, [])
})

t.test('Yesterday is the day before this one, where the reader is', { skip }, async (t) => {
  const { world: { app, admin, adminCaller, adminKey }, origin } = await openConsole(t)
  // A page whose clock was set keeps it: no other test may get this one.
  const page = await (await startBrowser(t)).newPage()
  await page.addInitScript(`sessionStorage.setItem('cutroom.key', ${JSON.stringify(adminKey)})`)
  await moveTo(t, page, 'Pacific/Auckland')
  const { id } = await addAsset(admin, { title: 'Harbour' })
  await page.clock.setFixedTime('2026-11-29T12:00:00Z')
  // In Auckland it is one o'clock.
  for (const [changed, words] of [['2026-11-28T11:00:00Z', 'yesterday'], ['2026-11-28T10:30:00Z', '2 days ago']] as const) {
    await app.transact(adminCaller, async (tx) => {
      await tx.prisma.asset.update({ where: { id }, data: { modifiedAt: new Date(changed) } })
      tx.touch('asset', id)
    })
    await page.goto(`${origin}/console/`)
    await page.getByRole('row', { name: /Harbour/ }).waitFor()
    t.match(await page.getByRole('row', { name: /Harbour/ }).innerText(), words, changed)
  }
})
