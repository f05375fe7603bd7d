import { createHash } from 'node:crypto'

/** PostgreSQL compares no more than 63 characters of a name. */
const READABLE = 40
const HASHED = 20

/** Statements that vary with their input's length would have no end: so many of Prisma's stay prepared. */
const NAMED_STATEMENTS = 1000

/** Names a prepared statement, or gives an empty name, under which nothing stays prepared. */
export type StatementName = (label: string, text: string) => string

/**
 * The name of a statement has a hash of its text: connections that a pooler hands from one process to another hold what
 * others have prepared, and never another text under the same name.
 */
export const nameOfText: StatementName = (label, text) =>
  `${label.slice(0, READABLE)}_${createHash('sha256').update(text).digest('hex').slice(0, HASHED)}`

/** No names: a pooler changes the connection from transaction to transaction, and prepared statements are lost. */
export const unnamed: StatementName = () => ''

/** Names the statements that Prisma writes: the first thousand of them. */
export function createPrismaNames (nameOf: StatementName) {
  const names = new Map<string, string>()
  return ({ sql }: { sql: string }): string => {
    let name = names.get(sql)
    if (name === undefined && names.size < NAMED_STATEMENTS) names.set(sql, name = nameOf('prisma', sql))
    return name ?? ''
  }
}

export type PrismaNames = ReturnType<typeof createPrismaNames>
