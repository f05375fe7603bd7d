/** Codes of writes to a full disk. */
const FULL = ['ENOSPC', 'EDQUOT']

/** Whether something has failed because a disk, or a quota, is full. */
export function isNoSpace (error: unknown): boolean {
  return FULL.includes((error as NodeJS.ErrnoException).code ?? '')
}

/** The same by the message of a program, which gives no code. */
export function saysNoSpace (said: unknown): boolean {
  return /no space left/i.test(String(said))
}
