import { httpDialects, inAppOfProcess } from '../helper/app.js'
import { connect, refusal, succeed } from '../helper/typed-client.js'
import type { components } from '../../client/generated/api.js'

type Asset = components['schemas']['Asset']

inAppOfProcess(httpDialects)('The client creates, organises, annotates, trashes, restores and reads history', async (t, world) => {
  const client = await connect(world)
  const colleague = await world.addUser()

  const { project } = await succeed(client.POST('/api/v2/projects', { body: { title: 'Film', tags: ['2026'] } }))
  const { project: scenes } = await succeed(client.POST('/api/v2/projects', { body: { title: 'Scenes' } }))
  const assets: Asset[] = []
  for (const title of ['Interview', 'Landscape', 'Night', 'Ending']) {
    assets.push((await succeed(client.POST('/api/v2/assets', { body: { title, category: 'raw' } }))).asset)
  }
  const [interview, ...others] = assets as [Asset, ...Asset[]]
  const inProject = { params: { path: { project_id: project.id } } }
  const ofInterview = { params: { path: { asset_id: interview.id } } }

  await t.test('it organises items in projects, and adds members', async (t) => {
    await succeed(client.POST('/api/v2/projects/{project_id}/assign', {
      params: { path: { project_id: scenes.id } },
      body: { to_project_id: project.id }
    }))
    for (const { id } of assets) {
      const { ok } =
        await succeed(client.POST('/api/v2/assets/{asset_id}/assign', {
          params: { path: { asset_id: id } },
          body: { to_project_id: project.id }
        }))
      t.type(ok, 'string')
    }
    const { ok } =
      await succeed(client.POST('/api/v2/projects/{project_id}/members', {
        ...inProject,
        body: { user_id: colleague.id }
      }))
    t.equal(ok, `User ${colleague.id} has been added to project ${project.id}`)
    const { members } = await succeed(client.GET('/api/v2/projects/{project_id}/members', inProject))
    t.strictSame(members.map(({ email, role }) => [email, role]), [[world.adminCaller.email, 'Admin'], [colleague.email,
      'Member']])
    t.strictSame(
      await refusal(client.POST('/api/v2/projects/{project_id}/members', { ...inProject, body: { user_id: colleague.id } })),
      [200, 'User is already member of this project']
    )
  })

  await t.test('it reads pages by the Link header', async (t) => {
    const pages: string[][] = []
    const asked = { params: { ...inProject.params, query: { limit: 2 } } }
    for await (const { assets, subprojects } of client.pages('/api/v2/projects/{project_id}/assets', asked)) {
      pages.push([...assets, ...subprojects].map(({ title }) => title))
    }
    t.strictSame(pages, [['Interview', 'Landscape'], ['Night', 'Ending'], ['Scenes']])
  })

  await t.test('it sets custom fields', async (t) => {
    const { field_group: group, errors } =
      await succeed(client.POST('/api/v2/admin/field_groups', { body: { name: 'Shooting', group_type: 'default' } }))
    t.strictSame(errors, [])
    const ofGroup = { params: { path: { field_group_id: String(group!.id) } } }
    for (const [name, fieldType] of [['Place', 'textbox'], ['Day', 'date'], ['Usable', 'boolean']] as const) {
      await succeed(client.POST('/api/v2/admin/field_groups/{field_group_id}/fields', {
        ...ofGroup, body: { name, field_type: fieldType, dropdown_options: [], searchable: true, read_only: false }
      }))
    }
    const { fields } = await succeed(client.GET('/api/v2/field_groups/{field_group_id}', ofGroup))
    const [place, day, usable] = fields.map(({ id }) => String(id)) as [string, string, string]
    const values = { [place]: 'Berlin', [day]: '2026-01-15', [usable]: true }
    const { custom_fields: stored } =
      await succeed(client.POST('/api/v2/assets/{asset_id}/custom_fields/{field_group_id}', {
        params: { path: { ...ofInterview.params.path, ...ofGroup.params.path } },
        body: { custom_fields: values }
      }))
    t.strictSame(stored, { [group!.id]: values })
    const wrong = await succeed(client.POST('/api/v2/projects/{project_id}/custom_fields/{field_group_id}', {
      params: { path: { ...inProject.params.path, ...ofGroup.params.path } },
      body: { custom_fields: { [day]: 'yesterday' } }
    }))
    t.equal(wrong.custom_fields, null)
    t.strictSame(wrong.errors.map((error) => Object.keys(error)), [[day]])
  })

  await t.test('it changes only what it has seen by If-Match, and repeats a request by Idempotency-Key', async (t) => {
    const { response } = await client.GET('/api/v2/assets/{asset_id}', ofInterview)
    const header = { 'If-Match': response.headers.get('etag')! }
    const { asset } =
      await succeed(client.PUT('/api/v2/assets/{asset_id}', {
        params: { ...ofInterview.params, header },
        body: { title: 'Interview, day 2' }
      }))
    t.equal(asset.title, 'Interview, day 2')
    const late = client.PUT('/api/v2/assets/{asset_id}', { params: { ...ofInterview.params, header }, body: { title: 'Late' } })
    t.strictSame(await refusal(late), [412, 'If-Match does not match the current version'])
    const twice = { params: { header: { 'Idempotency-Key': 'a key' } }, body: { title: 'Once' } }
    const first = await succeed(client.POST('/api/v2/assets', twice))
    const again = await client.POST('/api/v2/assets', twice)
    t.strictSame([again.data, again.response.headers.get('idempotency-replayed')], [first, 'true'])
  })

  await t.test('it trashes, restores and deletes items', async (t) => {
    const isDeleted = async (id: string) =>
      (await succeed(client.GET('/api/v2/assets/{asset_id}', { params: { path: { asset_id: id } } }))).asset.deleted
    await succeed(client.POST('/api/v2/projects/{project_id}/trash_bin', inProject))
    for (const { id } of assets) t.equal(await isDeleted(id), true)
    await succeed(client.POST('/api/v2/projects/{project_id}/restore', inProject))
    for (const { id } of assets) t.equal(await isDeleted(id), false)
    await succeed(client.DELETE('/api/v2/assets/{asset_id}', { params: { path: { asset_id: others[0]!.id } } }))
    const gone = client.GET('/api/v2/assets/{asset_id}', { params: { path: { asset_id: others[0]!.id } } })
    t.strictSame(await refusal(gone), [404, 'asset not found'])
  })

  await t.test('it reads history', async (t) => {
    const { history } = await succeed(client.GET('/api/v2/assets/{asset_id}/history', ofInterview))
    t.strictSame(history.map(({ event }) => event), ['ASSET_RESTORED', 'ASSET_REMOVED', 'ASSET_EDITED_METADATA',
      'ASSET_ADDED_FIELD_GROUP', 'ASSET_LINKED', 'ASSET_ADDED'])
    t.strictSame(history.map(({ targets }) => targets.asset_id), Array(6).fill(interview.id))
    const { history: ofProject } = await succeed(client.GET('/api/v2/projects/{project_id}/history', inProject))
    t.strictSame(ofProject.at(-1)?.event, 'PROJECT_ADDED')
    const { data } = await client.GET('/api/v2/projects/{project_id}/history', {
      params: { ...inProject.params, query: { limit: 1 } }
    })
    t.strictSame(data.history, ofProject.slice(0, 1))
  })

  await t.test('its types reject what the service refuses', async (t) => {
    // @ts-expect-error: a title is a string
    const wrong = client.POST('/api/v2/assets', { body: { title: 5 } })
    t.strictSame(await refusal(wrong), [422, "Invalid parameter 'title' value 5: Must be a String"])
    // @ts-expect-error: there is no such path
    t.strictSame(await refusal(client.GET('/api/v2/asset')), [404, 'not found'])
    // @ts-expect-error: there is no such event
    const none: components['schemas']['EventKind'] = 'ASSET_ADORED'
    t.type(none, 'string')
  })
})
