import { call } from '../support/call.js'
import { openDatabases } from '../support/databases.js'
import { given } from '#proof/harness/failure.js'
import { median } from '#proof/harness/figures.js'
import { drive, headers } from '../support/load.js'
import { table } from '#proof/harness/table.js'
import { describeMachine, figure, publish, spreadOf } from '../support/report.js'
import { checkOnce, scenarioOf } from '../support/scenarios.js'
import { assetCount, seed, seededId } from '#proof/harness/seed.js'
import { createMigrated, startService } from '../support/servers.js'

const LAYOUT = { projects: 10, assetsPerProject: 100 }
const FIELDS = 10

/**
 * Setting ten plain values of an asset beside changing its title, on the same service in turn.
 * @param {import('../support/options.js').Options} options
 */
export async function run (options) {
  const { rounds = 5, seconds, warmup } = options
  const databases = await openDatabases(options)
  const machine = describeMachine(databases)
  const database = await createMigrated(databases, 'values')
  await seed(database, LAYOUT)
  const server = await startService(database)
  const title = scenarioOf('update')
  const values = valuesScenario(await addFields(server))

  /** @type {Record<'title' | 'values', import('../support/load.js').Round[]>} */
  const measured = { title: [], values: [] }
  for (const [name, scenario] of Object.entries({ title, values })) {
    await checkOnce(server, scenario, LAYOUT, headers)
    if (warmup > 0) await drive(server, scenario, { ...options, seconds: warmup, layout: LAYOUT })
    process.stderr.write(`${name} is warm\n`)
  }
  for (let round = 1; round <= rounds; round++) {
    const ofTitle = await drive(server, title, { ...options, seconds, layout: LAYOUT })
    const ofValues = await drive(server, values, { ...options, seconds, layout: LAYOUT })
    measured.title.push(ofTitle)
    measured.values.push(ofValues)
    process.stderr.write(`round ${round} of ${rounds}: ${Math.round(ofTitle.requestsPerSecond)} titles/s, ${Math.round(ofValues.requestsPerSecond)} times ten values/s\n`)
  }
  await server.stop()
  const costs = measured.title.map(({ requestsPerSecond }, round) =>
    requestsPerSecond / given(measured.values[round]).requestsPerSecond
  )
  const row = (what, measurements) => [
    what, figure(median(measurements.map((round) => round.requestsPerSecond))),
    figure(median(measurements.map((round) => round.processorUs)))
  ]
  await publish({
    title: `Ten plain values beside a title, ${databases.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, ${options.connections} connections`,
    table: table(['what', '/s', 'CPU µs', 'time by that of a title (min–max)', 'wanted'], [
      [...row(title.title, measured.title), '', ''],
      [...row(values.title, measured.values), spreadOf(median(costs), costs), '≤ 1.5']
    ]),
    notes: [machine,
      `Median of ${rounds} interleaved rounds of ${seconds} s after ${warmup} s of warm-up. Each request sets ten text fields of one group, all to new values.`],
    figures: { measured, costs }
  }, options)
}

/** Makes a group with ten text fields. Returns their ids and the group's. */
async function addFields (server) {
  const { field_group: { id: group } } = await call(server, 'POST', 'admin/field_groups', {
    name: 'Film',
    group_type: 'default'
  })
  for (let number = 1; number <= FIELDS; number++) {
    await call(server, 'POST', `admin/field_groups/${group}/fields`, {
      name: `Field ${number}`,
      field_type: 'textbox',
      dropdown_options: [],
      searchable: false,
      read_only: false
    })
  }
  const { fields } = await call(server, 'GET', `field_groups/${group}`)
  return { group, ids: fields.map(({ id }) => String(id)) }
}

/**
 * @param {{ group: number, ids: string[] }} fields
 * @returns {import('../support/scenarios.js').Scenario}
 */
function valuesScenario ({ group, ids }) {
  let count = 0
  return {
    name: 'values',
    title: 'Set ten plain values',
    method: 'POST',
    requests: (layout) => [{
      setupRequest: (request) => {
        const number = count++
        const path = `/api/v2/assets/${seededId('asset', 1 + number % assetCount(layout))}/custom_fields/${group}`
        return {
          ...request,
          path,
          body: JSON.stringify({ custom_fields: Object.fromEntries(ids.map((id) => [id, `Value ${number}`])) })
        }
      }
    }],
    isSane: ({ custom_fields: groups, errors }) =>
      Object.keys(groups?.[group] ?? {}).length === FIELDS && errors.length === 0
  }
}
