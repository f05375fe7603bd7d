#!/usr/bin/env node
import { config as loadDotenv } from 'dotenv'
import { CommanderError } from 'commander'
import { keepFilesPrivate } from '../basics/umask.js'
import { mailBase, publicUrl, readConfig } from '../process/config.js'
import { consumers } from '../consumers.js'
import { openExistingDatabase } from '../database/migrations.js'
import { OperatorMistake } from '../errors.js'
import { createTransact } from '../core/transact.js'
import { createUsers } from '../access/users.js'
import { takeOver } from '../operations/copy/take-over.js'
import { createOperations } from './operations.js'
import { createProgram } from './program.js'

/**
 * The operator's command: serves, or prints one JSON value on standard output, or one line on standard error with exit
 * code 1.
 */
async function main (): Promise<void> {
  keepFilesPrivate()
  loadDotenv({ quiet: true })
  await createProgram({
    withUsers: async (use) => {
      const config = readConfig(process.env)
      const database = await openExistingDatabase(config.DATABASE_URL)
      try {
        const transact = createTransact({ database, consumers })
        await takeOver({ database, transact })
        return await use(createUsers({ database, transact, url: publicUrl(config), mailBase: mailBase(config) }))
      } finally {
        await database.close()
      }
    },
    operations: createOperations(process.env),
    serve: async () => { await import('../server.js') },
    print: (value) => { process.stdout.write(`${JSON.stringify(value)}\n`) }
  }).parseAsync()
}

main().catch((error: unknown) => {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode
    return
  }
  process.stderr.write(error instanceof OperatorMistake
    ? `error: ${error.message}\n`
    : `error: ${(error as Error).message.trim().replace(/\s+/g, ' ')}\n`)
  process.exitCode = 1
})
