import { httpDialects, inOneApp } from '../../helper/app.js'
import { startAgent } from '../../helper/agent.js'
import { addFieldGroup } from '../../helper/fields.js'
import { addAsset, succeed } from '../../helper/items.js'
import { defineAction, wholeRun } from '../../helper/runs.js'

const inApp = inOneApp(httpDialects)
const steps = [{ name: 'one', queue: 'q' }]

inApp('An agent lists the actions, and starts one for items or for what a search finds', async (t, world) => {
  const { admin } = world
  const { call } = await startAgent(t, world, { write: true })
  const parameters = [{ name: 'language', field_type: 'textbox', required: true, dropdown_options: [] }]
  for (let index = 0; index < 11; index++) await defineAction(admin, { name: `Action ${index}`, steps, parameters })
  await defineAction(admin, { name: 'Disabled', steps, disabled: true })
  const first = (await call('list_actions')).data
  t.match(first.actions[0], { name: 'Action 0', type: 'asset', role: 'Member', parameters: [{ name: 'language', required: true }] })
  t.ok(first.actions.length <= 10)
  const rest = (await call('list_actions', { cursor: first.cursor })).data
  t.equal(first.actions.length + rest.actions.length, 11)
  t.notOk('cursor' in rest)

  const { id: action } = first.actions[0]
  const { id } = await addAsset(admin, { title: 'Take' })
  const started = (await call('start_action', { action_id: action, asset_ids: [id], parameters: { language: 'de' } })).data
  t.match(started, { batch: String, run_ids: [String], skipped: 0 })
  t.match((await wholeRun(admin, started.run_ids[0])).run, { asset_id: id, parameters: { language: 'de' } })

  const { group, ids: [field] } = await addFieldGroup(admin, ['textbox'], { groupType: 'default' })
  for (let index = 0; index < 25; index++) {
    const { id } = await addAsset(admin, { title: 'Scene' })
    if (index > 0) await succeed(admin.post(`assets/${id}/custom_fields/${group}`, { custom_fields: { [field!]: 'Berlin' } }))
  }
  const search = { q: 'scene', fields: { [field!]: 'Berlin' }, tag: null }
  const many = (await call('start_action', { action_id: String(action), search, parameters: { language: 'de' } })).data
  t.equal((await succeed(admin.get(`runs?batch=${many.batch as string}&limit=100`))).runs.length, 24)
  t.strictSame([many.run_ids.length, many.run_ids.at(-1)], [21, '… [cut]'])

  const refused = async (sent: object) => {
    const { isError, text } = await call('start_action', { action_id: action, ...sent })
    return isError ? text : 'started'
  }
  t.match(await refused({ asset_ids: [id] }), /language: Must be there/)
  t.match(await refused({ parameters: { language: 'de' } }), /Must have asset_ids, project_ids or search/)
  t.match(await refused({ search: { fields: 5 } }), /'fields' value 5: Must be a Hash/)
  t.match(await refused({ asset_ids: [id], parameters: { language: 'x… [cut]' } }), /\[cut\]/)
  t.equal(await refused({ action_id: 999_999, asset_ids: [id] }), 'Action not found')
})
