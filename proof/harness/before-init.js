import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The script of a database as the last commit before the migration `init` made it: a dump without data of users.
 * @param {'sqlite' | 'postgresql'} kind
 */
export function scriptBeforeInit (kind) {
  return readFileSync(join(import.meta.dirname, 'before-init', `${kind}.sql`), 'utf8')
}
