import t from 'tap'
import { createWorld, dialects, httpDialects, type World } from '../../../../helper/app.js'
import { addAsset, addProject, assign, succeed } from '../../../../helper/items.js'
import { done, countsOf, NDJSON, runImport } from '../../../../helper/transfer.js'

const FIELD_TYPES = ['textbox', 'textarea', 'dropdown', 'date', 'datetime', 'boolean', 'rich_text']
const OPTIONS = [{ value: 'one, "two"', label: 'One' }, { value: '=1+1', label: 'Two' }]

/** Texts with a special meaning in files, or that are easily lost. */
const texts = [
  'plain', ' spaces ', 'a,b;c\td', 'say "yes"', '"', "'quoted'", "'=1", '=1+1', '+1', '-1', '@x', '\t', 'two\nlines',
  'two\r\nlines', 'ends\r', '\r', '\\', 'a|b', '|', '\\|', 'true', 'null', '0012', '1e5', '\uFEFF', 'Élan', '日本語',
  '\n=1', '\v=1', '\r\n @x', ' -1', '\u200b+1', '＝1', '＋1', "'－1", '＠x', '\u0001', '\\|', '👩‍👩‍👧', 'ﷺ', '\u2028', '{"a":1}', '{{0.a}}', '<b>'
]

async function addFields ({ admin }: World): Promise<void> {
  for (const groupType of ['default', 'complex']) {
    const { field_group: group } =
      await succeed(admin.post('admin/field_groups', { name: groupType, group_type: groupType }))
    for (const type of FIELD_TYPES) {
      await succeed(admin.post(`admin/field_groups/${group.id}/fields`, {
        name: type,
        field_type: type,
        dropdown_options: type === 'dropdown' ? OPTIONS : [],
        searchable: true,
        read_only: false
      }))
    }
  }
}

/** A value of each type, by the ids of the fields of a group. */
const valuesOf = (first: number, text: string) =>
  Object.fromEntries([text, `${text}\n${text}`, '=1+1', '2024-02-29', '2024-02-29T01:02:03.004Z', false,
    `<p>${text.replace(/[<>&"'{}]/g, '')} <strong>strong</strong></p>`].map((value, index) => [first + index, value]))

async function fill ({ admin }: World): Promise<number> {
  const top = await addProject(admin, { title: 'Top' })
  for (const [index, text] of texts.entries()) {
    // Children come before their parents, so that the export has to change the order.
    const [project, asset] = [await addProject(admin, { title: text }),
      await addAsset(admin, { title: text, ...index % 3 === 0 && { media_type: 'live' } })]
    const content = { description: text, category: text, tags: index % 5 === 0 ? [''] : [text, `${text}${text}`, text] }
    await succeed(admin.put(`projects/${project.id}`, { ...content, external_id: `P ${text}` }))
    await succeed(admin.put(`assets/${asset.id}`, { ...content, ...index % 2 === 0 && { external_id: `A ${text}` } }))
    await assign(admin, 'assets', asset.id, project.id)
    if (index % 2 === 0) await assign(admin, 'projects', project.id, top.id)
    await Promise.all([`projects/${project.id}`, `assets/${asset.id}`].flatMap((path) => [
      succeed(admin.post(`${path}/custom_fields/1`, { custom_fields: valuesOf(1, text) })),
      succeed(admin.post(`${path}/custom_fields/2`, { custom_fields: [valuesOf(8, text), { 8: 'second' }] }))
    ]))
  }
  return 1 + 2 * texts.length
}

/** Replaces ids by their order of appearance. */
function withoutIdsAndTimes (text: string): string {
  const seen = new Map<string, string>()
  return text.replace(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}/g, (id) => {
    if (!seen.has(id)) seen.set(id, `id ${seen.size}`)
    return seen.get(id)!
  }).replace(/\d{4}-\d\d-\d\dT[\d:]+Z/g, 'time')
}

const kinds = [['', NDJSON], ['?sort=created_date', NDJSON], ['?format=csv', undefined], ['?format=csv&for=excel',
  undefined]] as const

for (const dialect of dialects) {
  t.test(`Texts, tags, external ids, places and values of every kind survive exports and imports in every format (${dialect})`, async (t) => {
    const source = await createWorld(t, dialect)
    await addFields(source)
    const items = await fill(source)
    // Formats are read and written without the database.
    const isWhole = dialect === httpDialects[0]
    for (const [query, headers] of isWhole ? kinds : kinds.slice(0, 1)) {
      const exported = (await source.admin.get(`export${query}`)).text
      for (const key of query === '' && isWhole ? ['external_id', 'id'] : ['external_id']) {
        const own = await runImport(source, exported, { headers, query: `?key=${key}` })
        t.strictSame(
          [countsOf(own), own.errors],
          [done({ rows: items, unchanged: items }), []],
          `its own export changes nothing, by ${key}: ${query}`
        )
      }
      if (query.includes('sort')) continue
      const target = await createWorld(t, dialect)
      await addFields(target)
      if (query === '' && isWhole) {
        const dry = await runImport(target, exported, { headers, query: '?dry_run=true' })
        t.strictSame([countsOf(dry), dry.errors], [done({ rows: items, created: items }), []], 'a dry run')
      }
      const result = await runImport(target, exported, { headers })
      t.strictSame([countsOf(result), result.errors], [done({ rows: items, created: items }), []], query)
      const again = (await target.admin.get(`export${query}`)).text
      t.equal(withoutIdsAndTimes(again), withoutIdsAndTimes(exported), `the same bytes: ${query}`)
    }
  })
}
