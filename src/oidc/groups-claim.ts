import type { Claims } from './claims.js'

/**
 * The groups of a person, in the claim that the operator has named: in the ID token, or where that lacks it at
 * userinfo. Null where nothing is known of them, as the claim is elsewhere, or userinfo fails.
 */
export async function groupsOf (
  token: Claims, askUserInfo: (() => Promise<Claims>) | null, claim: string
): Promise<readonly string[] | null> {
  if (isElsewhere(token, claim)) return null
  if (Object.hasOwn(token, claim)) return textsOf(token[claim])
  if (askUserInfo === null) return []
  try {
    const more = await askUserInfo()
    if (isElsewhere(more, claim)) return null
    return Object.hasOwn(more, claim) ? textsOf(more[claim]) : []
  } catch {
    return null
  }
}

/** Where there are too many, some providers only name another place that has them. */
function isElsewhere ({ _claim_names: names }: Claims, claim: string): boolean {
  return typeof names === 'object' && names !== null && Object.hasOwn(names, claim)
}

/** A text is a list of one. Of a list only texts count, and anything else has none. */
function textsOf (value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value]
  return list.filter((each) => typeof each === 'string')
}
