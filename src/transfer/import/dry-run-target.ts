import { allows, type Role, type Standing } from '../../access/roles.js'
import { newAssetRow } from '../../assets/assets.js'
import { digest } from '../../basics/secrets.js'
import { parseDocument } from '../../fields/values/documents.js'
import type { StoredDocument } from '../../fields/values/stored.js'
import { isBounded, roleAtTop, roleCounting, seesUnplaced } from '../../items/sight.js'
import { rolesAmong, standingUpwards } from '../../items/standing.js'
import { isPrivate, type AssetRow, type ProjectRow } from '../../items/rows.js'
import type { NewMedia } from '../../media/files.js'
import { newProjectRow } from '../../projects/projects.js'
import { toSeconds } from '../../basics/time.js'
import type { Transaction } from '../../core/transact.js'
import type { ItemType } from '../../core/item-type.js'
import { createNotes, nameNote } from './notes.js'
import { kindOf } from './plan.js'
import { createDatabaseTarget } from './database-target.js'
import type { Known, Plan, ImportTarget } from './target.js'

/** An item as the rows before would have left it. */
interface Imagined {
  readonly type: ItemType
  readonly row: AssetRow | ProjectRow
  /** The documents of the rows before, by group. */
  readonly documents: Readonly<Record<string, string | null>>
  readonly media: readonly NewMedia[]
  /** Whether a row of this import would have made it. */
  readonly isNew: boolean
}

const OWN: Standing = { self: 'Admin', above: 'Admin' }

const itemNote = (id: string) => `item ${id}`
const holderNote = (externalId: string) => `holder ${digest(externalId)}`

/**
 * A dry run reads the database, and above it the notes of what the rows so far would have done. It writes nothing else,
 * and blocks nobody.
 */
export function createDryRunTarget (tx: Transaction, importId: string): ImportTarget {
  const real = createDatabaseTarget(tx, importId)
  const notes = createNotes(tx.sql, importId)

  async function imagined (id: string): Promise<Imagined | undefined> {
    const note = await notes.read(itemNote(digest(id)))
    return note === undefined ? undefined : JSON.parse(note) as Imagined
  }

  async function find (id: string, { type }: { type?: ItemType } = {}): Promise<Known | undefined> {
    const item = await imagined(id)
    if (item === undefined) return real.find(id, { type })
    if (type !== undefined && type !== item.type) return undefined
    return await standingIn(item) === null ? undefined : { kind: kindOf(item.type), row: item.row }
  }

  /** The roles of the caller for an item, where the rows before would have put it. Null if it would not be seen. */
  async function standingIn ({ type, row }: Imagined): Promise<Standing | null> {
    const { sql, caller } = tx
    if (!isBounded(caller) || seesUnplaced(caller, row)) return OWN
    const self = type === 'project' ? await roleOf(row.id) : null
    const line: Array<{ role: Role | null, isPrivate: boolean }> = []
    let known = roleAtTop(caller)
    for (let id = row.project_id; id !== null && !isPrivate(row);) {
      const item = await imagined(id)
      if (item === undefined) {
        known = (await standingUpwards(sql, caller, [id])).get(id)?.role ?? null
        break
      }
      line.push({ role: await roleOf(id), isPrivate: isPrivate(item.row) })
      id = item.row.project_id
    }
    const counting = line.reduceRight((above, { role, isPrivate }) => roleCounting(role, above, isPrivate), known)
    const above = isPrivate(row) ? null : counting
    return self === null && above === null ? null : { self, above }
  }

  async function roleOf (projectId: string): Promise<Role | null> {
    if ((await imagined(projectId))?.isNew === true) return 'Admin'
    return (await rolesAmong(tx.sql, tx.caller, [projectId])).get(projectId) ?? null
  }

  /** A new item, as requests would make it. */
  function newRow ({ kind, changes }: Plan): AssetRow | ProjectRow {
    const { media_type: mediaType, original_filename: originalFilename, ...content } = changes
    const row = kind.type === 'asset'
      ? newAssetRow(tx, { title: '', media_type: mediaType }, { originalFilename })
      : newProjectRow(tx, { title: '' })
    return kind.shape.edit(row, content)
  }

  async function apply (plan: Plan): Promise<void> {
    const { known, kind, changes, place, documents, media, isPrivate: toPrivate, fileId } = plan
    const before = known === null ? undefined : await imagined(known.row.id)
    const edited = known === null ? newRow(plan) : kind.shape.edit(known.row, changes)
    const isEdited = known !== null && (Object.keys(changes).length > 0 || toPrivate !== undefined)
    const row = {
      ...edited,
      ...(toPrivate !== undefined && { private: toPrivate ? 1 : 0 }),
      ...(isEdited && { modification_date: toSeconds(tx.time) }),
      ...(place !== undefined && { project_id: place })
    }
    const item: Imagined = {
      type: kind.type,
      row,
      documents: {
        ...before?.documents,
        ...Object.fromEntries(documents.map(({ groupId, after }) => [groupId, after?.text ?? null]))
      },
      media: [...before?.media ?? [], ...media === null ? [] : [media]],
      isNew: known === null || before?.isNew === true
    }
    await notes.write(itemNote(digest(row.id)), JSON.stringify(item))
    const given = known?.row.external_id ?? null
    if (given !== row.external_id) {
      if (given !== null) await notes.write(holderNote(given), 'null')
      if (row.external_id !== null) {
        await notes.write(holderNote(row.external_id), JSON.stringify({ id: row.id, type: kind.type }))
      }
    }
    if (known === null && fileId !== '') await notes.write(nameNote(fileId), row.id)
  }

  return {
    find,
    async allows (known, verb) {
      const item = await imagined(known.row.id)
      if (item === undefined) return real.allows(known, verb)
      const standing = await standingIn(item)
      return standing !== null && allows(standing, verb)
    },
    async maySetPrivate (known) {
      return (await imagined(known.row.id))?.isNew === true || await real.maySetPrivate(known)
    },
    async holder (externalId) {
      const note = await notes.read(holderNote(externalId))
      return note === undefined
        ? real.holder(externalId)
        : (JSON.parse(note) as { id: string, type: ItemType } | null) ?? undefined
    },
    async document (itemId, groupId): Promise<StoredDocument | null> {
      const text = (await imagined(itemId))?.documents[groupId]
      if (text === undefined) return real.document(itemId, groupId)
      return text === null ? null : { text, document: parseDocument(text) }
    },
    async weigh (itemId) {
      const sizes = new Map(await real.weigh(itemId))
      for (const [groupId, text] of Object.entries((await imagined(itemId))?.documents ?? {})) {
        sizes.set(Number(groupId), Buffer.byteLength(text ?? ''))
      }
      return sizes
    },
    async hasFile (assetId, media) {
      const files = (await imagined(assetId))?.media ?? []
      return files.some((file) => file.file_url === media.file_url && file.filename === media.filename) ||
        real.hasFile(assetId, media)
    },
    readyFile: real.readyFile,
    itemOf: real.itemOf,
    name: real.name,
    async isWithin (projectId, otherId) {
      for (let id: string | null = projectId; id !== null;) {
        if (id === otherId) return true
        id = (await find(id, { type: 'project' }))?.row.project_id ?? null
      }
      return false
    },
    apply
  }
}
