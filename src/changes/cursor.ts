/** A place in the changes of an account: behind the change of that number. */
export interface Place {
  readonly number: number
  /** In which life of the history: epoch.ts. */
  readonly epoch: string | null
}

/** Names a place. Before the history was renewed for the first time there was no epoch to be named. */
export function writeChangeCursor (accountId: number, { number, epoch }: Place): string {
  return Buffer.from(`${accountId}.${number}${epoch === null ? '' : `.${epoch}`}`).toString('base64url')
}

/** The place; null for what this account's answers have never held. */
export function readChangeCursor (accountId: number, text: string): Place | null {
  const match = /^(\d{1,10})\.(\d{1,15})(?:\.([0-9a-f]{16}))?$/.exec(Buffer.from(text, 'base64url').toString('latin1'))
  const place = { number: Number(match?.[2]), epoch: match?.[3] ?? null }
  // Decoding leaves out what is not base64url, and numbers can be written in several ways.
  return match !== null && writeChangeCursor(accountId, place) === text ? place : null
}
