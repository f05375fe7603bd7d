import { httpDialects, inSharedApp } from '#test/helper/app.js'
import type { Client } from '#test/helper/app.js'
import { addAsset, succeed } from '#test/helper/items.js'

const inAnAccount = inSharedApp()

const titlesOf = async (client: Client, query: Record<string, string>): Promise<string[]> =>
  (await succeed(client.get(`assets?${new URLSearchParams({ sort: 'title', ...query })}`))).assets.map(({ title }: any) => title)

inAnAccount('In a script without spaces any characters that stand together are found', async (t, { admin }) => {
  const titles = ['東京都庁舎外観', '大阪城公園の夜景', '東京タワー', '東京、都庁', 'ABC会議室2024年', 'ภาษาไทยง่าย', 'ຫຼວງພະບາງ', 'ភាសាខ្មែរ', 'မြန်မာဘာသာ', '上海外灘', '서울역 광장']
  for (const title of titles) await addAsset(admin, { title })
  const found: Array<[q: string, titles: string[]]> = [
    ['都庁', ['東京、都庁', '東京都庁舎外観']], ['京都', ['東京都庁舎外観']], ['大阪城', ['大阪城公園の夜景']], ['公園', ['大阪城公園の夜景']],
    ['タワー', ['東京タワー']], ['ﾀﾜｰ', ['東京タワー']], ['外', ['上海外灘', '東京都庁舎外観']], ['庁外', []], ['"東京 都庁"', ['東京、都庁']],
    ['会議 -東', ['ABC会議室2024年']], ['abc', ['ABC会議室2024年']], ['2024', ['ABC会議室2024年']], ['室2024年', ['ABC会議室2024年']], ['202*', ['ABC会議室2024年']],
    ['ไทย', ['ภาษาไทยง่าย']], ['ง่', ['ภาษาไทยง่าย']], ['งา', []], ['ພະບາງ', ['ຫຼວງພະບາງ']], ['ខ្មែរ', ['ភាសាខ្មែរ']], ['ဘာ', ['မြန်မာဘာသာ']],
    ['서울역', ['서울역 광장']], ['서울', []], ['서울*', ['서울역 광장']]
  ]
  for (const [q, expected] of found) t.strictSame(await titlesOf(admin, { q }), expected, q)
  for (const title of titles) t.ok((await titlesOf(admin, { q: title, sort: 'relevance' })).includes(title), title)
}, {}, httpDialects)

inAnAccount('An emoji with its modifiers is a word', async (t, { admin }) => {
  const titles = ['a🎬cut', 'b 👍🏽', 'c 👍', 'd 🇩🇪🇫🇷', 'e ❤️', 'f 1️⃣', 'g #️⃣', 'h 👩‍🚀', 'i Take 1']
  for (const title of titles) await addAsset(admin, { title })
  const found: Array<[q: string, titles: string]> = [
    ['🎬', 'a'], ['👍🏽', 'b'], ['👍', 'c'], ['🇫🇷', 'd'], ['🇩🇪🇫🇷', 'd'], ['🇪🇫', ''], ['❤', 'e'], ['❤️', 'e'], ['1️⃣', 'f'], ['#️⃣', 'g'],
    ['*️⃣', ''], ['👩‍🚀', 'h'], ['👩', ''], ['1', 'i'], ['🎬 -👍', 'a'], ['cut', 'a'], ['🎬 cut', 'a']
  ]
  for (const [q, expected] of found) t.equal((await titlesOf(admin, { q })).map((title) => title[0]).join(''), expected, q)
  t.equal((await admin.get(`search?${new URLSearchParams({ q: '🎬*' })}`)).status, 422)
}, {}, httpDialects)

inAnAccount('Characters that are not seen divide no word', async (t, { admin }) => {
  await addAsset(admin, { title: 'co\u00adoper\u200bate\u2060d\u200e b\u2011roll' })
  for (const q of ['cooperated', 'coop\ufefferated', '"cooperated b-roll"', 'b\u2011roll', '\u200fcoop*\u200b', 'cooperated \u2011missing']) {
    t.equal((await titlesOf(admin, { q })).length, 1, q)
  }
  t.strictSame(await titlesOf(admin, { q: 'cooperated \u2011roll' }), [])
}, {}, httpDialects)

