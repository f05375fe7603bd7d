import { onBothDatabases } from '#test/helper/app.js'
import { addAsset, addProject, succeed } from '#test/helper/items.js'
import { workImports } from '#test/helper/transfer.js'

onBothDatabases('Exports and changes show the comments on each item, and imports ignore them', async (t, world) => {
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
  t.strictSame(changes.map(({ item }: { item: object }) => item), [lineOf(asset.id), lineOf(asset.id)])

  const line = { ...lineOf(asset.id), comments: [{ id: 1, text: 'From elsewhere' }] }
  const sent = JSON.stringify({ ...line, asset: { ...line.asset, title: 'Renamed' } })
  const { import: begun } = await succeed(admin.send('POST', 'imports?key=id', sent, { 'content-type': 'application/x-ndjson' }))
  await workImports(world)
  t.match(await succeed(admin.get(`imports/${begun.id}`)), { import: { status: 'done', updated: 1, failed: 0 }, errors: [] })
  t.strictSame(await commentsOf(`assets/${asset.id}`), lineOf(asset.id).comments)
})
