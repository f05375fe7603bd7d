import t from 'tap'
import { skip } from '../../helper/browser.js'
import { openConsole } from '../../helper/console.js'
import { addAsset } from '../../helper/items.js'
import { startSender } from '../../helper/media/sender.js'
import { analysedMedia, attach, readUntil, sharedMedia } from '../../helper/media/world.js'
import { makeDocument, makeSound } from '../../helper/media/samples.js'

t.test('A search finds titles while their words are still being typed', { skip }, async (t) => {
  const { page, world: { admin }, open, check } = await openConsole(t)
  const titles = ['Interview', 'DSC_4105', 'Two words here', 'Other', '港の夜明け', '🎬 rough', 'co\u00adoperate', 'דו"ח שנתי', '12" remix',
    '\u06a9\u062a\u0627\u0628', "комп'ютер"]
  for (const title of titles) await addAsset(admin, { title })
  await open()
  const found = async () => (await page.getByRole('row').allInnerTexts()).flatMap((text) => titles.filter((title) => text.includes(title)))
  for (const [typed, wanted] of [
    ['intervie', ['Interview']], ['DSC_41', ['DSC_4105']], ['DSC_', ['DSC_4105']], ['"two wor', ['Two words here']],
    ['words "', ['Two words here']], ['two -oth', ['Two words here']], ['港', ['港の夜明け']], ['夜明', ['港の夜明け']], ['🎬', ['🎬 rough']], ['🎬 ro', ['🎬 rough']], ['co\u200bop', ['co\u00adoperate']], ['"Inter"', []],
    ['interview -', ['Interview']], ['דו"ח שנת', ['דו"ח שנתי']], ['12" rem', ['12" remix']], ['12”', ['12" remix']],
    ['“two wor', ['Two words here']], ['“two words”', ['Two words here']], ['كتاب', ['\u06a9\u062a\u0627\u0628']], ['комп\u02bcют', ["комп'ютер"]],
    ['\u0640', titles]
  ] as const) {
    await page.getByLabel('Search').fill(typed)
    await readUntil(found, (now) => now.toSorted().join() === wanted.toSorted().join())
    t.equal(await page.getByRole('alert').count(), 0, typed)
  }
  await page.getByLabel('Search').fill('intervie')
  await page.waitForURL(/q=intervie\*/)
  await page.reload()
  await page.getByRole('row', { name: /Interview/ }).waitFor()
  t.equal(await page.getByLabel('Search').inputValue(), 'intervie')
  await check(t)
})

t.test('View, sort order and saved searches are kept, and the URL contains the search', { skip }, async (t) => {
  const { page, world: { admin }, open, origin, check } = await openConsole(t)
  for (const title of ['Alpha', 'Beta']) await addAsset(admin, { title, category: title === 'Beta' ? 'raw' : 'done' })
  await open()
  await page.getByRole('button', { name: 'Pictures' }).click()
  await page.getByLabel('Sort').selectOption('title')
  await open()
  await page.getByRole('gridcell').first().getByText('Alpha').waitFor()
  t.equal(await page.getByLabel('Sort').inputValue(), 'title')
  await page.getByRole('button', { name: 'Table' }).click()
  await open('?category=raw&q=be*')
  await page.getByRole('row', { name: /Beta/ }).waitFor()
  await page.getByRole('button', { name: 'Save search' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Raw ones')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await open('?panel=filters')
  await page.getByRole('row', { name: /Alpha/ }).waitFor()
  await check(t)
  await page.getByRole('combobox', { name: 'Saved searches' }).selectOption('Raw ones')
  await page.waitForURL(/category=raw/)
  await page.getByRole('row', { name: /Alpha/ }).waitFor({ state: 'detached' })
  const other = await page.context().newPage()
  await other.goto(page.url())
  t.ok(page.url().startsWith(`${origin}/console/?`))
  await open('?panel=filters')
  await page.getByRole('button', { name: 'Remove Raw ones' }).click()
  await page.getByRole('region', { name: 'Saved searches' }).waitFor({ state: 'detached' })
})

t.test('Files are filtered by their kind, also by several kinds at once', { skip }, async (t) => {
  const { page, world: { admin }, open } = await openConsole(t, { shared: sharedMedia() })
  const files = [['Voice', 'voice.wav', makeSound()], ['Script', 'script.pdf', makeDocument()]] as const
  const sender = await startSender(t, (request, response) => {
    response.end(files.find(([, name]) => request.url === `/${name}`)?.[2])
  })
  for (const [title, name] of files) {
    const { id } = await addAsset(admin, { title })
    await attach(admin, id, `${sender.url}/${name}`, name)
    await analysedMedia(admin, id)
  }
  await addAsset(admin, { title: 'Nothing' })
  await open('?panel=filters')
  await page.getByRole('checkbox', { name: 'Sound' }).check()
  await page.getByRole('row', { name: /Nothing/ }).waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /Voice/ }).waitFor()
  t.equal(await page.getByRole('row', { name: /Script/ }).count(), 0)
  await page.getByRole('checkbox', { name: 'Document' }).check()
  await page.getByRole('row', { name: /Script/ }).waitFor()
  await page.getByRole('button', { name: /kind Sound/ }).click()
  await page.getByRole('row', { name: /Voice/ }).waitFor({ state: 'detached' })
})
