/** No longer than an address may be, and than an index of PostgreSQL takes. */
const LONGEST = 254
const EMAIL = /^[^\s@]+@[^\s@]+$/

/** The same text for two addresses that differ in case alone. */
export function emailKey (email: string): string {
  return email.toLowerCase()
}

/** Whether a text has the form of an e-mail address. Whether anybody reads it is not known. */
export function isEmail (text: string): boolean {
  return text.length <= LONGEST && EMAIL.test(text) && !text.includes('\0')
}
