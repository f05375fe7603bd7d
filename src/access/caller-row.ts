import type { Access, Caller } from '../core/caller.js'

/** A caller as a row: of a user `u` and an account `a`. */
export interface CallerRow {
  readonly account_id: number
  readonly account: string
  readonly user_id: number
  readonly email: string
  readonly admin: number | boolean
  readonly access: Access
  readonly has_private: number | boolean
}

export const callerColumns = `u.account_id, a.name AS account, u.id AS user_id, u.email, u.admin, u.access,
  EXISTS (SELECT 1 FROM private_projects WHERE account_id = u.account_id) AS has_private`

export function toCaller (
  { account_id: accountId, account, user_id: userId, email, admin, access, has_private: hasPrivate }: CallerRow
): Caller {
  return {
    accountId, account, userId, email, admin: Boolean(admin), access, hasPrivate: Boolean(hasPrivate)
  }
}
