import { Failure } from '../api/failure.ts'

const SHORTEST = 10
const LONGEST = 1000

/** The rule, before somebody breaks it. */
export const PASSWORD_HINT = `${SHORTEST} characters or more`

/** Throws Failure with a sentence for people, instead of the service's words for programs. */
export function requirePassword (password: string): void {
  const { length } = [...password]
  if (length < SHORTEST) throw new Failure(`This password is too short: choose ${PASSWORD_HINT}.`, 0)
  if (length > LONGEST) throw new Failure('This password is too long: choose 1,000 characters at most.', 0)
}
