import { inSharedApp, type Answer, type Client } from '../../helper/app.js'
import { addAsset, succeed } from '../../helper/items.js'

const onBothDatabases = inSharedApp()

const ranked = async (client: Client, q: string): Promise<string[]> =>
  (await succeed(client.get(`assets?q=${encodeURIComponent(q)}&sort=relevance`))).assets.map(({ title }: any) => title)

onBothDatabases('By relevance, hits in titles come first, and then items with more occurrences of the words', async (t, { admin }) => {
  const words = (count: number) => `${'harbour other '.repeat(count)}${'other '.repeat(30 - count)}`
  await addAsset(admin, { title: 'Five', description: words(5) })
  await addAsset(admin, { title: 'Harbour', description: words(0) })
  await addAsset(admin, { title: 'One', description: words(1) })
  await addAsset(admin, { title: 'Two', description: words(2) })
  for (const q of ['harbour', 'harb*', 'harbour -nothing']) t.strictSame(await ranked(admin, q), ['Harbour', 'Five', 'Two', 'One'], q)
  await addAsset(admin, { title: 'Old harbour', description: words(0) })
  t.strictSame(await ranked(admin, '"old harbour"'), ['Old harbour'])
  t.strictSame((await ranked(admin, 'other harbour')).slice(-3), ['Five', 'Two', 'One'])
})

onBothDatabases('Items of another account do not change the order by relevance', async (t, { admin, addStranger }) => {
  const { client: stranger } = await addStranger()
  await addAsset(admin, { title: 'Short', description: 'rare rare frequent' })
  await addAsset(admin, { title: 'Long', description: `rare frequent frequent ${'filling '.repeat(200)}` })
  await addAsset(admin, { title: 'Middle', description: `rare frequent frequent frequent ${'filling '.repeat(20)}` })
  const orders = async () => Promise.all(['rare', 'frequent', 'rare frequent', 'fre* rare'].map((q) => ranked(admin, q)))
  const before = await orders()
  const texts = ['frequent '.repeat(3), 'rare', 'rare '.repeat(5000), 'other']
  for (const description of texts) {
    await succeed(stranger.post('bulk', {
      operations: Array(60).fill({ method: 'POST', path: '/api/v2/assets', body: { title: 'frequent', description } })
    }))
    t.strictSame(await orders(), before, description.slice(0, 20))
  }
})

onBothDatabases('On SQLite a word counts the same in a text of any length', async (t, { admin }) => {
  const texts = { Long: [3, 18_000], Short: [2, 1], Middle: [1, 400], Brief: [1, 0] }
  for (const [title, [times, others]] of Object.entries(texts)) {
    await addAsset(admin, { title, description: 'harbour '.repeat(times!) + 'sea '.repeat(others!) })
  }
  const order = await ranked(admin, 'harbour')
  t.strictSame(order.slice(0, 2), ['Long', 'Short'], 'three are more than two')
  t.strictSame(order.slice(2).sort(), ['Brief', 'Middle'])
}, {}, ['sqlite'])

onBothDatabases('A page by relevance continues where the one before ended, even among hits of the same weight', async (t, { admin }) => {
  for (let number = 0; number < 25; number++) {
    await addAsset(admin, { title: `Take ${number}`, description: 'harbour '.repeat(1 + number % 3) })
  }
  const whole = (await succeed(admin.get('search?q=harbour&sort=relevance&limit=100'))).results
  t.equal(whole.length, 25)
  const paged = []
  for (let path: string | undefined = 'search?q=harbour&sort=relevance&limit=4'; path !== undefined;) {
    const { body, headers }: Answer = await admin.get(path)
    paged.push(...body.results)
    path = /^<\/api\/v2\/(.*)>; rel="next"$/.exec(String(headers.link))?.[1]
  }
  t.strictSame(paged, whole)
})
