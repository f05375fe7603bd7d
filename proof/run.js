import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { isClosing, scoped } from '#proof/harness/closing.js'
import { RunFailure } from '#proof/harness/failure.js'
import { createContext } from './context.js'
import { repeatOf } from './options.js'
import { report } from './report.js'
import { loadScenario } from './scenarios.js'
import { openState } from './state.js'

/**
 * Does every chosen step that an interrupted run has not done, prints the table, and writes the result for machines.
 * A quick run does two steps at a time, as they wait a lot.
 * @param {import('./options.js').Options} options
 * @returns {Promise<boolean>} whether every promise was kept
 */
export async function runAll (options) {
  const steps = await chooseSteps(options)
  const state = openState(options, steps.map(({ id }) => id))
  if (state.doneBefore > 0) say(`going on with a run that was interrupted after ${state.doneBefore} steps`)
  say(`seed ${state.seed}`)
  const left = steps.filter(({ id }) => state.find(id) === undefined)
  await Promise.all(Array.from({ length: options.quick ? 2 : 1 }, async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await doStep(next, options, state)
  }))
  const kept = await report(state, options)
  state.finish()
  return kept
}

async function doStep ({ id, label, scenario, step }, options, state) {
  const { database, name } = step
  say(`${label} ${scenario}, ${database}: ${name}`)
  const before = performance.now()
  const rows = await runStep(step, { options, seed: state.seed, id, say: (text) => say(`${label}   ${text}`) })
  if (isClosing()) throw new RunFailure('interrupted')
  const broken = rows.flatMap(({ broken }) => broken)
  for (const sentence of broken) say(`${label}   BROKEN: ${sentence}`)
  state.add({ id, scenario, database, name, seconds: (performance.now() - before) / 1000, rows })
  if (broken.length > 0) say(`${label}   repeat it: ${repeatOf({ scenario, database, name }, options, state.seed)}`)
  else rmSync(join(options.folder, 'steps', id), { recursive: true, force: true })
}

async function chooseSteps (options) {
  const scenarios = await Promise.all(options.only.map(loadScenario))
  const steps = scenarios.flatMap((scenario) =>
    scenario.steps(options).map((step) => ({ scenario: scenario.name, step }))
  ).filter(({ step }) =>
    options.databases.includes(step.database) && (options.step === null || options.step === step.name))
  if (steps.length === 0) throw new RunFailure('there is no such step')
  return steps.map(({ scenario, step }, index) =>
    ({ id: idOf(scenario, step), label: `[${index + 1}/${steps.length}]`, scenario, step }))
}

/** An unexpected exception in a step counts as a broken promise, and the other steps are still done. */
async function runStep (step, run) {
  const reason = await step.needs?.() ?? null
  if (reason !== null) {
    run.say(`left out: ${reason}`)
    return [{ what: step.name, times: 0, broken: [], figures: { 'left out': reason } }]
  }
  try {
    const context = await createContext(step, run)
    return await scoped(() => step.run(context))
  } catch (error) {
    return [{ what: step.name, times: 1, broken: [`the step ended with: ${error.stack ?? error}`] }]
  }
}

function idOf (scenario, { name, database }) {
  return `${scenario} ${database} ${name}`.replace(/[^\w.-]+/g, '-')
}

function say (text) {
  process.stderr.write(`${text}\n`)
}
