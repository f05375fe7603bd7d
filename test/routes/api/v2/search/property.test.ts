import t, { type Test } from 'tap'
import { createWorld, dialects, type Client } from '#test/helper/app.js'
import { succeed } from '#test/helper/items.js'
import { createRandom, stepsOf } from '#test/helper/random.js'

t.setTimeout(5 * 60_000)

type Random = ReturnType<typeof createChoices>

function createChoices (t: Test) {
  const { below, one } = createRandom(t)
  const next = () => below(1_000_000) / 1_000_000
  return {
    next,
    below,
    pick: one,
    some: <Value>(values: readonly Value[]) => values.filter(() => next() < 0.4)
  }
}

const words = ['interview', 'Interieur', 'Élan', 'b-roll', 'camera', 'Straße', 'night', 'city', '2026-01', 'draft',
  'Øresund', 'final_cut', 'Take9', 'Take10', '東京都庁', '京都の夜', '🎬', '👍🏽']
/** Two letters or more. */
const beginningOf = (word: string) => /^[a-z0-9]{2}/.test(word) ? [`${word.slice(0, 3)}*`] : []
const tags = ['raw', '4k', 'B-Roll', 'ä', 'A', 'a']
const categories = ['film', 'Film', '', 'sport']

interface Item {
  readonly id: string
  readonly type: 'asset' | 'project'
  readonly place: number
  field?: string
}

const sentence = (random: Random) => Array.from({ length: random.below(5) + 1 }, () => random.pick(words)).join(' ')
const body = (random: Random) => ({
  title: sentence(random),
  description: sentence(random),
  category: random.pick(categories),
  tags: random.some(tags)
})

/**
 * Makes items, and moves, changes, trashes and purges some. Returns the remaining ones, each with its place in the
 * order of creation.
 */
async function fill (admin: Client, random: Random): Promise<Item[]> {
  const items: Item[] = []
  const projects: string[] = []
  const { field_group: group } = await succeed(admin.post('admin/field_groups', { name: 'Shots' }))
  await succeed(admin.post(`admin/field_groups/${group.id}/fields`, {
    name: 'Day',
    field_type: 'date',
    dropdown_options: [],
    searchable: true,
    read_only: false
  }))
  for (let place = 0; place < 60; place++) {
    const type = random.next() < 0.25 ? 'project' : 'asset'
    const made = await succeed(admin.post(`${type}s`, body(random)))
    const { id } = made[type]
    const item: Item = { id, type, place }
    if (random.next() < 0.7 && projects.length > 0) {
      await succeed(admin.post(`${type}s/${id}/assign`, { to_project_id: random.pick(projects) }))
    }
    if (random.next() < 0.4) {
      item.field = `20${10 + random.below(20)}-0${1 + random.below(9)}-1${random.below(10)}`
      await succeed(admin.post(`${type}s/${id}/custom_fields/${group.id}`, { custom_fields: { 1: item.field } }))
    }
    if (type === 'project') projects.push(id)
    items.push(item)
  }
  const gone = new Set<string>()
  for (let change = 0; change < 40; change++) {
    const { id, type } = random.pick(items)
    if (gone.has(id)) continue
    const dice = random.next()
    if (dice < 0.4) await admin.put(`${type}s/${id}`, body(random))
    else if (dice < 0.6) await admin.post(`${type}s/${id}/trash_bin`)
    else if (dice < 0.75) await admin.post(`${type}s/${id}/restore`)
    else if (dice < 0.85) await admin.post(`${type}s/${id}/assign`, { to_project_id: random.pick(projects) })
    else if (dice < 0.95) await admin.delete(`${type}s/${id}/unassign`)
    else if (type === 'asset' && (await admin.delete(`${type}s/${id}`)).status === 200) gone.add(id)
  }
  return items.filter(({ id }) => !gone.has(id))
}

const plain = (text: string) =>
  text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '').toLowerCase().replaceAll('ß', 'ss').replaceAll('ø', 'o')
const cut = (text: string) => plain(text).match(/[東京都庁の夜]|🎬|👍🏽|[a-z0-9]+/gu) ?? []

/** The words of each compared value, between spaces. */
const valuesOf = (item: any) =>
  [item.title, item.description, item.category, ...item.tags, item.external_id ?? '', item.field ?? ''].map((value) =>
    ` ${cut(value).join(' ')} `
  )

interface Query { [name: string]: any }

function makeQuery (random: Random, items: any[]): Query {
  const query: Query = { limit: '7' }
  const may = (chance: number) => random.next() < chance
  if (may(0.5)) {
    const term = () => {
      const word = random.pick(words)
      return random.pick([word, `"${random.pick(words)} ${random.pick(words)}"`, ...beginningOf(cut(word).at(-1)!), '京都', '都庁',
        word.toUpperCase()])
    }
    query.q = [term(), ...(may(0.3) ? [term()] : []), ...(may(0.3) ? [`-${term()}`] : [])].join(' ')
  }
  if (may(0.2)) query.type = [random.pick(['asset', 'project'])]
  if (may(0.2)) query.category = random.some(categories)
  if (may(0.2)) query.tag = random.some(tags)
  if (may(0.1)) query.all_tags = random.some(tags)
  if (may(0.2)) query.within = random.pick(items.filter(({ type }) => type === 'project')).id
  if (may(0.15)) query.project_id = random.pick(['none', random.pick(items).id])
  if (may(0.4)) query.deleted = random.pick(['true', 'any'])
  if (may(0.2)) query['field.1.from'] = `20${10 + random.below(20)}-01-15`
  if (may(0.2)) query['field.1.to'] = `20${10 + random.below(20)}-06-15`
  if (may(0.6)) {
    query.sort = random.pick(['title', '-title', 'created_date', '-created_date', 'modified_date', '-modified_date'])
  }
  return query
}

