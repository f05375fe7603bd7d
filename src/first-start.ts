import { createUsers } from './access/users.js'
import type { Config } from './config.js'
import type { Database } from './database/database.js'
import { OperatorMistake } from './errors.js'
import type { Transact } from './transact.js'
import { nobody } from './access/caller.js'

/**
 * Fills an empty database: the account, the first administrator and a key, which is returned so that it can be shown once.
 * Null where there is somebody already, also where another process was faster.
 */
export async function fillEmptyDatabase (config: Config, { database, transact }: { database: Database, transact: Transact }): Promise<string | null> {
  const { prisma } = database.reads
  if (await prisma.user.findFirst() !== null) return null
  await ensureAccount(config.ACCOUNT, { database, transact })
  try {
    const { api_key: apiKey } = await createUsers({ database, transact })
      .add({ email: config.ADMIN_EMAIL, admin: true, account: config.ACCOUNT, apiKey: config.ADMIN_API_KEY })
    return apiKey
  } catch (error) {
    if (error instanceof OperatorMistake && await prisma.user.findFirst() !== null) return null
    throw error
  }
}

async function ensureAccount (name: string, { database, transact }: { database: Database, transact: Transact }): Promise<void> {
  try {
    await transact(nobody({ id: 0, name }), async (tx) => {
      await tx.prisma.account.create({ data: { name, createdAt: tx.time } })
    })
  } catch (error) {
    if (await database.reads.prisma.account.findUnique({ where: { name } }) === null) throw error
  }
}
