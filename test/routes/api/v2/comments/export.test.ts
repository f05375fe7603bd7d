import type { Sql } from '#src/database/sql.js'
import { write } from '#src/transfer/export/export.js'
import { readExport } from '#src/transfer/export/parameters.js'
import { inAppOfProcess } from '#test/helper/app.js'
import { fillComments } from '#test/helper/fill.js'
import { addAsset, addProject, succeed } from '#test/helper/items.js'
import { workImports } from '#test/helper/transfer.js'

const onBothDatabases = inAppOfProcess()

const MEBIBYTE = 1024 ** 2
const COMMENTS = 210

onBothDatabases('Exports show the comments on each item, changes do not, and imports ignore them', async (t, world) => {
  const { admin } = world
  const asset = await addAsset(admin, { title: 'Said' })
  const project = await addProject(admin)
  const bare = await addAsset(admin)
  for (const path of [`assets/${asset.id}`, `projects/${project.id}`]) {
    const { comment } = await succeed(admin.post(`${path}/comments`, { text: 'Look,\n"there"', internal: true }))
    await succeed(admin.post(`${path}/comments`, { text: 'Yes', reply_to: comment.id }))
  }
  const { text } = await admin.get('export')
  const lines = text.trim().split('\n').map((line) => JSON.parse(line))
  const commentsOf = async (path: string) => (await succeed(admin.get(`${path}/comments`))).comments
  const lineOf = (id: string) => lines.find((line) => (line.asset ?? line.project).id === id)
  t.strictSame(lineOf(asset.id).comments, await commentsOf(`assets/${asset.id}`))
  t.strictSame(lineOf(project.id).comments, await commentsOf(`projects/${project.id}`))
  t.strictSame(lineOf(bare.id).comments, [])
  const { changes } = await succeed(admin.get('changes?include=item&event=ASSET_ADDED_COMMENT'))
  const { comments: _comments, attachments: _attachments, publications: _publications, ...item } = lineOf(asset.id)
  t.strictSame(changes.map((change: { item: object }) => change.item), [item, item])

  const line = { ...lineOf(asset.id), comments: [{ id: 1, text: 'From elsewhere' }] }
  const sent = JSON.stringify({ ...line, asset: { ...line.asset, title: 'Renamed' } })
  const { import: begun } = await succeed(admin.send('POST', 'imports?key=id', sent, { 'content-type': 'application/x-ndjson' }))
  await workImports(world)
  t.match(await succeed(admin.get(`imports/${begun.id}`)), { import: { status: 'done', updated: 1, failed: 0 }, errors: [] })
  t.strictSame(await commentsOf(`assets/${asset.id}`), lineOf(asset.id).comments)
})

onBothDatabases('An export reads and writes the comments of an item a few at a time, and loses none', async (t, world) => {
  const { app, admin, adminCaller } = world
  const { id: itemId } = await addAsset(admin)
  await fillComments(world, itemId, COMMENTS, (index) => ({ text: `${index} ${'x'.repeat(9000)}` }))
  const pieces: string[] = []
  const most: number[] = []
  const { sql } = app.database.reads
  const spied: Sql = Object.assign(Object.create(sql) as Sql, {
    all: async (...args: Parameters<Sql['all']>) => {
      const rows = await sql.all(...args)
      most.push(JSON.stringify(rows).length)
      return rows
    }
  })
  for await (const { text } of write(spied, adminCaller, readExport({}))) pieces.push(text)
  t.ok(Math.max(...most) < MEBIBYTE, `${Math.max(...most)} characters at a time`)
  t.ok(Math.max(...pieces.map(({ length }) => length)) < MEBIBYTE)
  const { comments } = JSON.parse(pieces.join(''))
  const numbers = comments.map(({ text }: { text: string }) => parseInt(text))
  t.strictSame(numbers, Array.from({ length: COMMENTS }, (_, index) => index))
})
