import type { Prisma } from '../database/database.js'
import { OperatorMistake } from '../errors.js'
import { emailKey } from './email.js'

/**
 * The user with an e-mail address, in any case of its letters. Older versions let two users differ only in case: then
 * the exact spelling decides. Throws OperatorMistake.
 */
export async function requireUserByEmail (prisma: Prisma, email: string) {
  const users = await prisma.user.findMany({
    where: { OR: [{ email }, { emailKey: emailKey(email) }] },
    include: { account: true },
    orderBy: { id: 'asc' }
  })
  const user = users.length === 1 ? users[0] : users.find((each) => each.email === email)
  if (user !== undefined) return user
  if (users.length === 0) throw new OperatorMistake(`There is no user ${email}`)
  throw new OperatorMistake(
    `${email} may be any of ${users.map((each) => each.email).join(', ')}: give the e-mail as it is written there`
  )
}