inAnAccount('A text is found by the letters of another keyboard, and by quotes as people write them', async (t, { admin }) => {
  const titles = ['\u06a9\u062a\u0627\u0628\u06cc \u06f1\u06f2', '\u0645\u062d\u0640\u0645\u062f', 'Комп\u2019ютер', 'דו"ח שנתי', '12” remix',
    'din\u021b\u0103 \u0165', '\u0e19\u0e49\u0e33', '\u0d05\u0d35\u0d7b']
  for (const title of titles) await addAsset(admin, { title })
  const found: Array<[q: string, title: number]> = [
    ['\u0643\u062a\u0627\u0628\u064a \u0661\u0662', 0], ['\u0643\u062a* 12', 0], ['\u0645\u062d\u0645\u062f', 1], ['комп\u02bcютер', 2], ["Комп'ютер", 2], ['דו״ח', 3],
    ['דו"ח', 3], ['"דו"ח שנתי"', 3], ['12" remix', 4], ['remix 12″', 4], ['«12 remix»', 4], ['“12” remix -“a b”', 4], ['din\u0163a \u0164', 5],
    ['\u0e19\u0e4d\u0e49\u0e32', 6], ['\u0d05\u0d35\u0d28\u0d4d\u200d', 7]
  ]
  for (const [q, index] of found) t.strictSame(await titlesOf(admin, { q }), [titles[index]], q)
  await addAsset(admin, { title: 'tag', tags: ['\u06cc'], category: '\u06a9' })
  t.strictSame([await titlesOf(admin, { tag: '\u064a' }), await titlesOf(admin, { category: '\u0643' })], [[], []], 'exact values stay exact')
  t.strictSame(await titlesOf(admin, { tag: '\u06cc', category: '\u06a9' }), ['tag'])
  for (const q of ['"remix', '12 "remix', '"']) {
    const { status, body } = await admin.get(`search?${new URLSearchParams({ q })}`)
    t.match([status, body.error], [422, /Must close its quotes$/], q)
  }
})

inAnAccount('Tags, categories and values are compared in NFC, and shown as they were sent', async (t, { admin }) => {
  const [nfc, nfd] = ['Z\u00fcrich', 'Zu\u0308rich']
  const { field_group: { id: group } } = await succeed(admin.post('admin/field_groups', { name: 'Shots' }))
  const { field } = await succeed(admin.post(`admin/field_groups/${group}/fields`, {
    name: 'Place', field_type: 'dropdown', dropdown_options: [{ value: nfc }], searchable: true, read_only: false
  }))
  const one = await addAsset(admin, { title: 'one', tags: [nfc], category: nfc })
  const other = await addAsset(admin, { title: 'two', tags: [nfd], category: nfd })
  for (const [id, value] of [[one.id, nfc], [other.id, nfd]]) {
    const sent = { custom_fields: { [field.id]: value } }
    t.strictSame((await succeed(admin.post(`assets/${id}/custom_fields/${group}`, sent))).errors, [])
  }
  for (const value of [nfc, nfd]) {
    for (const name of ['tag', 'all_tags', 'category', `field.${field.id}`]) t.strictSame(await titlesOf(admin, { [name]: value }), ['one', 'two'], name)
  }
  t.strictSame((await succeed(admin.get(`assets/${other.id}`))).asset.tags, [nfd])
  const names = ['tag', 'category', `field.${field.id}`]
  const { facets } = await succeed(admin.post('search', { facets: names, limit: 1 }))
  for (const name of names) t.strictSame(facets[name], [{ value: nfc, count: 2 }])

  const put = async (body: Record<string, unknown>) => (await succeed(admin.put(`assets/${other.id}`, body))).asset.tags
  t.strictSame(await put({ add_tags: [nfc, 'e\u0301', '\u00e9'] }), [nfd, 'e\u0301'])
  t.strictSame(await put({ remove_tags: [nfc, '\u00e9'] }), [])
})

inAnAccount('Titles are in the order of the numbers in them, page by page', async (t, { admin }) => {
  const titles = ['Take 1', 'take 2', 'Take 007', 'Take 10', `Take ${'9'.repeat(30)}`, `Take 1${'0'.repeat(30)}`, 'take b']
  for (const title of [...titles].reverse()) await addAsset(admin, { title })
  t.strictSame(await titlesOf(admin, {}), titles)
  t.strictSame(await titlesOf(admin, { sort: '-title' }), [...titles].reverse())
  const paged: string[] = []
  for (let path: string | undefined = 'assets?sort=title&limit=2'; path !== undefined;) {
    const { body, headers }: any = await admin.get(path)
    paged.push(...body.assets.map(({ title }: any) => title))
    path = /^<\/api\/v2\/(.*)>; rel="next"$/.exec(String(headers.link))?.[1]
  }
  t.strictSame(paged, titles)
})
