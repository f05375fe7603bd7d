import { describeNamedAttempt, takeBack, type Attempts } from '../access/attempts.js'
import { toCaller } from '../access/caller-row.js'
import { partyOf } from '../access/network.js'
import type { PasswordTurns } from '../access/password-turns.js'
import { isPassword } from '../access/passwords.js'
import { digest } from '../basics/secrets.js'
import { toDatabase, toMilliseconds } from '../basics/time.js'
import { systemCaller, type Caller } from '../core/caller.js'
import { record } from '../core/events/record.js'
import type { Transact } from '../core/transact.js'
import type { Database } from '../database/database.js'
import { Unauthorized } from '../errors.js'
import { LinkNotFound } from './errors.js'
import { aboutAsset, assetKind } from '../items/kinds.js'
import { lockItem } from '../items/require.js'
import type { Permit, Signer } from '../media/serve/signing.js'
import { allowedBy, boundsIn, openById, openByToken, type Allowed, type Bounds, type OpenedRow } from './rows.js'
import { isThere, shownBy, type Shown } from './shown.js'
import type { Sealed } from './tokens.js'
import { addUses, createUses, lockUses } from './uses.js'

/** How long a pass is valid. */
const PASS_S = 60 * 60

/** The pass that a guest gets for the password, and sends in place of the token: link, end, password, signature. */
const PASS = /^(\d{1,10})\.(\d{1,11})\.([\w-]{16})\.([\w-]{20,100})$/

/** A link that somebody has opened. */
export interface OpenLink extends Allowed {
  readonly id: number
  /** The user who made it: what it shows is looked up as this user sees it. Guests are never this caller. */
  readonly maker: Caller
  readonly shown: Shown
  readonly title: string
  readonly expiresAt: string
  /** How much it takes from guests; null but for links of drop folders. */
  readonly bounds: Bounds | null
  /** The stored form of its password, or null. */
  readonly password: string | null
  /** What its token is made of, or null. */
  readonly seed: string | null
  /** Whether the guest has to give the password first. */
  readonly isLocked: boolean
  readonly isUnused: boolean
}

export interface GuestsDependencies {
  readonly database: Database
  readonly transact: Transact
  readonly attempts: Attempts
  readonly passwordTurns: PasswordTurns
  readonly signer: Signer
}

/** People who open links. */
export function createGuests ({ database, transact, attempts, passwordTurns, signer }: GuestsDependencies) {
  const { sql } = database.reads
  const uses = createUses()

  async function find (token: string): Promise<{ row: OpenedRow | undefined, hasPass: boolean }> {
    const now = toDatabase(new Date())
    const [, id, expires, password, signature] = PASS.exec(token) ?? []
    if (id === undefined) return { row: await sql.first(openByToken, [digest(token), now]), hasPass: false }
    const permit = passOf(id, Number(expires), password!)
    if (!await signer.isSigned(permit, signature!)) throw new LinkNotFound()
    const row = await sql.first(openById, [Number(id), now])
    const isCurrent = row?.password != null && markOf(row.password, row) === password
    return { row, hasPass: isCurrent && permit.expires * 1000 > Date.now() }
  }

  /** Whether an opening is the first one. Throws LinkNotFound if the link was revoked. */
  const isFirst = ({ id, maker, shown }: OpenLink): Promise<boolean> =>
    transact(systemCaller({ id: maker.accountId, name: maker.account }), async (tx) => {
      const asset = shown.type === 'asset' ? await lockItem(assetKind, tx, shown.id, 'read') : null
      const link = await tx.sql.first(lockUses, [id])
      if (link === undefined) throw new LinkNotFound()
      if (link.uses > 0) return false
      await addUses(tx, [{ id, uses: 1, at: tx.time }])
      if (asset !== null) {
        const { targets, data } = aboutAsset(asset)
        await record(tx, { event: 'ASSET_SHARED_LINK', targets: { ...targets, link_id: id }, data })
      }
      return true
    })

  return {
    /**
     * The link of a token, or of a pass. Throws LinkNotFound if there is none, it has expired, or its maker is disabled
     * or no longer sees what it shows.
     */
    async open (token: string): Promise<OpenLink> {
      const { row, hasPass } = await find(token)
      if (row === undefined) throw new LinkNotFound()
      const maker = { ...toCaller(row), admin: false }
      const shown = shownBy(row)
      if (!await isThere(sql, maker, shown)) throw new LinkNotFound()
      return {
        id: row.id,
        maker,
        shown,
        title: row.title,
        expiresAt: row.expires_at,
        ...allowedBy(row),
        bounds: boundsIn(row),
        password: row.password,
        seed: row.seed,
        isLocked: row.password !== null && !hasPass,
        isUnused: row.uses === 0
      }
    },

    /**
     * Counts an opening, in memory: `saveUses` writes it. The first one is written at once, and is an event of an
     * asset's link. Throws LinkNotFound if it was revoked.
     */
    async noteUse (link: OpenLink): Promise<void> {
      if (!link.isUnused || !await isFirst(link)) uses.note(link.id)
    },

    /** Writes the openings that were counted since the last time. */
    saveUses: (writing: Transact): Promise<void> => uses.save(writing),

    /**
     * Makes a pass for the password, which the guest sends in place of the token. Throws Unauthorized and
     * TooManyAttempts.
     */
    async unlock ({ id, maker, password: stored, seed }: OpenLink, password: string, address: string) {
      const attempt = describeNamedAttempt(address, `link ${id}`)
      await attempts.require(attempt)
      const attemptId = await passwordTurns.of(partyOf(address), async () => {
        const begun = await attempts.add(attempt)
        if (!await isPassword(password, stored)) throw new Unauthorized()
        return begun
      })
      await transact(systemCaller({ id: maker.accountId, name: maker.account }), (tx) => takeBack(tx, attemptId))
      const expires = Math.floor(Date.now() / 1000) + PASS_S
      // A link without a password has thrown Unauthorized.
      const mark = markOf(stored!, { seed })
      const signature = await signer.sign(passOf(String(id), expires, mark))
      return { token: `${id}.${expires}.${mark}.${signature}`, expires_at: toMilliseconds(new Date(expires * 1000)) }
    }
  }
}

export type Guests = ReturnType<typeof createGuests>

/**
 * A mark of the stored form of a password, which is salted, and of the token: the pass for an earlier password or token
 * has another one.
 */
function markOf (password: string, { seed }: Pick<Sealed, 'seed'>): string {
  return digest(seed === null ? password : `${password} ${seed}`).slice(0, 16)
}

function passOf (linkId: string, expires: number, mark: string): Permit {
  return { purpose: 'link', fileId: `${linkId} ${mark}`, expires, userId: 0 }
}
