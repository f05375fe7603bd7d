import { OperatorMistake } from '../errors.js'
import { DatabaseUnfit, type Database } from './interface.js'
import { isFileHeld } from './outages.js'

export * from './interface.js'

/**
 * Opens the database of a `file:` or `postgres:` URL. Throws OperatorMistake, which names the setting of the URL, when
 * it cannot be reached. Only the driver and the generated client of this database are loaded: the others would cost
 * memory, and time at the start.
 */
export async function openDatabase (url: string, setting = 'DATABASE_URL'): Promise<Database> {
  const database = await (url.startsWith('file:')
    ? import('./sqlite.js').then(({ openSqlite }) => openSqlite(url))
    : import('./postgresql/index.js').then(({ openPostgresql }) => openPostgresql(url)))
    .catch((error: Error) => { throw unreachable(url, error, setting) })
  try {
    await database.ping()
    return database
  } catch (error) {
    // It can be read, and may take writes later.
    if (error instanceof DatabaseUnfit) return database
    await database.close().catch(() => {})
    throw unreachable(url, error as Error, setting)
  }
}

/** Says why a database cannot be opened, without its password. */
export function unreachable (url: string, error: Error, setting = 'DATABASE_URL'): OperatorMistake {
  const shown = url.startsWith('file:') ? url : withoutPassword(url)
  const reason = isFileHeld(error)
    ? 'the file is open in another process, which keeps it to itself'
    : error.message || (error as { code?: string }).code || 'no reason given'
  return new OperatorMistake(`${setting}: the database ${shown} cannot be opened: ${reason.split('\n')[0]}`)
}

/** A URL without its password, to show. */
export function withoutPassword (url: string): string {
  return url.replace(/^(\w+:\/\/[^:@/]*):[^@]*@/, '$1@').replace(/\?[^]*/, '')
}
