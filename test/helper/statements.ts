import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { projectRoot } from '#src/basics/paths.js'
import { statements, type Dialect, type Statement } from '#src/database/sql.js'

/** Programs, threads and child processes: they would start running. */
const PROGRAMS = /^(?:server\.js$|cli\/)|(?:thread|worker)\.js$/

/** Statements with a plan and rows: all but savepoints and changes of tables. */
const PLANNED = /^\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b/

/** All statements with a name: loads every module that may have one. */
export async function loadStatements (): Promise<readonly Statement[]> {
  const folder = join(projectRoot, 'dist', 'src')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js') && !PROGRAMS.test(file))
  for (const file of files) await import(pathToFileURL(join(folder, file)).href)
  return statements
}

export const isPlanned = ({ text }: Statement, dialect: Dialect): boolean => PLANNED.test(text(dialect))

/** Some statements are for one database: they use functions and tables that the other does not have. */
export function isOtherDialect (error: unknown): boolean {
  const { code = '', message } = error as Error & { code?: string }
  return /^42(?:703|883|P01)$/.test(code) || /no such function: (?:pg_|nextval)|syntax error|no such table/.test(message)
}
