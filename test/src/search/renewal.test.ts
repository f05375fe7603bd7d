import { statement } from '#src/database/sql.js'
import { buildIndex, rebuildIndex } from '#src/search/build.js'
import { loadEntries } from '#src/search/entries.js'
import type { Entry } from '#src/search/entry.js'
import { INDEX_VERSION, readState } from '#src/search/state.js'
import { clearIndex, writeEntries } from '#src/search/write.js'
import type { ItemType } from '#src/core/item-type.js'
import { onBothDatabases, type World } from '#test/helper/app.js'
import { addAsset, addProject, succeed } from '#test/helper/items.js'

const OLD = 7
const ARABIC = '\u0643\u062a\u0627\u0628\u064a'
const PERSIAN = '\u06a9\u062a\u0627\u0628\u06cc'

const setState = statement('test_set_state', () => "UPDATE search_state SET value = $1 WHERE name = 'search_index'")
const forget = statement('test_forget_state', () => "DELETE FROM search_state WHERE name = 'search_index'")
/** A mark that an entry has until it is written again. */
const mark = statement('test_mark_facets', () => "UPDATE search_items SET facets = '{\"mark\":[]}' WHERE item_id = $1")
const marked = statement('test_marked', () => "SELECT item_id FROM search_items WHERE facets = '{\"mark\":[]}' ORDER BY item_id")

/** What the version before made of the same text: it took these letters as different ones. */
function asBefore (entry: Entry): Entry {
  const old = (text: string) => text.replaceAll('\u06a9', '\u0643').replaceAll('\u06cc', '\u064a')
  const words = old(entry.words)
  const title = old(entry.title)
  return words === entry.words && title === entry.title
    ? entry
    : { ...entry, words, title, vocabulary: new Set([...entry.vocabulary].map(old)), digest: `before ${entry.digest}` }
}

/** Puts the index of all items of the account back to that of the version before. */
async function putBack (
  { app, adminCaller }: World,
  items: Readonly<Record<ItemType, readonly string[]>>,
  state: object = { version: OLD, built: true }
): Promise<void> {
  await app.transact(adminCaller, async ({ sql }) => {
    await clearIndex(sql)
    for (const type of ['asset', 'project'] as const) {
      for await (const entries of loadEntries(sql, adminCaller.accountId, type, items[type])) {
        await writeEntries(sql, entries.map(asBefore))
      }
    }
    await sql.run(setState, [JSON.stringify(state)])
  })
}

/** The titles that a search finds, or the status of its failure. */
async function found ({ admin }: World, q: string): Promise<unknown> {
  const { status, body } = await admin.get(`search?q=${encodeURIComponent(q)}&sort=title`)
  return status === 200 ? body.results.map(({ asset, project }: any) => (asset ?? project).title) : status
}

async function addItems ({ admin }: World) {
  const assets = []
  for (const title of ['Harbour', ARABIC, 'Pier']) assets.push((await addAsset(admin, { title })).id)
  const { id } = await addProject(admin, { title: `${ARABIC} 2` })
  return { asset: assets, project: [id] }
}

onBothDatabases('An index of the version before is renewed in place, while searches go on, and without events', async (t, world) => {
  const { app, admin, adminCaller } = world
  const items = await addItems(world)
  await putBack(world, items)
  await app.transact(adminCaller, async ({ sql }) => { await sql.run(mark, [items.asset[0]!]) })
  t.strictSame([await found(world, 'harbour'), await found(world, ARABIC)], [['Harbour'], []])
  const before = (await succeed(admin.get('changes?limit=1000'))).changes.length

  const during: unknown[] = []
  let pieces = 0
  t.ok(await buildIndex(app, undefined, (state) => {
    t.ok(state.built)
    if (pieces++ === 0) t.match(state, { version: OLD, renewal: { version: INDEX_VERSION, indexed: 0, total: 4 } })
    during.push(found(world, 'harbour'))
  }))
  t.strictSame(await Promise.all(during), during.map(() => ['Harbour']))
  for (const q of [ARABIC, PERSIAN]) t.strictSame(await found(world, q), [ARABIC, `${ARABIC} 2`])
  t.match(await readState(app.database.reads.sql), { version: INDEX_VERSION, built: true, renewal: undefined })
  t.strictSame(
    await app.database.reads.sql.all(marked, []),
    [{ item_id: items.asset[0] }],
    'an entry that stays the same is not written again'
  )
  t.equal((await succeed(admin.get('changes?limit=1000'))).changes.length, before)

  let again = 0
  await buildIndex(app, undefined, () => { again++ })
  t.equal(again, 1, 'then there is nothing to do')
})

