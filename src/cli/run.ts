import { CommanderError } from 'commander'
import { keepFilesPrivate } from '../basics/umask.js'
import { OperatorMistake } from '../errors.js'
import { readSettingsFile } from '../process/settings-file.js'
import { createCommand } from './command.js'

/**
 * The operator's command: serves, or prints one JSON value on standard output, or one line on standard error with exit
 * code 1.
 */
async function run (): Promise<void> {
  keepFilesPrivate()
  await createCommand(process.env, readSettingsFile).parseAsync()
}

run().catch((error: unknown) => {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode
    return
  }
  process.stderr.write(error instanceof OperatorMistake
    ? `error: ${error.message}\n`
    : `error: ${(error as Error).message.trim().replace(/\s+/g, ' ')}\n`)
  process.exitCode = 1
})
