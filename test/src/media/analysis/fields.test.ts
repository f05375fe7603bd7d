import { addAsset, eventsOf, historyOf, succeed } from '../../../helper/items.js'
import { dialects, httpDialects, type Client } from '../../../helper/app.js'
import { startFileSender } from '../../../helper/media/sender.js'
import { analysedMedia, attach, inOneAppWithMedia, readUntil } from '../../../helper/media/world.js'
import { makePhoto, makePicture, makeSound } from '../../../helper/media/samples.js'

const onDatabases = inOneAppWithMedia(dialects, { MEDIA_ANALYSIS_PARALLEL: '1' })

async function addField (client: Client, groupId: number, type: string, source: string | null, more = {}) {
  const { field } = await succeed(client.post(`admin/field_groups/${groupId}/fields`, {
    name: source ?? 'plain',
    field_type: type,
    dropdown_options: [],
    searchable: true,
    read_only: false,
    metadata_source: source,
    ...more
  }))
  return String(field.id)
}

async function addGroup (client: Client, type = 'default'): Promise<number> {
  return (await succeed(client.post('admin/field_groups', { name: 'Technical', group_type: type }))).field_group.id
}

onDatabases('A field without a value gets one from the file, in the name of the user who attached the file', async (t, world) => {
  const { admin } = world
  const user = await world.addUser()
  const group = await addGroup(admin)
  const creator = await addField(admin, group, 'textbox', 'xmp.creator', { read_only: true })
  const subject = await addField(admin, group, 'textbox', 'xmp.subject')
  const width = await addField(admin, group, 'textbox', 'width')
  const taken = await addField(admin, group, 'datetime', 'taken_at')
  const day = await addField(admin, group, 'date', 'taken_at')
  const text = await addField(admin, group, 'rich_text', 'exif.ImageDescription')
  const make = await addField(admin, group, 'dropdown', 'exif.Make', { dropdown_options: [{ value: 'Nikon' }] })
  const flag = await addField(admin, group, 'boolean', 'orientation')
  const absent = await addField(admin, group, 'textbox', 'tags.artist')
  const mine = await addField(admin, group, 'textbox', 'exif.Model')
  const plain = await addField(admin, group, 'textbox', null)
  const { id } = await addAsset(admin)
  await succeed(admin.post(`assets/${id}/custom_fields/${group}`, { custom_fields: { [mine]: 'Mine' } }))
  const sender = await startFileSender(t, { bytes: await makePhoto({ description: 'a <b>bold</b> & <script>x' }) })
  await attach(user.client, id, sender.url, 'photo.jpg')
  t.match(await analysedMedia(admin, id), [{ analysis: 'done' }])
  t.match((await succeed(admin.get(`assets/${id}/file_metadata`))).file_metadata.xmp,
    { creator: 'Ada Lovelace', subject: ['lighthouse', 'quay'] })
  const { custom_fields: values } = await succeed(admin.get(`assets/${id}/custom_fields/${group}`))
  t.same(values[group], {
    [mine]: 'Mine',
    [creator]: 'Ada Lovelace',
    [subject]: 'lighthouse, quay',
    [width]: '400',
    [taken]: '2024-05-06T05:08:09.000Z',
    [day]: '2024-05-06',
    [text]: 'a &lt;b&gt;bold&lt;/b&gt; &amp; &lt;script&gt;x'
  })
  t.notOk([make, flag, absent, plain].some((field) => field in values[group]), 'what does not fit is left out')
  const [latest] = (await historyOf(admin, 'assets', id)).filter(({ event }) => event.includes('FIELD_GROUP'))
  t.match(latest, { event: 'ASSET_EDITED_FIELD_GROUP', user_id: user.id, targets: { asset_id: id, field_group_id: group } })
})

onDatabases('A file without metadata sets no fields', async (t, world) => {
  const group = await addGroup(world.admin)
  await addField(world.admin, group, 'textbox', 'xmp.creator')
  const { id } = await addAsset(world.admin)
  const sender = await startFileSender(t, { bytes: await makePicture('png') })
  await attach(world.admin, id, sender.url)
  await analysedMedia(world.admin, id)
  t.notOk((await eventsOf(world.admin, 'assets', id)).some((event) => event.includes('FIELD_GROUP')))
}, {}, httpDialects)

