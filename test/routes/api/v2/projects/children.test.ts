import { inSharedApp } from '#test/helper/app.js'

const onBothDatabases = inSharedApp()

onBothDatabases('a project lists its assets and subprojects exactly as they are read one by one', async (t, { admin }) => {
  const { body: { project } } = await admin.post('projects', { title: 'whole' })
  const { body: { asset } } = await admin.post('assets', {
    title: 'quotes " \\ and / é 😀 \u2028 \u0001',
    description: 'a\nb',
    tags: ['x', 'y "z"']
  })
  const { body: { project: subproject } } = await admin.post('projects', { title: 'part', tags: [] })
  await admin.put(`assets/${asset.id}`, { external_id: 'tape 7' })
  await admin.post(`assets/${asset.id}/assign`, { to_project_id: project.id })
  await admin.post(`projects/${subproject.id}/assign`, { to_project_id: project.id })

  const { body } = await admin.get(`projects/${project.id}/assets`)
  const read = {
    assets: [(await admin.get(`assets/${asset.id}`)).body.asset],
    subprojects: [(await admin.get(`projects/${subproject.id}`)).body.project]
  }
  t.strictSame(body, read)
  t.same(Object.keys(body.assets[0]), Object.keys(read.assets[0]))
})
