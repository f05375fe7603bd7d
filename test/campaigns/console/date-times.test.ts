import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { skip } from '../../helper/browser.js'
import { openConsole } from '../../helper/console.js'
import { addAsset, succeed } from '../../helper/items.js'

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
