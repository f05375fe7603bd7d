import type { Database } from '../database/database.js'
import { statement } from '../database/sql.js'

export interface Account {
  readonly id: number
  readonly name: string
}

const findFirst = statement<Account>('accounts_first', () => 'SELECT id, name FROM accounts ORDER BY id LIMIT 1')

const allAccounts = statement<Account>('accounts_all', () => 'SELECT id, name FROM accounts ORDER BY id')

/**
 * All accounts, for jobs that work through them one by one. A statement by hand, so that an idle service needs neither
 * Prisma nor its memory.
 */
export async function listAccounts ({ reads }: Database): Promise<Account[]> {
  return reads.sql.all(allAccounts, [])
}

/** The account that was made first; undefined if there is none yet. */
export async function firstAccount ({ reads }: Pick<Database, 'reads'>): Promise<Account | undefined> {
  return reads.sql.first(findFirst, [])
}
