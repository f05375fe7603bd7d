import type { Command } from 'commander'
import { mailBase, publicUrl, readConfig } from '../process/config.js'
import { consumers } from '../consumers.js'
import { openExistingDatabase } from '../database/migrations.js'
import { createTransact } from '../core/transact.js'
import { createUsers } from '../access/users.js'
import { takeOver } from '../operations/copy/take-over.js'
import { releases } from '../releases.js'
import { createOperations } from './operations.js'
import { createProgram } from './program.js'

/**
 * The operator's command with the settings of an environment, to which `readFile` adds those of the folder that --data
 * names. Rejects with OperatorMistake.
 */
export function createCommand (
  environment: NodeJS.ProcessEnv, readFile: (folder?: string) => void = () => {}
): Command {
  return createProgram({
    readFile,
    withUsers: async (use) => {
      const config = readConfig(environment)
      const database = await openExistingDatabase(config.DATABASE_URL)
      try {
        const transact = createTransact({ database, consumers, releases })
        await takeOver({ database, transact })
        return await use(createUsers({
          database,
          transact,
          url: publicUrl(config),
          mailBase: mailBase(config),
          ways: { passwords: config.PASSWORDS }
        }))
      } finally {
        await database.close()
      }
    },
    operations: createOperations(environment),
    serve: async () => { await import('../server.js') },
    print: (value) => { process.stdout.write(`${JSON.stringify(value)}\n`) }
  })
}
