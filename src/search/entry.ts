import { hash } from 'node:crypto'
import { plainText } from './plain-text.js'
import { documentsOf, type Loaded, type SourceRow } from './load.js'
import type { FileMetadata } from '../media/analysis/task.js'
import { fileTerms, fileTexts } from './file-entry.js'
import { createdTerms, exactTerm, groupTerm, momentTerms, stateTerm, typeTerm } from './terms.js'
import { fold, wordsOf } from './tokens.js'

export type ItemType = 'asset' | 'project'

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
  /** Words, with a mark between those of different values. */
  readonly title: readonly string[]
  readonly words: readonly string[]
  readonly terms: readonly string[]
  /** A JSON object: facet values by name. */
  readonly facets: string
  /** Equal for equal entries, which need no write. */
  readonly digest: string
}

/** Separates words of different values: no phrase goes over it. */
export const MARK = '_'

/**
 * PostgreSQL's tsvector holds 1 MiB. Words beyond these bounds are not found, on either database. A description of
 * 100,000 characters is far below them.
 */
const LARGEST_VOCABULARY_BYTES = 500_000
const MOST_TERMS = 20_000
const LONGEST_TITLE_KEY = 1000
/** The size of a word besides its bytes. */
const WORD_OVERHEAD_BYTES = 4

/** Makes the entries of items. */
export function makeEntries (type: ItemType, { rows, fields }: Loaded): Entry[] {
  return rows.map((row) => makeEntry(type, row, fields))
}

function makeEntry (type: ItemType, row: SourceRow, fields: Loaded['fields']): Entry {
  const { account_id: accountId } = row
  const tags = [...new Set(JSON.parse(row.tags) as string[])]
  const texts = [row.description, row.category, ...tags, row.external_id ?? '', row.original_filename ?? '']
  const exact = (kind: Parameters<typeof exactTerm>[1], value: string | null) => exactTerm(accountId, kind, value)
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
  if (row.media_status !== null) terms.add(exact('media_status', row.media_status))
  if (row.external_id !== null) terms.add(exact('external_id', row.external_id))
  if (row.checksums !== null) {
    for (const checksum of JSON.parse(row.checksums) as string[]) terms.add(exact('checksum', checksum))
  }
  const file = row.metadata === null ? null : JSON.parse(row.metadata) as FileMetadata
  if (file !== null) {
    for (const term of fileTerms(accountId, file)) terms.add(term)
    texts.push(...fileTexts(file))
  }
  const facets: Record<string, string[]> = {
    type: [type],
    category: [row.category],
    tag: tags,
    owner: [row.owner],
    status: [row.status],
    media_type: [row.media_type]
  }

  for (const [group, entries] of documentsOf(row)) {
    terms.add(groupTerm(group))
    for (const values of entries) {
      for (const [key, value] of Object.entries(values)) {
        const field = fields.get(key)
        if (field === undefined) continue
        const text = String(value)
        if (field.field_type === 'rich_text') {
          texts.push(plainText(text))
          continue
        }
        if (field.field_type !== 'boolean') texts.push(text)
        terms.add(exact(`field.${field.id}`, text))
        if (field.field_type === 'date' || field.field_type === 'datetime') {
          for (const term of momentTerms(field.id, text)) terms.add(term)
        }
        if (field.field_type === 'dropdown' || field.field_type === 'boolean') {
          const counted = facets[`field.${field.id}`] ??= []
          if (!counted.includes(text)) counted.push(text)
        }
      }
    }
  }
  // Tags come last: they are left out when there are too many terms.
  for (const tag of tags) if (terms.size < MOST_TERMS) terms.add(exact('tag', tag))

  const vocabulary = createVocabulary()
  const title = vocabulary.take([row.title])
  const words = vocabulary.take(texts)
  const entry = {
    accountId,
    type,
    id: row.id,
    projectId: row.project_id,
    created: row.created,
    modified: row.modified,
    titleKey: [...fold(row.title)].slice(0, LONGEST_TITLE_KEY).join(''),
    title,
    words,
    terms: [...terms].slice(0, MOST_TERMS),
    facets: JSON.stringify(facets)
  }
  return { ...entry, digest: hash('sha256', JSON.stringify(entry), 'base64url') }
}

/** Takes words up to the bounds of an index. */
function createVocabulary () {
  const known = new Set<string>()
  let bytes = 0

  function takeWord (word: string): boolean {
    if (known.has(word)) return true
    const more = Buffer.byteLength(word) + WORD_OVERHEAD_BYTES
    if (bytes + more > LARGEST_VOCABULARY_BYTES) return false
    known.add(word)
    bytes += more
    return true
  }

  return {
    take (texts: readonly string[]): string[] {
      const taken: string[] = []
      for (const text of texts) {
        if (text === '') continue
        if (taken.length > 0) taken.push(MARK)
        for (const word of wordsOf(text)) taken.push(takeWord(word) ? word : MARK)
      }
      return taken
    }
  }
}
