import { InvalidParameter, UnknownParameter } from '../errors.js'
import { inspect } from '../http/inspect.js'
import { CURSOR_RULE } from '../http/list.js'
import { createReader, FIELD, WrongValue, type FieldParameter } from './reader.js'
import { measures, type Measure } from './number-terms.js'
import { parseWords, type Words } from './words.js'

/** What is asked for, checked as far as it can be without the database. */
export interface Search {
  readonly words: Words | null
  /** Exact values: of several, any. */
  readonly type: readonly string[]
  readonly category: readonly string[]
  readonly owner: readonly string[]
  readonly status: readonly string[]
  readonly media_type: readonly string[]
  readonly tag: readonly string[]
  readonly media_status: readonly string[]
  /** Of several, all. */
  readonly all_tags: readonly string[]
  readonly project_id: string | null
  readonly within: string | null
  readonly external_id: string | null
  readonly checksum: string | null
  readonly deleted: 'false' | 'true' | 'any'
  /** What is in a file, or `image/*`: of several, any. */
  readonly content_type: readonly string[]
  /** Of a file: pixels, and seconds. */
  readonly measured: Readonly<Record<Measure, Range>>
  /** Milliseconds since the epoch. */
  readonly created: Span
  readonly modified: Span
  /** What was sent for custom fields, by the parameter's name. */
  readonly fields: ReadonlyMap<string, FieldParameter>
  readonly sort: Sort
  readonly facets: readonly string[]
  readonly total: boolean
  readonly limit: number
  readonly cursor: string | null
}

export interface Span {
  readonly from: number | null
  readonly to: number | null
}

/** Both ends count. */
export interface Range {
  readonly min: number | null
  readonly max: number | null
}

export const sorts = ['-modified_date', 'modified_date', '-created_date', 'created_date', 'title', '-title',
  'relevance'] as const
export type Sort = typeof sorts[number]

/** How the newest file of an asset stands. */
export const mediaStatuses = ['none', 'pending', 'ingesting', 'ready', 'failed'] as const

export const facetNames = ['type', 'category', 'tag', 'owner', 'status', 'media_type'] as const

const known: ReadonlySet<string> = new Set([
  'q', 'type', 'category', 'owner', 'status', 'media_type', 'tag', 'all_tags', 'project_id', 'within', 'media_status', 'external_id',
  'checksum', 'deleted', 'created_from', 'created_to', 'modified_from', 'modified_to', 'sort', 'facets', 'total',
  'limit', 'cursor', 'content_type', ...measures.flatMap((measure) => [`min_${measure}`, `max_${measure}`])
])

/**
 * Parameters of a query, where everything is text and a list of one is that one, or of a body, where things have their
 * types.
 */
export interface Sent {
  readonly query: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/**
 * Reads what was sent. Throws UnknownParameter for the first name that is not known, then InvalidParameter for the
 * first value that is wrong, in the order of the list of parameters.
 */
export function readSearch (sent: Sent, options?: { assetsOnly?: boolean }): Search {
  try {
    return read(sent, options)
  } catch (error) {
    if (!(error instanceof WrongValue)) throw error
    throw new InvalidParameter(error.parameter, inspect(error.value), error.rule)
  }
}

function read ({ query, body }: Sent, { assetsOnly = false } = {}): Search {
  const inBody: Readonly<Record<string, unknown>> = typeof body === 'object' && body !== null && !Array.isArray(body)
    ? body as Record<string, unknown>
    : {}
  for (const name of [...Object.keys(query), ...Object.keys(inBody)]) {
    if (!(known.has(name) || FIELD.test(name)) || (assetsOnly && name === 'type')) throw new UnknownParameter(name)
  }
  const reader = createReader(query, inBody)

  const q = reader.text('q')
  const words = q === null ? null : parseWords(q)
  if (words !== null && 'rule' in words) throw reader.invalid('q', words.rule)
  const offered = words === null ? sorts.filter((sort) => sort !== 'relevance') : sorts
  return {
    words: words === null ? null : words.words,
    type: assetsOnly ? ['asset'] : reader.choices('type', ['asset', 'project']),
    category: reader.list('category'),
    owner: reader.list('owner'),
    status: reader.list('status'),
    media_type: reader.list('media_type'),
    tag: reader.list('tag'),
    all_tags: reader.list('all_tags'),
    project_id: reader.text('project_id'),
    within: reader.text('within'),
    media_status: reader.choices('media_status', mediaStatuses),
    external_id: reader.text('external_id'),
    checksum: reader.text('checksum'),
    deleted: reader.flagOr('deleted', ['any']) ?? 'false',
    content_type: reader.list('content_type'),
    measured: {
      width: readRange(reader, 'width'),
      height: readRange(reader, 'height'),
      duration: readRange(reader, 'duration')
    },
    created: { from: reader.moment('created_from'), to: reader.moment('created_to') },
    modified: { from: reader.moment('modified_from'), to: reader.moment('modified_to') },
    fields: reader.fields(),
    sort: reader.choice('sort', offered) ?? '-modified_date',
    facets: reader.facets(facetNames),
    total: reader.flag('total'),
    limit: reader.limit(),
    cursor: reader.text('cursor', CURSOR_RULE)
  }
}

function readRange (reader: ReturnType<typeof createReader>, measure: Measure): Range {
  const options = { isWhole: measure !== 'duration' }
  return { min: reader.number(`min_${measure}`, options), max: reader.number(`max_${measure}`, options) }
}
