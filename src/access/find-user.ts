import type { Prisma } from '../database/database.js'
import { OperatorMistake } from '../errors.js'
import { emailKey } from './email.js'

/** The user with an e-mail address, in any case of its letters. Throws OperatorMistake. */
export async function requireUserByEmail (prisma: Prisma, email: string) {
  const user = await prisma.user.findFirst({
    where: { emailKey: emailKey(email), removedAt: null }, include: { account: true }
  })
  if (user === null) throw new OperatorMistake(`There is no user ${email}`)
  return user
}
