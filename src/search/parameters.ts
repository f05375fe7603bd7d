import type { AddedValue } from '../core/extension.js'
import type { ItemType } from '../core/item-type.js'
import { UnknownParameter } from '../errors.js'
import { flagOf, listOf, type SearchParameter } from '../http/search-parameters.js'
import { requireValid } from '../http/validation.js'
import type { Included } from '../included/included.js'
import { addedFilters } from './added.js'
import { parseMoment } from './moments.js'
import type { Measure } from './number-terms.js'
import type { sorts } from './rules.js'
import { fieldFilters, filters, plainSort, views } from './schema.js'
import { parseWords, type Words } from './words.js'

export interface FieldParameter {
  readonly id: string
  readonly end: 'from' | 'to' | null
  readonly values: ReadonlyArray<string | boolean>
  /** Whether it came in a body, where booleans have a type of their own. */
  readonly isTyped: boolean
  /** The value as sent. */
  readonly sent: unknown
}

/** A search, checked as far as possible without the database. */
export interface Search {
  readonly words: Words | null
  /** Exact values: any of several. */
  readonly type: readonly string[]
  readonly category: readonly string[]
  readonly owner: readonly string[]
  readonly status: readonly string[]
  readonly media_type: readonly string[]
  readonly tag: readonly string[]
  readonly media_status: readonly string[]
  /** All of several. */
  readonly all_tags: readonly string[]
  /** Names of empty columns and fields. */
  readonly missing: readonly string[]
  readonly project_id: string | null
  readonly within: string | null
  /** Whether private projects below `within` are left out, whoever searches: for links. */
  readonly publicOnly: boolean
  /** Only some of these items are found, as is told beside what was sent. */
  readonly among: readonly string[] | null
  readonly external_id: string | null
  readonly checksum: string | null
  /** The values of the filters that domains add, by name. */
  readonly added: Readonly<Record<string, AddedValue>>
  readonly deleted: 'false' | 'true' | 'any'
  /** A content type or `image/*`: any of several. */
  readonly content_type: readonly string[]
  /** Measures of a file: pixels, or seconds. */
  readonly measured: Readonly<Record<Measure, Range>>
  /** Milliseconds since 1970. */
  readonly created: Span
  readonly modified: Span
  /** The values for custom fields, by parameter name. */
  readonly fields: ReadonlyMap<string, FieldParameter>
  readonly sort: Sort
  readonly facets: readonly string[]
  readonly total: boolean
  readonly include: readonly Included[]
  readonly limit: number
  readonly cursor: string | null
}

export interface Span {
  readonly from: number | null
  readonly to: number | null
}

/** Both ends included. */
export interface Range {
  readonly min: number | null
  readonly max: number | null
}

export type Sort = typeof sorts[number]

/** Parameters of the query and the body. The body wins. */
export interface SentSearch {
  readonly query: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

interface ReadOptions {
  readonly assetsOnly?: boolean
  /** Items of this type alone: `type` is no parameter then. */
  readonly only?: ItemType
  readonly publicOnly?: boolean
  readonly among?: readonly string[] | null
}

const DEFAULT_LIMIT = 100

/** The name of a custom field's parameter: its id, and the end of a range. */
const FIELD = /^field\.(.*?)(?:\.(from|to))?$/s

function filterOf ([, , end]: readonly string[]): SearchParameter {
  return fieldFilters[end === undefined ? 'field.<id>' : `field.<id>.${end as 'from' | 'to'}` as const]
}

/** The filter with a name, which may be that of a custom field. Null if there is none. */
export function findFilter (name: string): SearchParameter | null {
  const match = FIELD.exec(name)
  if (match !== null) return filterOf(match)
  return Object.hasOwn(filters, name) ? filters[name]! : null
}

/**
 * Parses a search. Throws UnknownParameter for the first unknown name, then InvalidParameter for the first invalid
 * value, in the order of the parameters.
 */
export function readSearch (
  { query, body }: SentSearch, { assetsOnly = false, only = assetsOnly ? 'asset' : undefined, publicOnly = false, among = null }: ReadOptions = {}
): Search {
  const inBody: Readonly<Record<string, unknown>> = typeof body === 'object' && body !== null && !Array.isArray(body)
    ? body as Record<string, unknown>
    : {}
  const names = [...Object.keys(query), ...Object.keys(inBody)]
  const isKnown = (name: string) => Object.hasOwn(filters, name) || Object.hasOwn(views, name) || FIELD.test(name)
  const unknown = names.find((name) => !isKnown(name) || (only !== undefined && name === 'type'))
  if (unknown !== undefined) throw new UnknownParameter(unknown)

  const isTyped = (name: string) => Object.hasOwn(inBody, name)
  const valueOf = (name: string) => isTyped(name) ? inBody[name] : Object.hasOwn(query, name) ? query[name] : undefined
  const isSent = (name: string) => isTyped(name) || Object.hasOwn(query, name)
  const require = (name: string, parameter: SearchParameter) =>
    requireValid(name, isTyped(name) ? parameter.body : parameter.query, valueOf(name))

  const named = names.map((name) => [name, FIELD.exec(name)] as const).filter(([, match]) => match !== null)
  for (const [name, parameter] of Object.entries(filters)) if (isSent(name)) require(name, parameter)
  for (const [name, match] of named) require(name, filterOf(match!))
  for (const [name, parameter] of Object.entries({ ...views, ...!isSent('q') && { sort: plainSort } })) {
    if (isSent(name)) require(name, parameter)
  }

  const text = (name: string) => valueOf(name) as string | undefined ?? null
  const list = (name: string) => listOf(valueOf(name))
  const number = (name: string) => isSent(name) ? Number(valueOf(name)) : null
  const moment = (name: string) => isSent(name) ? parseMoment(text(name)!) : null
  const range = (measure: Measure) => ({ min: number(`min_${measure}`), max: number(`max_${measure}`) })
  const words = isSent('q') ? parseWords(text('q')!) : null
  return {
    words: words !== null && 'words' in words ? words.words : null,
    type: only === undefined ? list('type') : [only],
    category: list('category'),
    owner: list('owner'),
    status: list('status'),
    media_type: list('media_type'),
    tag: list('tag'),
    all_tags: list('all_tags'),
    missing: list('missing'),
    project_id: text('project_id'),
    within: text('within'),
    publicOnly,
    among,
    media_status: list('media_status'),
    external_id: text('external_id'),
    checksum: text('checksum'),
    added: Object.fromEntries(
      Object.entries(addedFilters).map(([name, { read }]) => [name, read(valueOf(name), isTyped(name))])
    ),
    deleted: String(valueOf('deleted') ?? false) as Search['deleted'],
    content_type: list('content_type'),
    measured: { width: range('width'), height: range('height'), duration: range('duration') },
    created: { from: moment('created_from'), to: moment('created_to') },
    modified: { from: moment('modified_from'), to: moment('modified_to') },
    fields: new Map(named.map(([name, match]) => [name, {
      id: match![1]!,
      end: (match![2] ?? null) as FieldParameter['end'],
      values: [valueOf(name)].flat() as Array<string | boolean>,
      isTyped: isTyped(name),
      sent: valueOf(name)
    }])),
    sort: (text('sort') ?? '-modified_date') as Sort,
    facets: list('facets'),
    total: flagOf(valueOf('total'), isTyped('total')) ?? false,
    include: list('include') as Included[],
    limit: number('limit') ?? DEFAULT_LIMIT,
    cursor: text('cursor')
  }
}
