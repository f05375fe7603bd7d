import { inSharedApp, type Client, type SharedWorld } from '../helper/app.js'
import { addAsset, addItemTo, addProject, succeed } from '../helper/items.js'

const onBothDatabases = inSharedApp()

interface List {
  readonly path: string
  readonly names: readonly string[]
  /** The length of each of its arrays. */
  readonly lengths: readonly number[]
}

/** Reads a list page by page, as a client that follows `Link` does. */
async function walk (client: Client, path: string, limit: number): Promise<Array<Record<string, unknown[]>>> {
  const pages: Array<Record<string, unknown[]>> = []
  for (let next: string | null = `/api/v2/${path}?limit=${limit}`; next !== null;) {
    const { status, body, headers }: Awaited<ReturnType<Client['get']>> = await client.get(next)
    if (status !== 200 || pages.length > 100) {
      throw new Error(`${next} is answered with ${status}, on page ${pages.length}`)
    }
    pages.push(body)
    const link = headers.link as string | undefined
    const target: string | undefined = link === undefined ? undefined : /^<([^>]+)>; rel="next"$/.exec(link)![1]
    const url: URL | null = target === undefined ? null : new URL(target, 'http://localhost')
    next = url === null ? null : url.pathname + url.search
  }
  return pages
}

/** The cursor of the next page. */
function cursorOf ({ link }: Record<string, unknown>): string {
  return new URL(/<([^<>]+)>/.exec(link as string)![1]!, 'http://localhost').searchParams.get('cursor')!
}

/** Makes each list, with some elements. */
async function makeLists ({ admin, addUser }: SharedWorld): Promise<List[]> {
  const project = await addProject(admin)
  for (let count = 0; count < 7; count++) await addItemTo(admin, 'assets', project.id)
  for (let count = 0; count < 4; count++) await addItemTo(admin, 'projects', project.id)
  const asset = await addAsset(admin)
  for (let count = 0; count < 7; count++) await succeed(admin.put(`assets/${asset.id}`, { title: `Title ${count}` }))
  const { id } = await addProject(admin)
  for (let count = 0; count < 5; count++) {
    await succeed(admin.post(`projects/${id}/members`, { user_id: (await addUser()).id }))
  }
  return [
    { path: 'projects', names: ['projects'], lengths: [6] },
    { path: `projects/${project.id}/assets`, names: ['assets', 'subprojects'], lengths: [7, 4] },
    { path: `projects/${id}/members`, names: ['members'], lengths: [6] },
    { path: `assets/${asset.id}/history`, names: ['history'], lengths: [8] },
    { path: `projects/${project.id}/history`, names: ['history'], lengths: [13] }
  ]
}

