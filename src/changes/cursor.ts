/** A place in the changes of an account: after the change with this number. */
export interface Place {
  readonly number: number
  /** The epoch of the history: epoch.ts. */
  readonly epoch: string | null
}

/** The cursor of a place. Before the first renewal there is no epoch. */
export function writeChangeCursor (accountId: number, { number, epoch }: Place): string {
  return Buffer.from(`${accountId}.${number}${epoch === null ? '' : `.${epoch}`}`).toString('base64url')
}

/** The place of a cursor; null if it is none of this account. */
export function readChangeCursor (accountId: number, text: string): Place | null {
  const match = /^(\d{1,10})\.(\d{1,15})(?:\.([0-9a-f]{16}))?$/.exec(Buffer.from(text, 'base64url').toString('latin1'))
  const place = { number: Number(match?.[2]), epoch: match?.[3] ?? null }
  // One place has one cursor: other spellings are refused.
  return match !== null && writeChangeCursor(accountId, place) === text ? place : null
}
