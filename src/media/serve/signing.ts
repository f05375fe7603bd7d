import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { systemCaller } from '../../core/caller.js'
import type { Database } from '../../database/database.js'
import { statement } from '../../database/sql.js'
import type { Transact } from '../../core/transact.js'
import type { PreviewKind } from '../analysis/task.js'

const SETTING = 'media_signing_secret'
const SECRET_BYTES = 32

const find = statement('settings_find', () => 'SELECT value FROM settings WHERE name = $1')

const insertOnce = statement(
  'settings_insert_once',
  () => 'INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING'
)

/** What a signed URL is for: downloading a file, looking at it or at one of its previews, or sending one. */
export type Purpose = 'download' | 'view' | 'upload' | PreviewKind

/** What a signed URL allows: one thing with one file, until a moment, as the user who asked for the URL. */
export interface Permit {
  readonly purpose: Purpose
  readonly fileId: string
  /** Seconds since 1970; 0 where the signature holds no time. */
  readonly expires: number
  readonly userId: number
}

/**
 * Signs the URLs of files with a secret that is made once and kept in the database, so that every process knows the
 * same.
 */
export function createSigner ({ database, transact }: { database: Database, transact: Transact }) {
  let secret: Promise<Buffer> | undefined

  async function readSecret (): Promise<Buffer> {
    const stored = await database.reads.sql.first<{ value: string }>(find, [SETTING])
    if (stored !== undefined) return Buffer.from(stored.value, 'base64url')
    const made = randomBytes(SECRET_BYTES)
    return transact(systemCaller(), async (tx) => {
      await tx.sql.run(insertOnce, [SETTING, made.toString('base64url')])
      const { value } = (await tx.sql.first<{ value: string }>(find, [SETTING]))!
      return Buffer.from(value, 'base64url')
    })
  }

  async function mac ({ purpose, fileId, expires, userId }: Permit): Promise<Buffer> {
    secret ??= readSecret().catch((error: unknown) => {
      secret = undefined
      throw error
    })
    const subject = purpose === 'download' ? 'media' : `media ${purpose}`
    return createHmac('sha256', await secret).update(`${subject}\n${fileId}\n${expires}\n${userId}`).digest()
  }

  return {
    sign: async (permit: Permit): Promise<string> => (await mac(permit)).toString('base64url'),

    /** Compares in a time that does not depend on how much of the signature is right. */
    isSigned: async (permit: Permit, signature: string): Promise<boolean> => {
      const expected = await mac(permit)
      const sent = Buffer.from(signature, 'base64url')
      return sent.length === expected.length && timingSafeEqual(sent, expected) &&
        sent.toString('base64url') === signature
    }
  }
}

export type Signer = ReturnType<typeof createSigner>
