import type { Database } from '../database/database.js'
import { statement } from '../database/sql.js'

export interface Account {
  readonly id: number
  readonly name: string
}

const allAccounts = statement<Account>('accounts_all', () => 'SELECT id, name FROM accounts ORDER BY id')

/**
 * All accounts, for jobs that work through them one by one. A statement by hand, so that an idle service needs neither
 * Prisma nor its memory.
 */
export async function listAccounts ({ reads }: Database): Promise<Account[]> {
  return reads.sql.all(allAccounts, [])
}
