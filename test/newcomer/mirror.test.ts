import { writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Test } from 'tap'
import { purgeDue } from '#src/trash/timer.js'
import type { World } from '../helper/app.js'
import { blocksOf } from '../helper/documents.js'
import { addFieldGroup } from '../helper/fields.js'
import { fillProject } from '../helper/fill.js'
import { addAsset, addItem, addItemTo, addProject, assign, itemPaths, succeed } from '../helper/items.js'
import { eventually } from '../helper/receiver.js'
import { attachReady, onBothWithMedia, settledMedia } from '../helper/media/world.js'
import { startFileSender } from '../helper/media/sender.js'

type Ask = (path: string) => Promise<Response>
interface Mirror {
  readonly lines: Map<string, Record<string, { id: string }>>
}
interface Documented {
  begin (ask: Ask, within?: string | null): Promise<Mirror>
  follow (ask: Ask, mirror: Mirror): Promise<boolean>
}

/** The mirror as printed in docs/moving.md. */
async function loadMirror (t: Test): Promise<Documented> {
  const file = join(t.testdir(), 'mirror.mjs')
  await writeFile(file, blocksOf('docs/moving.md', 'js')[0]!)
  return import(file) as Promise<Documented>
}

/** The lines of a mirror and of an export, sorted. A mirror has nothing of what domains add to a line. */
const held = ({ lines }: Mirror) => [...lines.values()].map((line) => JSON.stringify(line)).sort()
const exported = async (ask: Ask, filter = '') =>
  (await (await ask(`/export?deleted=any${filter}`)).text()).split('\n').filter((line) => line !== '')
    .map((line) => {
      const { type, asset, project, custom_fields: values, media } = JSON.parse(line)
      return JSON.stringify({ type, asset, project, custom_fields: values, media })
    }).sort()

/** More items than one transaction changes. */
const MANY = 520

