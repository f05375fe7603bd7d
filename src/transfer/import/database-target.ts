import { allows } from '../../access/roles.js'
import { digest } from '../../basics/secrets.js'
import { createAsset } from '../../assets/assets.js'
import { statement } from '../../database/sql.js'
import { ExternalIdTaken } from '../../external-ids/claims.js'
import { loadDocument, replaceDocument, weighItem } from '../../fields/values/stored.js'
import { toItemId } from '../../basics/ids.js'
import { assignItem, unassignItem } from '../../items/assign.js'
import type { AssetRow, ProjectRow } from '../../items/rows.js'
import { isBounded } from '../../items/sight.js'
import { standingOf } from '../../items/standing.js'
import { isWithin } from '../../items/tree.js'
import { updateItem } from '../../items/update.js'
import { attachFile, type NewMedia } from '../../media/files.js'
import { redactUrl } from '../../outbound/index.js'
import { maySetPrivate, setPrivate } from '../../projects/private.js'
import { createProject } from '../../projects/projects.js'
import type { Transaction } from '../../core/transact.js'
import type { ItemType } from '../../core/item-type.js'
import { createNotes, nameNote } from './notes.js'
import { kindOf } from './plan.js'
import type { Holder, Known, Plan, ImportTarget } from './target.js'

/** $1 account, $2 digest */
const findHolder = statement<Holder>(
  'import_holder',
  () => 'SELECT item_id AS id, item_type AS type FROM external_ids WHERE account_id = $1 AND digest = $2'
)

/** $1 account, $2 JSON list of digests */
const findHolders = statement<Holder & { digest: string }>('import_holders', (sql) => `
  SELECT digest, item_id AS id, item_type AS type FROM external_ids
  WHERE account_id = $1 AND ${sql.among('digest', sql.strings('$2'))}`)

/** $1 asset, $2 account, $3 filename, $4 URL, $5 the part of the URL that ready files keep */
const findFile = statement('import_file', () => `
  SELECT id FROM media_files WHERE asset_id = $1 AND account_id = $2 AND filename = $3 AND source_url IN ($4, $5)
    AND status NOT IN ('failed', 'replaced', 'removed') LIMIT 1`)

/** $1 asset, $2 account */
const findReadyFile = statement<{ size: number, sha256: string }>('import_ready_file', () => `
  SELECT media_blobs.size, media_blobs.sha256
  FROM media_files AS file JOIN media_blobs ON media_blobs.id = file.blob_id
  WHERE file.asset_id = $1 AND file.account_id = $2 AND file.status = 'ready' ORDER BY file.id DESC LIMIT 1`)

/** The database. It is written by the functions that serve requests, in one transaction. */
export function createDatabaseTarget (tx: Transaction, importId: string): ImportTarget {
  const { sql, caller: { accountId } } = tx
  const notes = createNotes(sql, importId)
  /** The holders of external ids, undefined for none, as far as they are known. */
  const holders = new Map<string, Holder | undefined>()

  /** Finds an item, whether or not the caller sees it. */
  async function findAny (
    id: string, { type, locked = false }: { type?: ItemType, locked?: boolean } = {}
  ): Promise<Known | undefined> {
    if (toItemId(id) === null) return undefined
    for (const kind of type === undefined ? [kindOf('asset'), kindOf('project')] : [kindOf(type)]) {
      const row = await sql.first(locked ? kind.statements.lock : kind.statements.find, [id, accountId])
      if (row !== undefined) return { kind, row }
    }
    return undefined
  }

  const find: ImportTarget['find'] = async (id, options) => {
    const known = await findAny(id, options)
    if (known === undefined || !isBounded(tx.caller)) return known
    return await standingOf(known.kind.type, sql, tx.caller, id) === null ? undefined : known
  }

  async function create (
    { kind, changes: { title = '', original_filename: originalFilename, external_id: sent, ...rest }, fileId, isPrivate }: Plan
  ): Promise<AssetRow | ProjectRow> {
    const externalId = sent === undefined || sent === '' ? null : sent
    const row = kind.type === 'asset'
      ? await createAsset(tx, { title, ...rest }, { externalId, originalFilename })
      : await createProject(tx, { title, ...rest, private: isPrivate }, externalId)
    if (externalId !== null) holders.set(externalId, { id: row.id, type: kind.type })
    if (fileId !== '') await notes.write(nameNote(fileId), row.id)
    return row
  }

  return {
    find,
    async allows ({ kind, row }, verb) {
      if (!isBounded(tx.caller)) return true
      const standing = await standingOf(kind.type, sql, tx.caller, row.id)
      return standing !== null && allows(standing, verb)
    },
    maySetPrivate: ({ row }) => maySetPrivate(tx, row.id),
    async expect (externalIds) {
      const digests = new Map(externalIds.map((externalId) => [digest(externalId), externalId]))
      if (digests.size === 0) return
      for (const externalId of externalIds) holders.set(externalId, undefined)
      const rows = await sql.all(findHolders, [accountId, JSON.stringify([...digests.keys()])])
      for (const { digest: known, id, type } of rows) holders.set(digests.get(known)!, { id, type })
    },
    holder: async (externalId) => holders.has(externalId)
      ? holders.get(externalId)
      : sql.first(findHolder, [accountId, digest(externalId)]),
    document: (itemId, groupId) => loadDocument(sql, tx.caller, itemId, groupId),
    weigh: (itemId) => weighItem(sql, tx.caller, itemId),
    hasFile: async (assetId, { file_url: url, filename }: NewMedia) =>
      await sql.first(findFile, [assetId, accountId, filename, url, redactUrl(url)]) !== undefined,
    readyFile: async (assetId) =>
      sql.first(findReadyFile, [assetId, accountId]),
    itemOf: (fileId) => notes.read(nameNote(fileId)),
    name: (fileId, itemId) => notes.write(nameNote(fileId), itemId),
    isWithin: (projectId, otherId) => isWithin(tx, projectId, otherId),

    async apply (plan) {
      const { known, kind, changes, place, documents, media, isPrivate } = plan
      const { id } = known === null ? await create(plan) : known.row
      if (known !== null && Object.keys(changes).length > 0) {
        const { errors } = await updateItem(kind, tx, id, changes)
        if (errors.external_id !== undefined) throw new ExternalIdTaken()
        if (changes.external_id !== undefined) holders.clear()
      }
      if (known !== null && isPrivate !== undefined) {
        const { row } = (await findAny(id, { type: 'project', locked: true }))!
        await setPrivate(tx, row as ProjectRow, isPrivate)
      }
      if (place === null) await unassignItem(kind, tx, id)
      else if (place !== undefined) await assignItem(kind, tx, id, place)
      if (documents.length > 0) {
        const { row } = (await findAny(id, { type: kind.type }))!
        for (const { groupId, before, after } of documents) await replaceDocument(kind, tx, row, groupId, before, after)
      }
      // The row may have moved the item to where the caller does not see it.
      if (media !== null) {
        const { row } = (await findAny(id, { type: 'asset', locked: true }))!
        await attachFile(tx, row as AssetRow, {
          filename: media.filename, source: { kind: 'url', url: media.file_url }, importId
        })
      }
    }
  }
}
