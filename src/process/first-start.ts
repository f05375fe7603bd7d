import { createUsers } from '../access/users.js'
import type { Config } from './config.js'
import type { Database } from '../database/database.js'
import { OperatorMistake } from '../errors.js'
import type { Transact } from '../core/transact.js'
import { systemCaller } from '../core/caller.js'
import { statement } from '../database/sql.js'

/** A statement, so that most starts need no Prisma. */
export const anyUser = statement('any_user', () => 'SELECT id FROM users LIMIT 1')

/**
 * Fills an empty database with an account, its first administrator and a key, which is returned to be shown once. Null
 * if there are users, as after another process was faster.
 */
export async function fillEmptyDatabase (
  config: Config, { database, transact }: { database: Database, transact: Transact }
): Promise<string | null> {
  const isEmpty = async () => await database.reads.sql.first(anyUser, []) === undefined
  if (!await isEmpty()) return null
  await ensureAccount(config.ACCOUNT, { database, transact })
  try {
    const { api_key: apiKey } = await createUsers({ database, transact })
      .add({ email: config.ADMIN_EMAIL, admin: true, account: config.ACCOUNT, apiKey: config.ADMIN_API_KEY })
    return apiKey
  } catch (error) {
    if (error instanceof OperatorMistake && !await isEmpty()) return null
    throw error
  }
}

async function ensureAccount (
  name: string, { database, transact }: { database: Database, transact: Transact }
): Promise<void> {
  try {
    await transact(systemCaller({ id: 0, name }), async (tx) => {
      await tx.prisma.account.create({ data: { name, createdAt: tx.time } })
    })
  } catch (error) {
    if (await database.reads.prisma.account.findUnique({ where: { name } }) === null) throw error
  }
}