/** Does every kind of write that changes an export, in a project and outside of it. */
async function writeEverything (t: Test, world: World, top: string): Promise<void> {
  const { admin } = world
  const { url: files } = await startFileSender(t, { bytes: Buffer.from('bytes') })
  const bulk = (operations: object[], options: object = {}) => succeed(admin.post('bulk', { operations, ...options }))
  const inside = await addItemTo(admin, 'projects', top)
  const outside = await addProject(admin)

  await t.test('items and their places are written', async () => {
    for (const path of itemPaths) {
      const item = await addItem(admin, path, { title: 'é "x"', description: '\u0001\u2028', tags: ['a', ''] })
      await succeed(admin.put(`${path}/${item.id}`, { title: 'Other', external_id: `${path} 1`, category: 'news' }))
      await assign(admin, path, item.id, inside.id)
      await assign(admin, path, item.id, outside.id)
      await assign(admin, path, item.id, inside.id)
      await succeed(admin.delete(`${path}/${item.id}/unassign`))
      await assign(admin, path, item.id, top)
      await succeed(admin.post(`${path}/${item.id}/trash_bin`))
      await succeed(admin.post(`${path}/${item.id}/restore`))
      await succeed(admin.delete(`${path}/${(await addItemTo(admin, path, inside.id)).id}`))
    }
  })

  await t.test('subtrees are moved into the project, out of it and back', async () => {
    const branch = await addItemTo(admin, 'projects', outside.id)
    const leaf = await addItemTo(admin, 'projects', branch.id)
    const asset = await addItemTo(admin, 'assets', leaf.id)
    await assign(admin, 'projects', outside.id, inside.id)
    await succeed(admin.put(`assets/${asset.id}`, { title: 'inside' }))
    await assign(admin, 'projects', branch.id, top)
    await succeed(admin.delete(`projects/${outside.id}/unassign`))
    await succeed(admin.delete(`projects/${branch.id}/unassign`))
    await succeed(admin.put(`assets/${asset.id}`, { title: 'outside' }))
    await assign(admin, 'projects', branch.id, inside.id)
  })

  await t.test('values of custom fields and their groups are written', async () => {
    const one = await addFieldGroup(admin, ['textbox', 'boolean'], { groupType: 'default' })
    const many = await addFieldGroup(admin, ['textbox', 'rich_text'])
    const holders = [...await Promise.all(itemPaths.map(async (path) => (
      { path, id: (await addItemTo(admin, path, inside.id)).id as string }
    )))]
    for (const { path, id } of holders) {
      const set = (group: string, values: object) =>
        succeed(admin.post(`${path}/${id}/custom_fields/${group}`, { custom_fields: values }))
      await set(one.group, { [one.ids[0]!]: 'Berlin', [one.ids[1]!]: true })
      await set(one.group, { [one.ids[1]!]: null })
      await set(many.group, [{ [many.ids[0]!]: 'a' }, { [many.ids[0]!]: 'b', [many.ids[1]!]: '<p>x</p>' }, {
        [many.ids[1]!]: '<p>y</p>'
      }])
      await succeed(admin.delete(`${path}/${id}/custom_fields/${many.group}/1`))
    }
    await succeed(admin.post(`admin/field_groups/${many.group}`, { name: 'Renamed' }))
    await succeed(admin.delete(`admin/field_groups/${many.group}/fields/${many.ids[1]}`))
    await succeed(admin.delete(`projects/${holders[1]!.id}/custom_fields/${one.group}`))
    const gone = await addFieldGroup(admin, ['textbox'])
    for (const { path, id } of holders) {
      await admin.post(`${path}/${id}/custom_fields/${gone.group}`, { custom_fields: [{ [gone.ids[0]!]: 'x' }] })
    }
    await succeed(admin.delete(`admin/field_groups/${gone.group}`))
  })

  await t.test('files are attached, and one of them fails', async () => {
    const asset = await addItemTo(admin, 'assets', inside.id)
    await attachReady(admin, asset.id, `${files}/first`, 'first.bin')
    await attachReady(admin, asset.id, `${files}/second`, 'second.bin')
    const failed = await addItemTo(admin, 'assets', inside.id)
    await succeed(admin.post(`assets/${failed.id}/media`, { file_url: 'http://192.0.2.1/x', filename: 'x.bin' }))
    await settledMedia(admin, failed.id)
  })

  await t.test('items are written by bulks', async () => {
    await bulk([
      { method: 'POST', path: '/api/v2/projects', body: { title: 'Bulk' } },
      { method: 'POST', path: '/api/v2/projects/{{0.project.id}}/assign', body: { to_project_id: inside.id } },
      { method: 'POST', path: '/api/v2/assets', body: { title: 'Bulk' } },
      { method: 'POST', path: '/api/v2/assets/{{2.asset.id}}/assign', body: { to_project_id: '{{0.project.id}}' } },
      { method: 'DELETE', path: '/api/v2/projects/{{0.project.id}}/unassign', body: {} },
      { method: 'PUT', path: '/api/v2/assets/{{2.asset.id}}', body: { title: 'Outside' } },
      { method: 'POST', path: '/api/v2/projects/{{0.project.id}}/assign', body: { to_project_id: top } }
    ])
    const asset = await addItemTo(admin, 'assets', inside.id)
    await bulk([{ method: 'PUT', path: `/api/v2/assets/${asset.id}`, body: { title: 'Apart' } },
      { method: 'PUT', path: '/api/v2/assets/nobody', body: { title: 'Nobody' } },
      { method: 'DELETE', path: `/api/v2/assets/${(await addItemTo(admin, 'assets', top)).id}` }], { atomic: false })
    await bulk([{ method: 'DELETE', path: `/api/v2/assets/${asset.id}` }], { dry_run: true })
  })

  await t.test('items are written by an import', async () => {
    const { id } = (await succeed(admin.send(
      'POST',
      'imports',
      `type,external_id,project,title\nproject,F,${inside.id},Film\nasset,M,F,Interview\nproject,projects 1,F,Moved\n`,
      { 'content-type': 'text/csv' }
    ))).import
    const state = await eventually('the end of the import', async () => {
      const { import: found } = await succeed(admin.get(`imports/${id}`))
      return found.finished_at !== null && found
    })
    t.match(state, { status: 'done', created: 2, updated: 1, failed: 0 })
  })

  await t.test('few and many items are trashed, restored and deleted, also by the timer', async () => {
    for (const count of [2, MANY]) {
      const project = await addItemTo(admin, 'projects', inside.id)
      const sub = await addItemTo(admin, 'projects', project.id)
      await fillProject(world, sub.id, { assets: count })
      await succeed(admin.post(`projects/${project.id}/trash_bin`))
      await succeed(admin.post(`projects/${project.id}/restore`))
      await succeed(admin.post(`projects/${project.id}/trash_bin`))
      await succeed(admin.post(`projects/${sub.id}/restore`))
      await succeed(admin.delete(`projects/${project.id}`))
    }
    const due = await addItemTo(admin, 'projects', inside.id)
    const below = await addItemTo(admin, 'projects', due.id)
    const stays = await addItemTo(admin, 'assets', below.id)
    const stranger = await addItemTo(admin, 'projects', below.id)
    await addItemTo(admin, 'assets', stranger.id)
    await addItemTo(admin, 'assets', below.id)
    await succeed(admin.post(`projects/${due.id}/trash_bin`))
    await succeed(admin.post(`assets/${stays.id}/restore`))
    await succeed(admin.post(`projects/${stranger.id}/restore`))
    await purgeDue({ ...world.app, retentionDays: 0, clock: () => Date.now() + 1000 }, new AbortController().signal)
    await addAsset(admin, { title: 'last' })
  })
}

onBothWithMedia('After every kind of write the mirror of docs/moving.md equals an export, of everything and of a project', async (t, world) => {
  const { admin, app, config } = world
  const { begin, follow } = await loadMirror(t)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const ask: Ask = (path) =>
    fetch(`http://127.0.0.1:${port}/api/v2${path}`, { headers: { 'x-api-key': config.ADMIN_API_KEY! } })

  const top = await addProject(admin)
  await addItemTo(admin, 'assets', top.id, { title: 'there before' })
  const late = { all: await begin(ask), inside: await begin(ask, top.id) }
  const early = { all: await begin(ask), inside: await begin(ask, top.id) }
  const following = new AbortController()
  const reading = Promise.all([early.all, early.inside].map(async (mirror) => {
    while (!following.signal.aborted) {
      if (!await follow(ask, mirror)) await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }))
  await writeEverything(t, world, top.id)
  following.abort()
  await reading

  for (const [name, { all, inside }] of Object.entries({ early, late })) {
    for (const mirror of [all, inside]) while (await follow(ask, mirror));
    t.strictSame(held(all), await exported(ask), `${name}: all`)
    t.strictSame(held(inside), await exported(ask, `&within=${top.id}`), `${name}: what is in the project`)
  }
  t.ok(late.inside.lines.size > 10 && late.all.lines.size > late.inside.lines.size)
})
