// Breaks the service on purpose, and says what was lost. Each scenario is a file in scenarios/; what they share, also
// with the tests and the benchmark, is in harness/.
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
  // What fails because the run was interrupted is no failure.
  if (!isClosing()) process.stderr.write(`proof: ${error.expected ? error.message : error.stack}\n`)
  process.exitCode = isClosing() ? 130 : 1
} finally {
  await closeAll()
}
// What the libraries still hold open must not keep a finished run waiting.
process.exit()
