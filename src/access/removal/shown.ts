import { emailKey } from '../email.js'

/** What a removed user is called, and the e-mail that is shown. `.invalid` belongs to nobody, and never will. */
export const REMOVED_NAME = 'removed user'

const REMOVED_EMAIL = /^removed-\d+@removed\.invalid$/

export const removedEmail = (userId: number): string => `removed-${userId}@removed.invalid`

/** Whether an e-mail is that of a removed user: a new user who had it would own what such a user has left. */
export function isRemovedEmail (email: string): boolean {
  return REMOVED_EMAIL.test(emailKey(email))
}
