import { httpDialects, inSharedApp } from '#test/helper/app.js'
import { addAsset, addProject, succeed } from '#test/helper/items.js'
import { addFieldGroup } from '#test/helper/fields.js'

const inAnAccount = inSharedApp()

inAnAccount('What has no tag, category, description, external id or value is found by missing', async (t, { admin }) => {
  const alone = await addFieldGroup(admin, ['textbox', 'boolean', 'rich_text'], { groupType: 'default' })
  const listed = await addFieldGroup(admin, ['textbox'])
  const [text, flag, rich] = alone.ids as [string, string, string]
  const [inList] = listed.ids as [string]
  const bare = await addAsset(admin, { title: 'bare' })
  const full = await addAsset(admin, { title: 'full', tags: [''], category: 'c', description: 'd' })
  await succeed(admin.put(`assets/${full.id}`, { external_id: 'x' }))
  await addProject(admin, { title: 'project', tags: ['t'] })
  const set = (id: string, group: string | number, values: unknown) =>
    succeed(admin.post(`assets/${id}/custom_fields/${group}`, { custom_fields: values }))
  await set(full.id, alone.group, { [text]: 'x', [flag]: false, [rich]: '<p>x</p>' })
  await set(full.id, listed.group, [{}, { [inList]: 'x' }])
  await set(bare.id, alone.group, { [text]: '', [flag]: null, [rich]: '<p> </p>' })
  await set(bare.id, listed.group, [{ [inList]: '' }])
  const titles = async (query: string) => (await succeed(admin.get(`search?sort=title&${query}`))).results
    .map((found: any) => found[found.type].title)

  for (const name of ['category', 'description', 'external_id', `field.${text}`, `field.${flag}`, `field.${rich}`, `field.${inList}`]) {
    t.strictSame(await titles(`missing=${name}`), ['bare', 'project'], name)
  }
  t.strictSame(await titles('missing=tags'), ['bare'])
  t.strictSame(await titles(`missing=tags&missing=field.${text}&missing=category`), ['bare'])
  t.strictSame(await titles(`missing=category&tag=t&missing=field.${text}`), ['project'])
  t.strictSame(await succeed(admin.post('search', { missing: [`field.${inList}`], total: true, limit: 1, type: ['project'], facets: ['tag'] })).then(({ total, facets }) => [total, facets]),
    [1, { tag: [{ value: 't', count: 1 }] }])
  t.equal((await succeed(admin.get(`search?q=bare&missing=field.${text}&sort=relevance`))).results.length, 1)
  const exported = await admin.get('export?missing=tags')
  t.equal(String(exported.body).trim().split('\n').length, 1)

  await set(bare.id, alone.group, { [text]: 'now' })
  t.strictSame(await titles(`missing=field.${text}`), ['project'])
  await succeed(admin.put(`assets/${bare.id}`, { tags: ['now'], external_id: 'y' }))
  t.strictSame(await titles('missing=tags'), [])
  t.strictSame(await titles('missing=external_id'), ['project'])
})

inAnAccount('A name that missing does not know is refused, and so is a field that is not searchable', async (t, { admin }) => {
  const { error } = (await admin.get('search?missing=title')).body as any
  t.equal(error, "Invalid parameter 'missing' value \"title\": Must be one of: <code>tags</code>, <code>category</code>, <code>description</code>, <code>external_id</code>, <code>field.<id></code>.")
  const answer = await admin.post('search', { missing: ['tags', 'field.999999'] })
  t.equal(answer.status, 422)
  t.match((answer.body as any).error, /'missing' .*Must be a searchable field$/)
}, {}, httpDialects)
