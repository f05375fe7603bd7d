import { DatabaseNewer, DatabaseOlder } from '../mismatch.js'
import type { DialectName } from '../migrate.js'
import type { Note } from '../notes.js'

// What this folder does is needed for databases of commit 4586bbdc and of no other. It may be removed, with its tests,
// proof/harness/before-init/ and its mention in docs/operations.md, on 2027-11-26. The same holds for what copes with a
// blob without a CRC: src/media/bundles/missing-crcs.ts, `unsummed` and the descriptors of a ZIP.

/** The migration that has taken the place of all earlier ones. */
export const INIT = '20261126200000_init'

/** The newest commit of the main line without `init`. */
export const LAST_COMMIT = '4586bbdc'

/** The migrations that made a database of that commit. */
const common = [
  '20261120190000_core',
  '20261120193000_fields',
  '20261120194000_webhooks',
  '20261120195000_media',
  '20261120200000_idempotency_keys',
  '20261122020000_media_by_account',
  '20261122050000_key_scopes',
  '20261122060000_cascades',
  '20261122070000_search',
  '20261122080000_changes',
  '20261122110000_imports',
  '20261122120000_field_removals',
  '20261122140000_latest_attempt',
  '20261122155000_trash_counts',
  '20261122161700_turns_of_users',
  '20261122163000_project_parents',
  '20261122170000_media_analysis',
  '20261122180000_search_version',
  '20261122183000_uploads',
  '20261122193000_media_status',
  '20261122200000_email_key',
  '20261124034900_changed_fields',
  '20261124040100_access',
  '20261124040500_sessions',
  '20261124043800_media_bundles',
  '20261124044700_turns_of_accounts',
  '20261125133500_workers',
  '20261125134500_mail_and_identities',
  '20261125162833_comments',
  '20261125162923_collections',
  '20261125163300_films_and_versions',
  '20261125163800_media_usage',
  '20261125165343_links',
  '20261125170305_approvals',
  '20261125170306_favorites',
  '20261125200930_webhook_inbox_accounts',
  '20261126002500_search_vocabulary',
  '20261126183800_search_scripts',
  '20261126192000_media_crc',
  '20261126192600_comment_leftovers',
  '20261126193000_media_versions'
]

const earlier: Record<DialectName, readonly string[]> = {
  sqlite: [...common, '20261122130000_search_merges'],
  postgresql: [...common, '20261121200000_webhook_inbox_positions']
}

export function isEarlier (dialect: DialectName, name: string): boolean {
  return earlier[dialect].includes(name)
}

/**
 * Whether a database is as that commit made it. What was rolled back is not among the notes. An `init` that has failed
 * there does not count: `prisma migrate deploy` has tried it in vain. Throws DatabaseOlder, and DatabaseNewer if there
 * is something else.
 */
export function isFromBefore (dialect: DialectName, notes: ReadonlyArray<Pick<Note, 'name' | 'finished'>>): boolean {
  const applied = new Set(notes.filter(({ finished }) => finished === 1).map(({ name }) => name))
  if (applied.has(INIT) || !notes.some(({ name }) => isEarlier(dialect, name))) return false
  const unknown = notes.map(({ name }) => name).filter((name) => name !== INIT && !isEarlier(dialect, name))
  if (unknown.length > 0) throw new DatabaseNewer(unknown)
  if (!earlier[dialect].every((name) => applied.has(name))) throw new DatabaseOlder(LAST_COMMIT)
  return true
}
