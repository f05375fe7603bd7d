import type { Party } from '#src/work/turns/fair-queue.js'

/** A user of an account; without a user, the only one. */
export const party = (accountId: number, userId = accountId): Party => ({ accountId, userId })
