import type { ProviderIdentity } from '../access/by-provider.js'
import { groupsOf } from './groups-claim.js'

/** What a provider says of a person, in the ID token or at its userinfo. */
export interface Claims {
  readonly email?: unknown
  readonly email_verified?: unknown
  readonly [claim: string]: unknown
}

type Email = Pick<ProviderIdentity, 'email' | 'lacks'>

export interface ClaimSettings {
  /** Whether the e-mail need not be verified. */
  readonly trustsEmail: boolean
  /** The claim with the groups of a person. Null: none. */
  readonly groupsClaim: string | null
}

/**
 * The e-mail that counts: from the ID token, and for what that lacks from userinfo, which may fail if the token has an
 * e-mail; and the groups, which are read in the same way. Userinfo is asked once.
 */
export async function readClaims (
  token: Claims, askUserInfo: (() => Promise<Claims>) | null, { trustsEmail, groupsClaim }: ClaimSettings
): Promise<Email & Pick<ProviderIdentity, 'groups'>> {
  let asked: Promise<Claims> | null = null
  const askOnce = askUserInfo && (() => {
    asked ??= askUserInfo()
    return asked
  })
  const email = await readEmail(token, askOnce, trustsEmail)
  return { ...email, groups: groupsClaim === null ? null : await groupsOf(token, askOnce, groupsClaim) }
}

async function readEmail (
  token: Claims, askUserInfo: (() => Promise<Claims>) | null, trustsEmail: boolean
): Promise<Email> {
  const isComplete = token.email !== undefined && (trustsEmail || token.email_verified !== undefined)
  if (isComplete || askUserInfo === null) return judge(token, trustsEmail)
  try {
    return judge(merge(token, await askUserInfo()), trustsEmail)
  } catch (error) {
    if (token.email === undefined) throw error
    const { email, lacks } = judge(token, trustsEmail)
    return { email, lacks: lacks && `${lacks}, and userinfo has failed: ${(error as Error).message}` }
  }
}

/** A word about one e-mail does not count for another. */
function merge (token: Claims, more: Claims): Claims {
  const { email = more.email } = token
  if (token.email === undefined) return { email, email_verified: more.email_verified ?? token.email_verified }
  const isSame = more.email === undefined || spelling(more.email) === spelling(email)
  return { email, email_verified: token.email_verified ?? (isSame ? more.email_verified : undefined) }
}

function spelling (email: unknown): string {
  return String(email).toLowerCase()
}

function judge ({ email, email_verified: verified }: Claims, trustsEmail: boolean): Email {
  if (typeof email !== 'string' || email === '') return { email: null, lacks: 'the claim email is missing' }
  // Some providers send texts for booleans.
  if (trustsEmail || verified === true || verified === 'true') return { email, lacks: null }
  const state = verified === undefined ? 'is missing' : `is ${JSON.stringify(verified).slice(0, 50)}`
  return { email: null, lacks: `the claim email_verified ${state}, and OIDC_TRUST_EMAIL is not set` }
}
