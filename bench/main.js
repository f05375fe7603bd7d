// The benchmark. Each subcommand is a file in commands/. They share support/, and compare the service with reference/.
import { closeAll, closeOnSignal, isClosing } from '#proof/harness/closing.js'
import { readOptions, usage } from './support/options.js'

/** A subcommand reads the options and prints a table. The default is `compare`. */
const commands = {
  compare: () => import('./commands/compare.js'),
  profile: () => import('./commands/profile.js'),
  moving: () => import('./commands/moving.js'),
  search: () => import('./commands/search.js'),
  start: () => import('./commands/start.js'),
  media: () => import('./commands/media.js'),
  webhooks: () => import('./commands/webhooks.js')
}

async function main () {
  const { name, options } = readOptions(process.argv.slice(2), Object.keys(commands))
  if (options.help) {
    process.stdout.write(usage)
    return
  }
  const { run } = await commands[name]()
  await run(options)
}

closeOnSignal()
try {
  await main()
} catch (error) {
  // A failure after an interruption is not reported.
  if (!isClosing()) process.stderr.write(`bench: ${error.expected ? error.message : error.stack}\n`)
  process.exitCode = isClosing() ? 130 : 1
} finally {
  await closeAll()
}
// Handles that libraries keep open must not delay the end.
process.exit()
