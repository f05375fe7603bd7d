import t from 'tap'
import { skip } from '../../helper/browser.js'
import { openConsole } from '../../helper/console.js'
import { addAsset, addProject, readItem } from '../../helper/items.js'
import { readUntil } from '../../helper/media/world.js'

/** Where a keyboard has letters of Latin elsewhere. German ones differ in none of those below. */
type Places = Readonly<Record<string, string>>

/** What keyboards write at the places of j, k, x, a, s and m, or, where they write these letters, at other places. */
const keyboards: ReadonlyArray<readonly [name: string, keys: string, places?: Places]> = [
  ['Latin', 'jkxasm'],
  ['French', 'jkxasm', { a: 'KeyQ', m: 'Semicolon' }],
  ['Latin with caps lock', 'JKXASM'],
  ['Russian', 'олчфыь'],
  ['Russian with caps lock', 'ОЛЧФЫЬ'],
  ['Greek', 'ξκχασμ'],
  ['Hebrew', 'חלסשדצ'],
  ['Thai', '่าปฟหท'],
  ['Korean', 'ㅓㅏㅌㅁㄴㅡ']
]

t.test('Shortcuts are where a Latin keyboard has them, with caps lock and on keyboards of other scripts', { skip }, async (t) => {
  const { page, world: { admin }, open, complaints } = await openConsole(t)
  const one = await addAsset(admin, { title: 'Interview' })
  await addAsset(admin, { title: 'Harbour' })
  await addProject(admin, { title: 'Rushes' })
  /** Presses a key of a keyboard, at the place where a Latin one has this letter, or where it has it itself. */
  const press = (keys: string, letter: string, { isCtrl = false, places = {} as Places } = {}) => page.evaluate(`document.activeElement.dispatchEvent(
    new KeyboardEvent('keydown', ${JSON.stringify({
      key: [...keys]['jkxasm'.indexOf(letter)],
      code: places[letter] ?? `Key${letter.toUpperCase()}`,
      ctrlKey: isCtrl,
      bubbles: true,
      cancelable: true
    })}))`)

  await open(`assets/${one.id}`)
  for (const [name, keys, places] of keyboards) {
    await page.getByLabel('Title').fill(name)
    // Also where no field has the focus.
    if (name === 'Greek') await page.getByLabel('Title').blur()
    t.equal(await press(keys, 's', { isCtrl: true, places }), false, `${name}: the browser's own dialog stays closed`)
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    t.equal((await readItem(admin, 'assets', one.id)).title, name)
  }

  await open()
  const rows = page.locator('[role=row][data-index], [data-index]')
  await rows.first().waitFor()
  const focused = async () => Number(await page.evaluate("document.activeElement.closest('[data-index]')?.dataset.index ?? -1"))
  for (const [name, keys, places] of keyboards) {
    await page.evaluate("document.querySelector('[data-active]').focus()")
    const before = await focused()
    const [there, back] = before === 0 ? ['j', 'k'] as const : ['k', 'j'] as const
    await press(keys, there, { places })
    await readUntil(focused, (now) => now !== before)
    await press(keys, back, { places })
    await readUntil(focused, (now) => now === before)
    await press(keys, 'x', { places })
    await page.getByText('1 chosen').waitFor()
    await press(keys, 'a', { isCtrl: true, places })
    await page.getByText('3 chosen').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('3 chosen').waitFor({ state: 'detached' })
    t.pass(name)
  }

  await open('projects')
  await page.getByRole('treeitem').first().waitFor()
  for (const [name, keys, places] of keyboards) {
    await page.getByRole('treeitem').first().focus()
    await press(keys, 'm', { places })
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    t.pass(`${name}: a project is moved`)
  }
  t.strictSame(complaints, [])
})