onBothDatabases('Lists are answered whole, or page by page', async (t, world) => {
  const { admin } = world
  for (const { path, names, lengths } of await makeLists(world)) {
    const title = path.replace(/[\da-f-]{36}/, ':id')
    const whole = await succeed(admin.get(path))
    const total = lengths.reduce((sum, length) => sum + length, 0)

    await t.test(`${title}: without parameters the list is whole`, async (t) => {
      const { headers } = await admin.get(path)
      t.strictSame(Object.keys(whole), names)
      t.strictSame(names.map((name) => whole[name].length), lengths)
      t.equal(headers.link, undefined)
      t.match(headers['content-type'], /^application\/json/)
    })

    await t.test(`${title}: following Link leads through everything exactly once, in the same order`, async (t) => {
      for (const limit of [1, 2, 3, total - 1, total, total + 1, 1000]) {
        const pages = await walk(admin, path, limit)
        for (const page of pages) t.strictSame(Object.keys(page), names)
        const sizes = pages.map((page) => Object.values(page).reduce((sum, elements) => sum + elements.length, 0))
        t.equal(sizes.length, Math.ceil(total / limit), `with ${limit} on a page no page is empty`)
        t.ok(sizes.slice(0, -1).every((size) => size === limit), 'all pages but the last are full')
        for (const name of names) t.strictSame(pages.flatMap((page) => page[name]), whole[name])
      }
    })

    await t.test(`${title}: a bad limit or cursor is refused with 422`, async (t) => {
      for (
        const query of ['limit=0', 'limit=1001', 'limit=-1', 'limit=', 'limit', 'limit=abc', 'limit=1.5', 'limit=1e2',
          'limit=%20', 'limit=5%00', 'limit=99999999999999999999', 'limit=1&limit=2', 'cursor=', 'cursor', 'cursor=x',
          'cursor=%00', 'cursor=***', 'cursor=abc&cursor=def', `cursor=${'x'.repeat(5000)}`, 'limit=5&cursor=nonsense',
          'cursor=MDo*', 'cursor=MDo.', 'cursor=MDo=', 'cursor=OTp4', 'cursor=Mjp4', 'limit=x&cursor=x', 'cursor=%zz']
      ) {
        const { status, body } = await admin.get(`${path}?${query}`)
        t.equal(status, 422, query)
        const wrong = query.startsWith('cursor') || query === 'limit=5&cursor=nonsense' ? 'cursor' : 'limit'
        t.match(body.error, new RegExp(`^Invalid parameter '${wrong}' value .*: Must be `), query)
      }
      const twice = await admin.get(`${path}?limit=1&limit=2`)
      t.match(twice.body.error, 'value ["1", "2"]: ')
    })

    await t.test(`${title}: unknown parameters are ignored`, async (t) => {
      t.strictSame((await admin.get(`${path}?page=2&per_page=1&__proto__=x&limit[]=0`)).body, whole)
    })
  }

  await t.test('A cursor of another list, or of the same list of another item, is refused', async (t) => {
    const isRefused = async (path: string, cursor: string) => {
      const { status, body } = await admin.get(`${path}?cursor=${cursor}`)
      const error = `Invalid parameter 'cursor' value "${cursor}": Must be a cursor from a Link header`
      t.strictSame([status, body], [422, { error }], path)
    }
    const projects = await Promise.all([0, 1].map(() => addProject(admin)))
    for (const { id } of projects) await Promise.all([0, 1].map(() => addItemTo(admin, 'assets', id)))
    const paths = [...projects.map(({ id }) => `projects/${id}/assets`), 'projects', 'users', 'admin/users']
    for (const path of paths) {
      const cursor = cursorOf((await admin.get(`${path}?limit=1`)).headers)
      t.equal((await admin.get(`${path}?cursor=${cursor}&limit=7`)).status, 200)
      for (const other of [...paths, 'trash', 'imports']) if (other !== path) await isRefused(other, cursor)
    }
  })

  await t.test('A cursor without a limit is answered with the whole rest', async (t) => {
    const project = await addProject(admin)
    for (let count = 0; count < 4; count++) await addItemTo(admin, 'assets', project.id)
    const path = `projects/${project.id}/assets`
    const whole = (await succeed(admin.get(path))).assets
    const cursor = cursorOf((await admin.get(`${path}?limit=1`)).headers)
    const { body, headers } = await admin.get(`${path}?cursor=${cursor}`)
    t.strictSame(body.assets, whole.slice(1))
    t.equal(headers.link, undefined)
  })

  await t.test('An item that is trashed or deleted between two pages hides no other one', async (t) => {
    const project = await addProject(admin)
    const items: Array<{ id: string }> = []
    for (let count = 0; count < 6; count++) items.push(await addItemTo(admin, 'assets', project.id))
    const path = `projects/${project.id}/assets`
    const first = await admin.get(`${path}?limit=3`)
    await succeed(admin.delete(`assets/${first.body.assets[2].id}`))
    await succeed(admin.post(`assets/${first.body.assets[0].id}/trash_bin`))
    const url = new URL(/<([^<>]+)>/.exec(first.headers.link as string)![1]!, 'http://localhost')
    const second = await admin.get(url.pathname + url.search)
    t.equal(second.body.assets.length, 3)
    t.strictSame(
      [...first.body.assets, ...second.body.assets].map(({ id }) => id).toSorted(),
      items.map(({ id }) => id).toSorted()
    )
  })
})
