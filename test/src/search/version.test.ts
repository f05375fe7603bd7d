import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { projectRoot } from '#src/basics/paths.js'
import { statement } from '#src/database/sql.js'
import { sqlitePath } from '#src/database/sqlite-path.js'
import { Sqlite } from '#src/database/driver.mjs'
import type { FileMetadata } from '#src/media/analysis/task.js'
import { makeEntry, type Entry } from '#src/search/entry.js'
import { loadSources } from '#src/search/load.js'
import { INDEX_VERSION } from '#src/search/state.js'
import { writeEntries } from '#src/search/write.js'
import { createWorld, dialects, type World } from '#test/helper/app.js'
import { addFieldGroup } from '#test/helper/fields.js'
import { addItemTo, addProject, succeed } from '#test/helper/items.js'
import { attachReady, mediaSettings } from '../../helper/media/world.js'
import { startFileSender } from '../../helper/media/sender.js'
import type { ItemType } from '#src/core/item-type.js'

const FILE = join(projectRoot, 'test/src/search/contents.json')
const A_SECOND = 1_767_225_600
const values: Record<string, unknown> = {
  textbox: 'Zürich',
  textarea: 'one two',
  rich_text: '<p>bo<strong>ld</strong></p><p>next</p>',
  dropdown: 'b c',
  boolean: true,
  date: '2026-01-31',
  datetime: '2026-01-31T12:30:00.000Z'
}

/** Replaces the real metadata of the file, which are stored at an unknown time. */
const metadata: FileMetadata = {
  content_type: 'video/mp4',
  container: 'mp4',
  width: 640,
  height: 480,
  duration: 1.5,
  frame_rate: 25,
  video_codec: 'avc',
  audio_codec: 'aac',
  channels: 2,
  sample_rate: 48_000,
  bit_rate: 800_000,
  color_space: 'srgb',
  orientation: 1,
  taken_at: '2026-01-31T12:30:00Z',
  timecode: null,
  exif: { Make: 'Canon' },
  iptc: { Headline: 'Harbour' },
  xmp: { creator: 'Ada Lovelace' },
  tags: { artist: 'Björk' }
}

type Contents = Record<string, Record<string, string>>
const contents: Contents = existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {}

for (const dialect of dialects) {
  t.test(`A change of the index contents needs a new INDEX_VERSION (${dialect})`, async (t) => {
    const world = await createWorld(t, dialect, { ...mediaSettings(t), JOBS: 'on' })
    const entries = await makeSampleEntries(t, world)
    await world.app.transact(world.adminCaller, async ({ sql }) => { await writeEntries(sql, entries) })
    const sum = createHash('sha256').update(await readIndex(world, entries)).digest('hex')

    const known = contents[INDEX_VERSION]?.[dialect]
    if (known === undefined && process.env.UPDATE === '1') {
      contents[INDEX_VERSION] = { ...contents[INDEX_VERSION], [dialect]: sum }
      writeFileSync(FILE, `${JSON.stringify(contents, null, 2)}\n`)
    }
    t.equal(
      sum,
      contents[INDEX_VERSION]?.[dialect],
      'the index contents have changed: raise INDEX_VERSION in src/search/state.ts, as older indexes are not renewed otherwise, or INDEX_FORM if the entries are the same, and run this test with UPDATE=1'
    )
  })
}

/** Entries of an asset and a project with everything that can be found, with constant ids and times. */
async function makeSampleEntries (t: Test, { app, admin, adminCaller: { accountId } }: World): Promise<Entry[]> {
  const project = await addProject(admin, { title: 'Élan vital', description: 'Straße \u0643\u062a\u0627\u0628\u064a \u0662 \u02bbokina', category: 'film', tags: ['a b'] })
  const asset = await addItemTo(admin, 'assets', project.id, {
    title: 'IMG_2041.mov', description: 'Night, "city"', category: 'raw', tags: ['b-roll', '', 'b-roll']
  })
  const types = Object.keys(values)
  const alone = await addFieldGroup(admin, types, { groupType: 'default' })
  const listed = await addFieldGroup(admin, types)
  const sent = (ids: readonly string[]) => Object.fromEntries(ids.map((id, index) => [id, values[types[index]!]]))
  for (const path of [`assets/${asset.id}`, `projects/${project.id}`]) {
    await succeed(admin.put(path, { external_id: path.replace(/\/.*/, ' 1') }))
    await succeed(admin.post(`${path}/custom_fields/${alone.group}`, { custom_fields: sent(alone.ids) }))
    await succeed(admin.post(`${path}/custom_fields/${listed.group}`, { custom_fields: [sent(listed.ids), {}] }))
  }
  const sender = await startFileSender(t, { bytes: Buffer.from('film'), contentType: 'video/mp4' })
  await attachReady(admin, asset.id, sender.url, 'Größe.mp4')
  const entriesOf = async (type: ItemType, id: string) => {
    const { rows: [row], fields } = await loadSources(app.database.reads.sql, accountId, type, [id])
    const steady = {
      ...row!,
      id: type,
      project_id: row!.project_id && 'parent',
      created: A_SECOND,
      modified: A_SECOND + 1,
      metadata: type === 'asset' ? JSON.stringify(metadata) : null
    }
    const trashed = { ...steady, id: `${type}-trashed`, cohort_id: 'cohort' }
    return Promise.all([steady, trashed].map((row) => makeEntry(type, row, fields)))
  }
  return [...await entriesOf('asset', asset.id), ...await entriesOf('project', project.id)]
}

/** The content of the index tables for some items, as text. */
async function readIndex ({ app, url }: World, entries: readonly Entry[]): Promise<string> {
  const ids = JSON.stringify(entries.map(({ id }) => id))
  const { sql } = app.database.reads
  if (sql.dialect.name === 'postgresql') {
    return JSON.stringify(await sql.all(statement('search_read_items', () => `
      SELECT CAST(to_jsonb(i) AS text) AS item FROM search_items AS i
      WHERE item_id IN (SELECT jsonb_array_elements_text(CAST($1 AS jsonb))) ORDER BY item_id COLLATE "C"`), [ids]))
  }
  const file = new Sqlite(sqlitePath(url))
  try {
    // The contents of the index cannot be read, but its words with their positions can.
    file.exec('CREATE VIRTUAL TABLE temp.places USING fts5vocab(main, search_index, instance)')
    const items = 'SELECT * FROM search_items WHERE item_id IN (SELECT value FROM json_each(?))'
    const places = `SELECT * FROM places WHERE doc IN (SELECT id FROM (${items})) ORDER BY doc, col, offset, term`
    return JSON.stringify([file.prepare(`${items} ORDER BY item_id`).all(ids), file.prepare(places).all(ids)])
  } finally {
    file.close()
  }
}
