import { inOneApp } from '../../helper/app.js'
import { addAsset } from '../../helper/items.js'
import { eventually } from '../../helper/receiver.js'
import { claimStep, defineAction, startAction } from '../../helper/runs.js'

inOneApp(undefined, { JOBS: 'on' })('Open runs, and steps that wait for an agent, are reported', async (t, { admin, anonymous }) => {
  const read = async () => (await anonymous.get('/metrics')).text
  t.match(await read(), /^cutroom_action_runs\{status="waiting"\} 0$/m)
  t.match(await read(), /^cutroom_action_oldest_waiting_run_age_seconds 0$/m)
  const action = await defineAction(admin, { parallel: 2, steps: [{ name: 'one', queue: 'q' }] })
  const ids = await Promise.all([1, 2, 3, 4].map(async () => (await addAsset(admin)).id))
  await startAction(admin, action.id, { asset_ids: ids })
  await claimStep(admin, 'q')
  const text = await eventually('runs that have begun', async () => {
    const said = await read()
    return /^cutroom_action_runs\{status="running"\} 2$/m.test(said) ? said : undefined
  })
  t.match(text, /^cutroom_action_runs\{status="waiting"\} 2$/m)
  t.match(text, /^cutroom_action_steps_ready 1$/m)
  t.match(text, /^cutroom_action_oldest_waiting_run_age_seconds \d/m)
})
