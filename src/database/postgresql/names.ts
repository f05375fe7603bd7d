import { createHash } from 'node:crypto'

/** PostgreSQL compares only 63 characters of a name. */
const READABLE = 40
const HASHED = 20

/**
 * The most of Prisma's statements that stay prepared: those that vary with the length of their input would never end.
 */
const NAMED_STATEMENTS = 1000

/** Names a prepared statement. With an empty name, nothing stays prepared. */
export type StatementName = (label: string, text: string) => string

/**
 * The name has a hash of the statement's text. A pooler hands a connection from one process to another, with what is
 * prepared on it: the same name always means the same text.
 */
export const nameOfText: StatementName = (label, text) =>
  `${label.slice(0, READABLE)}_${createHash('sha256').update(text).digest('hex').slice(0, HASHED)}`

/** No names: a pooler changes the connection from transaction to transaction, and prepared statements are lost. */
export const unnamed: StatementName = () => ''

/** Names Prisma's statements: the first thousand of them. */
export function createPrismaNames (nameOf: StatementName) {
  const names = new Map<string, string>()
  return ({ sql }: { sql: string }): string => {
    let name = names.get(sql)
    if (name === undefined && names.size < NAMED_STATEMENTS) names.set(sql, name = nameOf('prisma', sql))
    return name ?? ''
  }
}

export type PrismaNames = ReturnType<typeof createPrismaNames>