onBothDatabases('A renewal that was ended goes on where it was, and leaves alone what was written meanwhile', async (t, world) => {
  const { app, admin, adminCaller } = world
  const items = await addItems(world)
  await putBack(world, items)
  const ended = new AbortController()
  let pieces = 0
  // The first piece notes the beginning, the second one takes up the assets.
  t.notOk(await buildIndex(app, ended.signal, () => { if (++pieces === 2) ended.abort() }))
  t.match(await readState(app.database.reads.sql), {
    version: OLD, built: true, renewal: { type: 'asset', after: items.asset.toSorted().at(-1), indexed: 3 }
  })
  t.strictSame(await found(world, PERSIAN), [ARABIC])
  await succeed(admin.put(`projects/${items.project[0]}`, { title: `${ARABIC} 3` }))
  t.strictSame(await found(world, PERSIAN), [ARABIC, `${ARABIC} 3`])
  await app.transact(adminCaller, async ({ sql }) => {
    for await (const entries of loadEntries(sql, adminCaller.accountId, 'asset', items.asset)) {
      await writeEntries(sql, entries.map(asBefore))
    }
    for (const id of items.asset) await sql.run(mark, [id])
  })
  t.ok(await buildIndex(app))
  t.strictSame(await app.database.reads.sql.all(marked, []), items.asset.toSorted().map((id) => ({ item_id: id })), 'assets were done')
  t.strictSame(await found(world, PERSIAN), [`${ARABIC} 3`])
  await rebuildIndex(app)
  t.strictSame(await found(world, PERSIAN), [ARABIC, `${ARABIC} 3`])
})

onBothDatabases('A build that the version before has begun goes on, and what it has built is renewed', async (t, world) => {
  const { app } = world
  const items = await addItems(world)
  const after = items.asset.toSorted()[1]!
  await putBack(world, items, { version: OLD, build: 'b', built: false, type: 'asset', after, indexed: 2, total: 4 })
  t.equal(await found(world, 'harbour'), 503)
  const versions = new Set<string>()
  t.ok(await buildIndex(app, undefined, ({ version, built }) => { versions.add(`${version} ${built}`) }))
  t.strictSame([...versions], [`${OLD} false`, `${OLD} true`, `${INDEX_VERSION} true`])
  t.strictSame(await found(world, PERSIAN), [ARABIC, `${ARABIC} 2`])
})

onBothDatabases('A renewal to a version that is no more begins anew; an index of another form, or none, is built anew', async (t, world) => {
  const { app, adminCaller } = world
  const items = await addItems(world)
  const renewal = { version: OLD + 0.5, type: 'project', after: 'z', indexed: 4, total: 4 }
  await putBack(world, items, { version: OLD, built: true, renewal })
  await buildIndex(app)
  t.strictSame(await found(world, PERSIAN), [ARABIC, `${ARABIC} 2`])
  await putBack(world, items, { version: INDEX_VERSION, built: true, form: 0 })
  t.equal(await found(world, 'harbour'), 503)
  await buildIndex(app)
  t.strictSame(await found(world, PERSIAN), [ARABIC, `${ARABIC} 2`])
  await app.transact(adminCaller, async ({ sql }) => { await sql.run(forget, []) })
  t.equal(await found(world, 'harbour'), 503)
  await buildIndex(app)
  t.strictSame(await found(world, 'harbour'), ['Harbour'])
})