function oracle (query: Query, items: any[]): any[] {
  const parents = new Map(items.map((item) => [item.id, item.project_id]))
  const isWithin = (item: any) => {
    for (let above = item.project_id; above; above = parents.get(above)) if (above === query.within) return true
    return false
  }
  const terms = [...(query.q ?? '').matchAll(/(-?)(?:"([^"]*)"|([^\s"]+))/g)].map(([, minus, phrase, word]) => {
    const isPrefix = word?.endsWith('*') === true
    return { isWanted: minus === '', needle: ` ${cut(phrase ?? word).join(' ')}${isPrefix ? '' : ' '}` }
  })
  const found = items.filter((item) =>
    (query.deleted === 'any' || item.deleted === (query.deleted === 'true')) &&
    terms.every(({ isWanted, needle }) => valuesOf(item).some((value) => value.includes(needle)) === isWanted) &&
    (!query.type?.length || query.type.includes(item.type)) &&
    (!query.category?.length || query.category.includes(item.category)) &&
    (!query.tag?.length || query.tag.some((tag: string) => item.tags.includes(tag))) &&
    (query.all_tags ?? []).every((tag: string) => item.tags.includes(tag)) &&
    (query.within === undefined || isWithin(item)) &&
    (query.project_id === undefined ||
      (query.project_id === 'none' ? item.project_id === null : item.project_id === query.project_id)) &&
    (query['field.1.from'] === undefined || (item.field ?? '') >= query['field.1.from']) &&
    (query['field.1.to'] === undefined || (item.field !== undefined && item.field < query['field.1.to'])))
  const sort = query.sort ?? '-modified_date'
  const name = sort.replace('-', '')
  const key = (item: any) =>
    name === 'title' ? plain(item.title).replace(/\d+/g, (digits) => digits.padStart(9, '0')) : name === 'created_date' ? item.created_date : item.modification_date
  const order = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
  return found.sort((a, b) => order(key(a), key(b)) * (sort.startsWith('-') ? -1 : 1) || order(a.id, b.id))
}

const toUrl = (query: Query) =>
  new URLSearchParams(Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one])
  ))

async function walk (client: Client, query: Query): Promise<any[]> {
  const found: any[] = []
  for (let next: string | null = `/api/v2/search?${toUrl(query)}`; next !== null;) {
    const { body, headers, status }: any = await client.get(next)
    if (status !== 200) throw new Error(`${next}: ${JSON.stringify(body)}`)
    found.push(...body.results)
    next = headers.link === undefined ? null : /^<([^>]+)>; rel="next"$/.exec(headers.link)![1]!
  }
  return found
}

for (const dialect of dialects) {
  t.test(`Random searches find what a naive reading of all items finds, in the same order (${dialect})`, async (t) => {
    const { admin, addStranger } = await createWorld(t, dialect)
    const stranger = await addStranger()
    const random = createChoices(t)
    const made = await fill(admin, random)
    await succeed(stranger.client.post('assets', { title: words.join(' '), tags }))
    const items = []
    for (const { id, type, field } of made) {
      items.push({ ...(await succeed(admin.get(`${type}s/${id}`)))[type], type, field })
    }

    let hits = 0
    for (let round = 0; round < stepsOf(50); round++) {
      const query = makeQuery(random, items)
      const expected = oracle(query, items)
      const found = await walk(admin, query)
      hits += found.length
      const title = JSON.stringify(query)
      if (
        JSON.stringify(found.map((result) => result[result.type].id)) !== JSON.stringify(expected.map(({ id }) => id))
      ) {
        t.strictSame(found.map((result) => result[result.type].id), expected.map(({ id }) => id), title)
      }
      const { body } = await admin.post('search', {
        ...Object.fromEntries(Object.entries(query).filter(([name]) => name !== 'limit')),
        deleted: query.deleted === 'true' ? true : query.deleted,
        limit: 1,
        total: true,
        facets: ['tag', 'category', 'type']
      })
      t.equal(body.total, expected.length, title)
      for (
        const [name, values] of [['tag', expected.flatMap((item) => item.tags)], ['category', expected.map((item) =>
          item.category
        )], ['type', expected.map((item) => item.type)]] as const
      ) {
        const counted = [...new Set(values)].map((value) => ({
          value,
          count: values.filter((one) => one === value).length
        }))
        t.strictSame(
          body.facets[name],
          counted.sort((a, b) => b.count - a.count || Buffer.compare(Buffer.from(a.value), Buffer.from(b.value))),
          `${name} of ${title}`
        )
      }
      if (query.q !== undefined) {
        const ranked = await walk(admin, { ...query, sort: 'relevance' })
        t.strictSame(
          ranked.map((result) => result[result.type].id).sort(),
          expected.map(({ id }) => id).sort(),
          `by relevance: ${title}`
        )
      }
    }
    t.ok(hits > 100, `${hits} hits`)
  })
}
