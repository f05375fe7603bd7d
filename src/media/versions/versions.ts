import { toItemId } from '../../basics/ids.js'
import type { Transaction } from '../../core/transact.js'
import type { Unit } from '../../core/unit.js'
import { statement } from '../../database/sql.js'
import { VersionNotFound } from '../../errors.js'
import { assetKind } from '../../items/kinds.js'
import { lockItem, requireItem } from '../../items/require.js'
import { requireRight } from '../../items/standing.js'
import { releaseFailed } from '../housekeeping/release.js'
import { listVersions } from '../list-files.js'
import { presentAnalysedMedia } from '../present.js'
import { signFile } from '../serve/sign-file.js'
import type { SignedUrls } from '../serve/signed-urls.js'
import { makePresent, numberFiles, replacePresent } from './present-file.js'

/** $1 file, $2 asset, $3 account */
const lockVersion = statement<{ id: string, filename: string }>('media_versions_lock', (sql) => `
  SELECT id, filename FROM media_files WHERE id = $1 AND asset_id = $2 AND account_id = $3 AND status = 'replaced'
  ${sql.forUpdate}`)

/** $1 file, $2 account */
const takeBack = statement('media_versions_take_back', () => `
  UPDATE media_files SET status = 'ready', replaced_at = NULL, replaced_by = NULL WHERE id = $1 AND account_id = $2`)

/** The files that an asset had before. Each function throws AssetNotFound if the asset is missing. */
export function createVersions ({ signedUrls }: { signedUrls: SignedUrls }) {
  return {
    /** Lists them as the files of an asset, the last replaced first. MEDIA_VERSIONS bounds their number. */
    async list (unit: Unit, assetId: string, baseUrl: string) {
      return this.listOf(unit, (await requireItem(assetKind, unit.reads.sql, unit.caller, assetId)).id, baseUrl)
    },

    /** Those of an asset that was required before. */
    async listOf ({ caller, reads: { sql } }: Unit, assetId: string, baseUrl: string) {
      const rows = await sql.all(listVersions, [assetId, caller.accountId])
      const sign = await signedUrls.signerFor(caller, baseUrl)
      return rows.map((row) => ({
        ...presentAnalysedMedia(signFile(row, sign)), replaced_at: row.replaced_at, user_id: row.replaced_by
      }))
    },

    /**
     * Makes a version the asset's file again, and the present file a version. Throws VersionNotFound and RoleRefused.
     */
    restore: ({ transact }: Unit, assetId: string, fileId: string): Promise<void> =>
      transact((tx) => restoreVersion(tx, assetId, fileId))
  }
}

export type Versions = ReturnType<typeof createVersions>

async function restoreVersion (tx: Transaction, assetId: string, fileId: string): Promise<void> {
  const { sql, caller } = tx
  const asset = await lockItem(assetKind, tx, assetId, 'read')
  const known = toItemId(fileId)
  const version = known === null
    ? undefined
    : await sql.first(lockVersion, [known, asset.id, caller.accountId])
  if (version === undefined) throw new VersionNotFound()
  await requireRight(assetKind, sql, caller, asset.id, 'change')
  await replacePresent(tx, asset)
  await sql.run(takeBack, [version.id, caller.accountId])
  await numberFiles(tx, asset.id)
  await releaseFailed(tx, asset.id)
  await makePresent(tx, asset, version.filename)
}