onDatabases('The metadata source of a field is a path in file_metadata, and null in a complex group', async (t, { admin }) => {
  const group = await addGroup(admin)
  const complex = await addGroup(admin, 'complex')
  const body = { name: 'F', field_type: 'textbox', dropdown_options: [], searchable: true, read_only: false }
  for (const wrong of ['', 'exif', 'nothing', 'exif.', 'gps.Latitude', 'width.x', 5, '__proto__', 'constructor']) {
    const answer = await admin.post(`admin/field_groups/${group}/fields`, { ...body, metadata_source: wrong })
    t.equal(answer.status, 422)
    t.match(answer.body.error, /^Invalid parameter 'metadata_source'.*: Must be a path in file_metadata$/)
  }
  const refused = await admin.post(`admin/field_groups/${complex}/fields`, { ...body, metadata_source: 'width' })
  t.match([refused.status, refused.body.error], [422, /: Must be null in a complex group$/])
  t.match(await succeed(admin.post(`admin/field_groups/${complex}/fields`, { ...body, metadata_source: null })),
    { field: { metadata_source: null } })
  const { field } = await succeed(admin.post(`admin/field_groups/${group}/fields`, body))
  t.equal(field.metadata_source, null)
  const path = `admin/field_groups/${group}/fields/${field.id}`
  await succeed(admin.post(path, { name: 'F', metadata_source: 'exif.Make' }))
  await succeed(admin.post(path, { name: 'G' }))
  const read = async () => (await succeed(admin.get('field_groups'))).field_groups
    .find(({ id }: { id: number }) => id === group).fields[0].metadata_source
  t.equal(await read(), 'exif.Make', 'a source that is not sent stays')
  await succeed(admin.post(path, { name: 'G', metadata_source: null }))
  t.equal(await read(), null)
}, {}, httpDialects)

onDatabases('Assets are found by the metadata of their files', async (t, world) => {
  const { admin } = world
  const add = async (bytes: Buffer) => {
    const { id } = await addAsset(admin)
    const sender = await startFileSender(t, { bytes })
    await attach(admin, id, sender.url, 'file.bin')
    t.match(await analysedMedia(admin, id), [{ analysis: 'done' }])
    return id as string
  }
  const photo = await add(await makePhoto())
  const sound = await add(makeSound())
  const find = async (query: string) => (await succeed(admin.get(`assets?sort=created_date&${query}`))).assets
    .map((asset: { id: string }) => asset.id)
  for (
    const [query, expected] of [
      ['content_type=image/jpeg', [photo]], ['content_type=image/*', [photo]], ['content_type=audio/*', [sound]],
      ['content_type=image/*&content_type=audio/wav', [photo, sound]], ['content_type=image/png', []],
      ['min_width=400', [photo]], ['min_width=401', []], ['max_width=400', [photo]], ['max_width=399', []],
      ['min_height=600&max_height=600', [photo]], ['min_height=601', []], ['min_duration=0.5', [sound]],
      ['min_duration=1&max_duration=1', [sound]], ['min_duration=1.0001', []], ['max_duration=0.9999', []],
      ['min_duration=0', [sound]], ['q=Lovelace', [photo]], ['q=lighthouse', [photo]], ['q=quay', [photo]], ['q=bjork', [sound]], ['q=harbour', [photo]]
    ] as const
  ) t.same(await find(query), expected, query)
  t.match((await succeed(admin.post('search', { min_width: 400, content_type: ['image/*'] }))).results, [{ asset: { id: photo } }])
  const exported = await admin.get('export?min_duration=1')
  t.equal(exported.text.trim().split('\n').length, 1)
  const line = JSON.parse(exported.text)
  t.equal(line.asset.id, sound)
  t.notOk('analysis' in line.media[0] || 'previews' in line.media[0] || 'view_url' in line.media[0])
  for (const [query, rule] of [['min_width=x', 'Must be a Integer from 0 to 1000000000'], ['max_height=-1', 'Must be a Integer from 0 to 1000000000'],
    ['min_width=1.5', 'Must be a Integer from 0 to 1000000000'], ['max_duration=', 'Must be a number from 0 to 1000000000']]) {
    const answer = await admin.get(`search?${query}`)
    t.equal(answer.status, 422)
    t.ok(answer.body.error.endsWith(`: ${rule}`), answer.body.error)
  }
  await readUntil(async () => (await admin.get('search?q=nothing')).status, (status) => status === 200)
})
