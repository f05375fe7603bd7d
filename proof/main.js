// Breaks the service on purpose, and reports what was lost. Each scenario is a file in scenarios/. harness/ has what
// they share with one another, with the tests and with the benchmark.
import { closeAll, closeOnSignal, isClosing } from '#proof/harness/closing.js'
import { readOptions, usage } from './options.js'
import { runAll } from './run.js'

async function main () {
  const options = readOptions(process.argv.slice(2))
  if (options.help) {
    process.stdout.write(await usage())
    return 0
  }
  return await runAll(options) ? 0 : 1
}

closeOnSignal()
try {
  process.exitCode = await main()
} catch (error) {
  // A failure after an interruption is not reported.
  if (!isClosing()) process.stderr.write(`proof: ${error.expected ? error.message : error.stack}\n`)
  process.exitCode = isClosing() ? 130 : 1
} finally {
  await closeAll()
}
// Handles that libraries keep open must not delay the end.
process.exit()
