import { hash } from 'node:crypto'
import { MEBIBYTE } from '../basics/units.js'
import { comparable } from '../basics/texts.js'
import type { Columns } from '../core/extension.js'
import { addedToEntries } from './added.js'
import { plainText } from './plain-text.js'
import { documentsOf, type Loaded, type SourceRow } from './load.js'
import { ownerOfUnplaced } from '../items/sight.js'
import type { FileMetadata } from '../media/analysis/task.js'
import { fileTerms, fileTexts } from './file-entry.js'
import { createdTerms, exactTerm, filledTerm, groupTerm, missable, momentTerms, stateTerm, typeTerm } from './terms.js'
import { titleKeyOf } from './title-key.js'
import { createVocabulary } from './vocabulary.js'
import type { ItemType } from '../core/item-type.js'

/** The index entry of an item. */
export interface Entry {
  readonly accountId: number
  readonly type: ItemType
  readonly id: string
  readonly projectId: string | null
  /** Seconds since 1970. */
  readonly created: number
  readonly modified: number
  /** The sort key of `sort=title`. */
  readonly titleKey: string
  /** Words with spaces between them, and with a mark between those of different values. */
  readonly title: string
  readonly words: string
  /** Each word of them once. */
  readonly vocabulary: ReadonlySet<string>
  readonly terms: readonly string[]
  /** A JSON object: facet values by name. */
  readonly facets: string
  /** Equal for equal entries, which need no write. */
  readonly digest: string
}

/** PostgreSQL's tsvector holds 1 MiB, of words and terms. Terms beyond this are not found, on either database. */
const MOST_TERMS = 20_000

/** Makes the entry of an item, in pieces between which others have a turn. */
export async function makeEntry (type: ItemType, row: SourceRow, fields: Loaded['fields']): Promise<Entry> {
  const { account_id: accountId } = row
  const tags = [...new Set((JSON.parse(row.tags) as string[]).map(comparable))]
  const texts = [row.description, row.category, ...tags, row.external_id ?? '', row.original_filename ?? '']
  const exact = (kind: string, value: string | null) => exactTerm(accountId, kind, value)
  const terms = new Set([
    stateTerm(accountId, 'any'),
    stateTerm(accountId, row.cohort_id === null ? 'live' : 'trashed'),
    typeTerm(accountId, type),
    exact('category', row.category),
    exact('owner', row.owner),
    exact('status', row.status),
    exact('media_type', row.media_type),
    exact('project', row.project_id),
    ...createdTerms(accountId, row.created)
  ])
  if (type === 'project') terms.add(exact('self', row.id))
  const unplacedOwner = ownerOfUnplaced(row)
  if (unplacedOwner !== null) terms.add(exact('unplaced', unplacedOwner))
  if (row.media_status !== null) terms.add(exact('media_status', row.media_status))
  for (const name of missingIn(row, tags)) terms.add(exact('missing', name))
  if (row.external_id !== null) terms.add(exact('external_id', row.external_id))
  if (row.checksums !== null) {
    for (const checksum of JSON.parse(row.checksums) as string[]) terms.add(exact('checksum', checksum))
  }
  for (const { valuesOf } of addedToEntries) {
    for (const [name, value] of valuesOf?.(type, row as unknown as Columns) ?? []) terms.add(exact(name, value))
  }
  const file = row.metadata === null ? null : JSON.parse(row.metadata) as FileMetadata
  if (file !== null) {
    for (const term of fileTerms(accountId, file)) terms.add(term)
    texts.push(...fileTexts(file))
  }
  const facets: Record<string, string[]> = {
    type: [type],
    category: [comparable(row.category)],
    tag: tags,
    owner: [row.owner],
    status: [row.status],
    media_type: [row.media_type]
  }

  const filled = new Set<string>()
  /** Items from before there was a limit may have more values than this. */
  let room = MEBIBYTE
  for (const [group, entries] of documentsOf(row)) {
    terms.add(groupTerm(group))
    for (const values of entries) {
      for (const [key, value] of Object.entries(values)) {
        const field = fields.get(key)
        if (field === undefined) continue
        const isRich = field.field_type === 'rich_text'
        const text = isRich ? plainText(String(value)) : String(value)
        room -= Buffer.byteLength(text)
        if (room < 0) continue
        if (isRich ? text.trim() !== '' : text !== '') filled.add(filledTerm(field.id))
        if (isRich) {
          texts.push(text)
          continue
        }
        if (field.field_type !== 'boolean') texts.push(text)
        terms.add(exact(`field.${field.id}`, text))
        if (field.field_type === 'date' || field.field_type === 'datetime') {
          for (const term of momentTerms(field.id, text)) terms.add(term)
        }
        if (field.field_type === 'dropdown' || field.field_type === 'boolean') {
          const counted = facets[`field.${field.id}`] ??= []
          const shown = comparable(text)
          if (!counted.includes(shown)) counted.push(shown)
        }
      }
    }
  }
  // Tags come last: they are left out when there are too many terms.
  for (const tag of tags) if (terms.size < MOST_TERMS) terms.add(exact('tag', tag))

  const vocabulary = createVocabulary()
  const title = await vocabulary.take([row.title])
  const words = await vocabulary.take(texts)
  const entry = {
    accountId,
    type,
    id: row.id,
    projectId: row.project_id,
    created: row.created,
    modified: row.modified,
    titleKey: titleKeyOf(row.title),
    title,
    words,
    terms: [...filled, ...terms].slice(0, MOST_TERMS),
    facets: JSON.stringify(facets)
  }
  return { ...entry, vocabulary: vocabulary.words, digest: hash('sha256', JSON.stringify(entry), 'base64url') }
}

/** What people would miss in an item: the columns that are empty. */
function missingIn (row: SourceRow, tags: readonly string[]): string[] {
  const values = { ...row, tags: tags.length === 0 ? '' : 'some' }
  return missable.filter((name) => (values[name] ?? '') === '')
}
