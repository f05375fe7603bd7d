import type { Entry } from '#src/search/entry.js'
import type { Sort } from '#src/search/parameters.js'
import { postgresqlSelection } from '#src/search/postgresql.js'
import type { IndexQuery } from '#src/search/query.js'
import { columnOf, NEWEST_HITS, type Position, type Selection } from '#src/search/select.js'
import { sorts } from '#src/search/rules.js'
import { sqliteSelection } from '#src/search/sqlite.js'
import { stateTerm, typeTerm } from '#src/search/terms.js'
import { writeEntries } from '#src/search/write.js'
import { onBothDatabases, type World } from '#test/helper/app.js'
import { fillChain } from '#test/helper/fill.js'
import { createRandom, stepsOf } from '#test/helper/random.js'

const ITEMS = 14_000
const SECONDS = 700
const START = 1_800_000_000
const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

type Random = ReturnType<typeof createRandom>

interface Item extends Entry {
  readonly modified: number
  readonly tag: string
  readonly isTrashed: boolean
}

/** Adds more items than one statement reads. Their ids are in no order, and their words differ in frequency. */
async function fill ({ app, adminCaller }: World, random: Random, projects: readonly string[]): Promise<Item[]> {
  const { accountId } = adminCaller
  const items = Array.from({ length: ITEMS }, (_, index): Item => {
    const shares = [1.5, 5, 100].filter((share) => random.below(share * 10) < 10)
    const words = ['all', ...shares.map((share) => `each${Math.floor(share)}`)]
    const title = random.one(['𝒳', '\ufb01n', 'zoo', 'able', 'Élan']) + random.below(500)
    const tag = `tag ${random.below(20)}`
    const type = random.below(10) === 0 ? 'project' : 'asset'
    const isTrashed = random.below(4) === 0
    return {
      accountId,
      type,
      id: `${random.below(1e9)}-${index}`,
      projectId: random.one([null, ...projects]),
      created: START - random.below(SECONDS),
      modified: START + Math.floor(index / ITEMS * SECONDS),
      titleKey: title,
      title: random.below(3) === 0 ? 'all' : 'other',
      words: words.join(' '),
      vocabulary: new Set([...words, 'other']),
      terms: [
        stateTerm(accountId, 'any'), stateTerm(accountId, isTrashed ? 'trashed' : 'live'), typeTerm(accountId, type),
        index % 20 === 0 ? '_rare' : '_usual', index < 1000 ? '_oldest' : '_rest'
      ],
      facets: JSON.stringify({ tag: [tag], type: ['any'] }),
      digest: String(index),
      tag,
      isTrashed
    }
  })
  const time = new Date()
  const cohort = { id: 'cohort', accountId, rootId: items[0]!.id, userId: 1, trashedAt: time }
  await app.transact(adminCaller, (tx) => tx.prisma.trashCohort.create({ data: cohort }))
  for (let start = 0; start < ITEMS; start += 500) {
    await app.transact(adminCaller, async (tx) => {
      const part = items.slice(start, start + 500)
      const rows = (type: Item['type']) => part.filter((item) => item.type === type).map(({ id, isTrashed }) => ({
        id,
        accountId,
        cohortId: isTrashed ? cohort.id : null,
        owner: '',
        description: '',
        title: '',
        category: '',
        tags: '[]',
        createdAt: time,
        modifiedAt: time
      }))
      await tx.prisma.asset.createMany({ data: rows('asset').map((row) => ({ ...row, mediaType: 'placeholder' })) })
      await tx.prisma.project.createMany({ data: rows('project') })
      await writeEntries(tx.sql, part)
    })
  }
  return items
}

function makeQuery (random: Random, accountId: number, top: string): IndexQuery {
  const word = () => ({ words: [random.one(['all', 'each1', 'each5', 'each100'])], isPrefix: false })
  const beginning = { words: [random.one(['ea', 'each', 'each10'])], isPrefix: true }
  return {
    accountId,
    state: random.one(['any', 'live', 'live', 'trashed']),
    type: random.one([null, null, 'asset', 'project']),
    terms: random.one([[], [], [], [['_rare']], [['_oldest']], [['_rare', '_oldest']]]),
    wanted: random.one([[], [word()], [word(), word()], [beginning], [{ words: ['all', 'each1'], isPrefix: false }]]),
    unwanted: random.one([[], [], [], [{ words: ['each5'], isPrefix: false }]]),
    modifiedFrom: random.one([null, null, START + 100]),
    modifiedTo: random.one([null, null, START + 600]),
    list: null,
    among: null,
    inside: random.one([null, null, { project: top, eyes: 'all' }])
  }
}

