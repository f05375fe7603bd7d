import { onBothDatabases } from '#test/helper/app.js'
import { addProject, historyOf, succeed } from '#test/helper/items.js'
import { NDJSON, runImport } from '#test/helper/transfer.js'

onBothDatabases('Imports make projects private, by the same rights', async (t, world) => {
  const { admin, addUser } = world
  const lead = await addUser()
  const other = await addUser()
  const { id } = await addProject(lead.client, { title: 'Secret', private: true })
  const isPrivate = async (id: string) => (await succeed(admin.get(`projects/${id}`))).project.private
  const byTitle = async (title: string) =>
    (await succeed(admin.get(`search?q=${title}&type=project`))).results[0].project

  await t.test('New ones, as rows and as lines, with what is put into them', async (t) => {
    const since = (await succeed(other.client.get('changes?since=now'))).next
    const csv = await runImport(world, 'type,id,title,private,project\nproject,p,Sheet,TRUE,\nasset,,Inside,,p\nproject,,Open,,\n',
      { client: lead.client })
    t.match(csv, { import: { created: 3, failed: 0 }, errors: [] })
    t.equal((await byTitle('Sheet')).private, true)
    t.equal((await byTitle('Open')).private, false)
    const lines = await runImport(world, `${JSON.stringify({ type: 'project', title: 'Line', private: true })}\n`,
      { client: lead.client, headers: NDJSON })
    t.match(lines, { import: { created: 1, failed: 0 } })
    t.equal((await byTitle('Line')).private, true)
    const { changes } = await succeed(other.client.get(`changes?since=${since}&include=item`))
    t.strictSame(changes.map(({ event, item }: any) => [event, item?.project?.title]),
      [['PROJECT_ADDED', 'Open'], ['USER_LINKED', 'Open']], 'nothing private was ever in the open')
  })

  await t.test('Existing ones are changed, and an empty cell changes nothing', async (t) => {
    const update = (cell: string, client = lead.client, query = '?key=id&mode=update') =>
      runImport(world, `id,private\n${id},${cell}\n`, { client, query })
    t.match((await update('')).import, { unchanged: 1 })
    t.match((await update('true')).import, { unchanged: 1 })
    t.match((await update('false', lead.client, '?key=id&mode=update&dry_run=true')).import, { updated: 1 })
    t.equal(await isPrivate(id), true, 'a dry run changes nothing')
    t.match((await update('false')).import, { updated: 1 })
    t.equal(await isPrivate(id), false)
    t.equal((await historyOf(admin, 'projects', id))[0].event, 'PROJECT_PUBLIC')
    t.match((await update('true', other.client)).errors, [{ column: null, error: 'Your role does not allow this' }])
    t.match((await update('true', other.client, '?key=id&mode=update&dry_run=true')).errors, [{ error: 'Your role does not allow this' }])
    t.match((await update('perhaps')).errors, [{ column: 'private' }])
    t.match((await update('true')).import, { updated: 1 })
    t.match((await update('false', other.client)).errors, [{ column: 'id' }], 'it is not there for others')
  })

  await t.test('An asset is not private', async (t) => {
    t.match((await runImport(world, 'title,private\nFilm,true\n')).errors, [{ column: 'private', error: 'Must be empty for an asset' }])
  })
})
