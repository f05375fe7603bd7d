import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'

/** The lengths of a password, in code points. */
export const SHORTEST_PASSWORD = 10
export const LONGEST_PASSWORD = 1000

/** 32 MiB for each (128 × N × r), three times over: some 0.2 s of a processor. */
export const PASSWORD_COSTS = { N: 2 ** 15, r: 8, p: 3 }
const SALT_BYTES = 16
const HASH_BYTES = 32
/** More than the costs of any stored password need. */
const MOST_MEMORY = 256 * 1024 ** 2

const STORED = /^\$scrypt\$N=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/

let costs = PASSWORD_COSTS

/** For tests, which hash many: sets the costs of new passwords, and of checks where there is no password. */
export function setPasswordCosts (wanted: typeof PASSWORD_COSTS): void {
  costs = wanted
}

/** The stored form of a password. It takes a processor for a while, in a thread of Node's pool. */
export async function hashPassword (password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return format(costs, salt, await derive(password, salt, costs))
}

/** Whether the length of a password is allowed. */
export function hasPasswordLength (text: string): boolean {
  if (text.length > 2 * LONGEST_PASSWORD) return false
  const { length } = Array.from(text)
  return length >= SHORTEST_PASSWORD && length <= LONGEST_PASSWORD
}

/**
 * Whether a password matches its stored form, which is null for a user without one. Takes the same time in any case.
 */
export async function isPassword (password: string, stored: string | null): Promise<boolean> {
  const isPossible = stored !== null && hasPasswordLength(password)
  const [, N, r, p, salt, hash] = STORED.exec(isPossible ? stored : nobodys())!
  const derived = await derive(isPossible ? password : '', Buffer.from(salt!, 'base64url'), {
    N: Number(N), r: Number(r), p: Number(p)
  })
  return timingSafeEqual(derived, Buffer.from(hash!, 'base64url')) && isPossible
}

/**
 * The stored form to compare with where there is no password, so that it takes the same time. No password matches it.
 */
function nobodys (): string {
  return format(costs, randomBytes(SALT_BYTES), randomBytes(HASH_BYTES))
}

/** The same letters may be typed as different code points: all forms of them are one password. */
function derive (password: string, salt: Buffer, costs: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, { ...costs, maxmem: MOST_MEMORY }, (error, derived) => {
      if (error === null) resolve(derived)
      else reject(error)
    })
  })
}

function format ({ N, r, p }: typeof PASSWORD_COSTS, salt: Buffer, hash: Buffer): string {
  return `$scrypt$N=${N},r=${r},p=${p}$${salt.toString('base64url')}$${hash.toString('base64url')}`
}