function oracle (query: IndexQuery, items: readonly Item[], below: ReadonlySet<string>): Item[] {
  const { state, type, terms, wanted, unwanted, modifiedFrom, modifiedTo, inside } = query
  const has = ({ title, words }: Item, { words: phrase, isPrefix }: IndexQuery['wanted'][number]) =>
    [title, words].some((text) => ` ${text} `.includes(` ${phrase.join(' ')}${isPrefix ? '' : ' '}`))
  return items.filter((item) =>
    (type === null || item.type === type) && (state === 'any' || item.isTrashed === (state === 'trashed')) &&
    terms.every((list) => list.some((term) => item.terms.includes(term))) &&
    wanted.every((term) => has(item, term)) && !unwanted.some((term) => has(item, term)) &&
    item.modified >= (modifiedFrom ?? 0) && item.modified < (modifiedTo ?? Infinity) &&
    (inside === null || below.has(item.projectId ?? '')))
}

function inOrder (sort: Sort, items: readonly Item[]): Item[] {
  const { column, isDescending } = columnOf(sort)
  const key = (item: Item) => column === 'title_key' ? item.titleKey : item[column]
  const order = (a: Item, b: Item) => {
    const [first, second] = [key(a), key(b)]
    return typeof first === 'number' ? first - Number(second) : compare(first, String(second))
  }
  return items.toSorted((a, b) => order(a, b) * (isDescending ? -1 : 1) || compare(a.id, b.id))
}

onBothDatabases('More hits than one statement reads are counted, and found page by page in every order', async (t, world) => {
  const random = createRandom(t)
  const { app, adminCaller } = world
  const { sql } = app.database.reads
  const selection: Selection = sql.dialect.name === 'sqlite' ? sqliteSelection : postgresqlSelection
  const [above, top, ...rest] = await fillChain(world, 5)
  const items = await fill(world, random, [above!, top!, ...rest])
  const below = new Set([top!, ...rest])
  const orders = new Map(sorts.map((sort) => [sort, sort === 'relevance' ? items : inOrder(sort, items)]))

  for (let round = 0; round < stepsOf(40); round++) {
    const query = makeQuery(random, adminCaller.accountId, top!)
    const sort = random.one(sorts.filter((sort) => sort !== 'relevance'))
    const expected = oracle(query, orders.get(sort)!, below)
    const title = JSON.stringify(query)
    t.equal(await selection.count(sql, query, NEWEST_HITS + 1), Math.min(expected.length, NEWEST_HITS + 1), `count of ${title}`)

    const limit = random.one([10, 300, 1000, 5000])
    let place = random.one([0, random.below(expected.length + 1)])
    for (let page = 0; page < 2; page++) {
      const before = expected[place - 1]
      const after: Position | null = before === undefined
        ? null
        : { id: before.id, key: columnOf(sort).column === 'title_key' ? before.titleKey : before[columnOf(sort).column as 'created'] }
      const hits = await selection.page(sql, query, sort, after, limit)
      const wanted = expected.slice(place, place + limit)
      t.ok(hits.map((hit) => hit.item_id).join() === wanted.map(({ id }) => id).join(), `${limit} by ${sort} after ${place}: ${title}`)
      place += hits.length
    }

    if (expected.length <= NEWEST_HITS) {
      const { rows } = await selection.facets(sql, query, ['tag'])
      const counted = [...new Set(expected.map(({ tag }) => tag))].map((value) =>
        ({ name: 'tag', value, count: expected.filter(({ tag }) => tag === value).length })
      )
      t.strictSame(rows, counted.sort((a, b) => b.count - a.count || compare(a.value, b.value)), `facets of ${title}`)
    }
    if (query.wanted.length === 0) continue
    const ranked = await selection.page(sql, query, 'relevance', null, NEWEST_HITS)
    t.equal(ranked.length, Math.min(expected.length, NEWEST_HITS), `by relevance: ${title}`)
    const found = new Set(expected.map(({ id }) => id))
    t.ok(ranked.every((hit) => found.has(hit.item_id)), `by relevance only hits: ${title}`)
    const next = await selection.page(sql, query, 'relevance', { key: 7, id: '' }, 5)
    t.strictSame(next, ranked.slice(7, 12), `by relevance after 7: ${title}`)
  }
})
