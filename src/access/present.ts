import { toMilliseconds } from '../basics/time.js'
import type { UserRow } from './account-users.js'
import type { KeyRow } from './api-keys.js'

/** A user as every user of the account sees it. */
export function presentColleague ({ id, email, admin, disabledAt }: UserRow) {
  return { id, email, admin, disabled: disabledAt !== null }
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
