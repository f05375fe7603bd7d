import { inSharedApp } from '#test/helper/app.js'
import { addProject, eventsOf, readItem, SECONDS, succeed } from '#test/helper/items.js'

const onBothDatabases = inSharedApp()

const FIELDS = ['id', 'external_id', 'project_id', 'owner', 'description', 'title', 'category', 'tags', 'media_type',
  'modification_date', 'created_date', 'status', 'deleted', 'private', 'thumbnail_asset_id']

onBothDatabases('Projects are created as the contract says', async (t, { admin, addUser, adminCaller }) => {
  await t.test('A title is enough: everything else has its default', async (t) => {
    const { status, body } = await admin.post('projects', { title: 'First' })
    t.equal(status, 200)
    t.strictSame(Object.keys(body), ['project'])
    t.strictSame(Object.keys(body.project).toSorted(), FIELDS.toSorted(), 'no parent_asset_id and no original_filename')
    const { id, modification_date: modified, created_date: created, ...rest } = body.project
    t.match(id, /^[\w.~-]+$/)
    t.match(created, SECONDS)
    t.equal(modified, created)
    t.strictSame(rest, {
      external_id: null,
      project_id: null,
      owner: adminCaller.email,
      description: '',
      title: 'First',
      category: '',
      tags: [],
      media_type: 'project',
      status: 'open',
      deleted: false,
      private: false,
      thumbnail_asset_id: null
    })
    t.strictSame(await succeed(admin.get(`projects/${id}`)), body)
  })

  await t.test('All parameters are stored, and media_type is ignored', async (t) => {
    const parameters = { title: 'Second', description: 'd', category: 'c', tags: ['x', 'y'] }
    const { project } = await succeed(admin.post('projects', { ...parameters, media_type: 5 }))
    t.match(project, { ...parameters, media_type: 'project' })
    t.strictSame(await readItem(admin, 'projects', project.id), project)
  })

  await t.test('The creator of a project is its only member, as Admin', async (t) => {
    const user = await addUser()
    const { id } = await addProject(user.client)
    t.strictSame(await succeed(admin.get(`projects/${id}/members`)), {
      members: [{ id: user.id, email: user.email, name: '', role: 'Admin', avatar_url: null }]
    })
    t.strictSame(await eventsOf(admin, 'projects', id), ['USER_LINKED', 'PROJECT_ADDED'], 'newest first')
  })
})
