import { createHmac, createSecretKey, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto'
import { systemCaller } from '../../core/caller.js'
import type { Database } from '../../database/database.js'
import { statement } from '../../database/sql.js'
import type { Transact } from '../../core/transact.js'
import type { PreviewKind } from '../analysis/task.js'
import type { ProxyKind } from '../proxies/task.js'

const SETTING = 'media_signing_secret'
const SECRET_BYTES = 32

const find = statement<{ value: string }>('settings_find', () => 'SELECT value FROM settings WHERE name = $1')

const insertOnce = statement(
  'settings_insert_once',
  () => 'INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING'
)

/**
 * The purpose of a signed URL: to download a file or a ZIP of files, to view a file or what was made of it, or to
 * upload one. The pass of a guest, who has given the password of a link, is signed as well, and so is what the token of
 * a link is made of, the picture of a person, and the token of a run's step.
 */
export type Purpose =
  'download' | 'view' | 'upload' | 'bundle' | 'link' | 'token' | 'person' | 'run' | PreviewKind | ProxyKind

/** The rights of a signed URL: one purpose and one file, until a moment, as the user who asked for it. */
export interface Permit {
  readonly purpose: Purpose
  readonly fileId: string
  /** Seconds since 1970; 0 if the signature holds no time. */
  readonly expires: number
  readonly userId: number
  /** Of the guest who asked for it. */
  readonly guestId?: number | undefined
}

/** Signs URLs of files. The secret is made once and kept in the database, so that all processes share it. */
export function createSigner ({ database, transact }: { database: Database, transact: Transact }) {
  let secret: Promise<KeyObject> | undefined

  async function readSecret (): Promise<KeyObject> {
    const stored = await database.reads.sql.first(find, [SETTING])
    if (stored !== undefined) return createSecretKey(stored.value, 'base64url')
    const made = randomBytes(SECRET_BYTES)
    return transact(systemCaller(), async (tx) => {
      await tx.sql.run(insertOnce, [SETTING, made.toString('base64url')])
      const { value } = (await tx.sql.first(find, [SETTING]))!
      return createSecretKey(value, 'base64url')
    })
  }

  /** Signs at once, for lists of many URLs. */
  async function open (): Promise<(permit: Permit) => Buffer> {
    secret ??= readSecret().catch((error: unknown) => {
      secret = undefined
      throw error
    })
    const key = await secret
    return ({ purpose, fileId, expires, userId, guestId }) => {
      const subject = purpose === 'download' ? 'media' : `media ${purpose}`
      const guest = guestId === undefined ? '' : `\n${guestId}`
      return createHmac('sha256', key).update(`${subject}\n${fileId}\n${expires}\n${userId}${guest}`).digest()
    }
  }

  return {
    sign: async (permit: Permit): Promise<string> => (await open())(permit).toString('base64url'),

    /** The same for many permits. */
    signMany: async (): Promise<(permit: Permit) => string> => {
      const mac = await open()
      return (permit) => mac(permit).toString('base64url')
    },

    /** Compares in constant time. */
    isSigned: async (permit: Permit, signature: string): Promise<boolean> => {
      const expected = (await open())(permit)
      const sent = Buffer.from(signature, 'base64url')
      return sent.length === expected.length && timingSafeEqual(sent, expected) &&
        sent.toString('base64url') === signature
    }
  }
}

export type Signer = ReturnType<typeof createSigner>
