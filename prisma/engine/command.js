import { openDatabase } from './database.js'
import { readableError } from './errors.js'

/** The engine's command line, with which Prisma's command checks the database before it starts a session. */
export async function runCommand (name, url) {
  try {
    const database = openDatabase(url)
    if (name === 'can-connect-to-database') await database.check()
    else if (name === 'create-database') await database.create()
    else throw new Error(`Unknown command: ${name}`)
  } catch (error) {
    const { code, message } = readableError(error)
    // Prisma's command skips the first line of the log and looks for an error of this form after it.
    log('INFO', { message: name })
    log('ERROR', { error_code: code ?? 'P1011', message })
    process.exitCode = 1
  }
}

function log (level, fields) {
  console.error(JSON.stringify({ level, target: 'schema_engine::logger', fields }))
}
