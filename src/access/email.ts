/** The longest valid address, which also fits into an index of PostgreSQL. */
const LONGEST = 254
const EMAIL = /^[^\s@]+@[^\s@]+$/

/** The same text for addresses that differ only in case. */
export function emailKey (email: string): string {
  return email.toLowerCase()
}

/** Whether a text has the form of an e-mail address. The address may not exist. */
export function isEmail (text: string): boolean {
  return text.length <= LONGEST && EMAIL.test(text) && !text.includes('\0')
}
