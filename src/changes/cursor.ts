/** Names a place in the changes of an account: behind the change of that number. */
export function writeChangeCursor (accountId: number, number: number): string {
  return Buffer.from(`${accountId}.${number}`).toString('base64url')
}

/** The number; null for what this account's answers have never held. */
export function readChangeCursor (accountId: number, text: string): number | null {
  const match = /^(\d{1,10})\.(\d{1,15})$/.exec(Buffer.from(text, 'base64url').toString('latin1'))
  const number = Number(match?.[2])
  // Decoding leaves out what is not base64url, and numbers can be written in several ways.
  return match !== null && writeChangeCursor(accountId, number) === text ? number : null
}
