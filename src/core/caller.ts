/**
 * What a user sees: everything in the account, or the projects of which the user is a member (src/items/sight.ts). A
 * role in a project binds only users of the second kind.
 */
export const accesses = ['account', 'projects'] as const

export type Access = typeof accesses[number]

/** The user, or the service, on whose behalf work is done. Every query carries `accountId`. */
export interface Caller {
  readonly accountId: number
  /** The account's name for the history. */
  readonly account: string
  /** 0 for work that no user has asked for: the timer, the operator's command. */
  readonly userId: number
  readonly email: string
  readonly admin: boolean
  readonly access: Access
  /** Whether the account has private projects. Callers without them need fewer statements. */
  readonly hasPrivate: boolean
  /** The id of a guest. All guests who came by the same link share it. */
  readonly guestId?: number
  /** The run of an action in which the work is done. Its events name it. */
  readonly runId?: string
}

/** For work that belongs to no account: leases, numbers, sweeps. */
const NO_ACCOUNT = { id: 0, name: '' }

/** The service itself, or its operator, in an account: in the name of a user, of a run, and of a guest of a link. */
export function systemCaller (
  account: { id: number, name: string } = NO_ACCOUNT, userId = 0, runId: string | null = null,
  guestId: number | null = null
): Caller {
  return {
    accountId: account.id,
    account: account.name,
    userId,
    email: '',
    admin: true,
    access: 'account',
    hasPrivate: true,
    ...runId !== null && { runId },
    ...guestId !== null && { guestId }
  }
}

/**
 * A guest: no user, and nobody's member, who sees nothing of the account. The domain that lets guests in reads for them
 * what they may see.
 */
export function guestCaller ({ accountId, account }: Pick<Caller, 'accountId' | 'account'>, guestId: number): Caller {
  return {
    accountId,
    account,
    userId: 0,
    email: `guest of link ${guestId}`,
    admin: false,
    access: 'projects',
    hasPrivate: true,
    guestId
  }
}
