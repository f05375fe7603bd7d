import type { Access } from '../core/caller.js'
import type { Prisma } from '../database/database.js'
import { LastAdministrator, OperatorMistake, UserDisabled, UserExists, UserNotFound } from '../errors.js'
import { isMisleading } from '../basics/names.js'
import { isEmail } from './email.js'
import { LONGEST_USER_NAME } from './user-name.js'

/** PostgreSQL and the contract's dates allow only four digits of a year. */
const LAST_MOMENT = Date.UTC(9999, 0)

export const OF_ADMINISTRATOR = 'An administrator sees everything: --access must be account'

interface Given {
  readonly email: string
  readonly admin: boolean
  readonly access?: Access
  readonly name?: string
}

export function requireFit ({ email, admin, access, name = '' }: Given): void {
  if (!isEmail(email)) throw new OperatorMistake(`${JSON.stringify(email)} is not an e-mail address`)
  if (admin && access === 'projects') throw new OperatorMistake(OF_ADMINISTRATOR)
  requireName(name)
}

export function requireName (name: string): void {
  if ([...name].length > LONGEST_USER_NAME) throw new OperatorMistake(`A name has at most ${LONGEST_USER_NAME} characters`)
  if (isMisleading(name)) throw new OperatorMistake('A name has no line breaks and no marks of direction')
}

export function inserted<Result> (email: string, adding: Promise<Result>): Promise<Result> {
  return adding.catch((error: unknown) => {
    throw error instanceof UserExists ? new OperatorMistake(`There is a user ${email} already`) : error
  })
}

export function refused<Result> (email: string, issuing: Promise<Result>): Promise<Result> {
  return issuing.catch((error: unknown) => {
    throw error instanceof UserDisabled
      ? new OperatorMistake(`${email} is disabled, so that no link of this user is valid: user enable --email ends that`)
      : error
  })
}

export const lastAdministrator = (email: string): string =>
  `${email} is the last administrator who can still come in: add another one first`

export async function removed (email: string, to: string | undefined, removing: Promise<boolean>): Promise<void> {
  const isRemoved = await removing.catch((error: unknown) => {
    if (error instanceof LastAdministrator) throw new OperatorMistake(lastAdministrator(email))
    throw error instanceof UserNotFound
      ? new OperatorMistake(`${to} is no other user of the account who is enabled, and gets nothing`)
      : error
  })
  if (!isRemoved) throw new OperatorMistake(`There is no user ${email}`)
}

export async function requireAccount (prisma: Prisma, name?: string) {
  const account = name === undefined
    ? await prisma.account.findFirst({ orderBy: { id: 'asc' } })
    : await prisma.account.findUnique({ where: { name } })
  if (account === null) {
    throw new OperatorMistake(name === undefined
      ? 'There is no account yet: the first start of the service makes it'
      : `There is no account ${name}`)
  }
  return account
}

export function after (moment: Date, seconds: number): Date {
  const time = moment.getTime() + seconds * 1000
  if (time >= LAST_MOMENT) throw new OperatorMistake(`${seconds} seconds from now is too far away`)
  return new Date(time)
}
