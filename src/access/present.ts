import { toMilliseconds } from '../basics/time.js'
import type { Caller } from '../core/caller.js'
import type { UserRow } from './account-users.js'
import type { KeyRow } from './api-keys.js'
import type { SessionRow } from './session-writes.js'

/** A user as the user sees it, with the groups that the user is in. */
export function presentCurrentUser (
  { userId: id, email, admin, access, account }: Caller, name: string,
  groups: Array<{ readonly id: number, readonly name: string }>
) {
  return { id, email, name, admin, access, account, user_groups: groups }
}

/** A user as every user of the account sees it. */
export function presentColleague ({ id, email, name, admin, access, disabledAt }: UserRow) {
  return { id, email, name, admin, access, disabled: disabledAt !== null }
}

/** A user as administrators see it. */
export function presentUser (user: UserRow) {
  const { createdAt, lastUsedAt } = user
  return {
    ...presentColleague(user),
    created_at: toMilliseconds(createdAt),
    last_used_at: lastUsedAt && toMilliseconds(lastUsedAt)
  }
}

export function presentKey ({ id, name, scope, createdAt, lastUsedAt, expiresAt }: KeyRow) {
  return {
    id,
    name,
    scope,
    created_at: toMilliseconds(createdAt),
    last_used_at: lastUsedAt && toMilliseconds(lastUsedAt),
    expires_at: expiresAt && toMilliseconds(expiresAt)
  }
}

/** A new key with its secret, which is never shown again. */
export function presentNewKey ({ row, apiKey }: { row: KeyRow, apiKey: string }) {
  return { ...presentKey(row), key: apiKey }
}

export function presentSession ({ id, userAgent, createdAt, lastUsedAt, expiresAt }: SessionRow) {
  return {
    id,
    created_at: toMilliseconds(createdAt),
    last_used_at: toMilliseconds(lastUsedAt),
    expires_at: toMilliseconds(expiresAt),
    user_agent: userAgent
  }
}
