import { InvalidParameter, UnknownParameter } from '../errors.js'
import { inspect, inspectInTurns } from '../http/inspect.js'
import { CURSOR_RULE, isPageLimit, LIMIT_RULE } from '../http/list.js'
import { mustBeOneOf, STRING_RULE } from '../http/schemas.js'
import { parseMoment } from './moments.js'
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
  /** Of several, all. */
  readonly all_tags: readonly string[]
  readonly project_id: string | null
  readonly within: string | null
  readonly external_id: string | null
  readonly checksum: string | null
  readonly deleted: 'false' | 'true' | 'any'
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

export interface FieldParameter {
  readonly id: string
  readonly end: 'from' | 'to' | null
  readonly values: ReadonlyArray<string | boolean>
  /** As it was sent. */
  readonly sent: unknown
}

export const sorts = ['-modified_date', 'modified_date', '-created_date', 'created_date', 'title', '-title',
  'relevance'] as const
export type Sort = typeof sorts[number]

export const facetNames = ['type', 'category', 'tag', 'owner', 'status', 'media_type'] as const

const DEFAULT_LIMIT = 100
/** So many values a parameter has at most. */
export const MOST_VALUES = 1000

export const TEXT_LIST_RULE = 'Must be an array of String'
const LONG_LIST_RULE = `Must be an array of String of at most ${MOST_VALUES} elements`
export const FLAG_RULE = 'Must be true or false'
export const MOMENT_RULE = 'Must be an ISO 8601 date or time'
export { CURSOR_RULE }

const FIELD = /^field\.(.*?)(?:\.(from|to))?$/s
const states = ['false', 'true', 'any'] as const

const known: ReadonlySet<string> = new Set([
  'q', 'type', 'category', 'owner', 'status', 'media_type', 'tag', 'all_tags', 'project_id', 'within', 'external_id',
  'checksum', 'deleted', 'created_from', 'created_to', 'modified_from', 'modified_to', 'sort', 'facets', 'total',
  'limit', 'cursor'
])

/**
 * Parameters of a query, where everything is text and a list of one is that one, or of a body, where things have their
 * types.
 */
export interface Sent {
  readonly query: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/** What is wrong and how, not printed yet: it may be a megabyte. */
class WrongValue extends Error {
  constructor (readonly parameter: string, readonly value: unknown, readonly rule: string) {
    super(rule)
  }
}

/** `readSearch` for a body of any size. */
export async function readSearchInTurns (sent: Sent, options?: { assetsOnly?: boolean }): Promise<Search> {
  try {
    return read(sent, options)
  } catch (error) {
    if (!(error instanceof WrongValue)) throw error
    throw new InvalidParameter(error.parameter, await inspectInTurns(error.value), error.rule)
  }
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
    external_id: reader.text('external_id'),
    checksum: reader.text('checksum'),
    deleted: reader.choice('deleted', states) ?? 'false',
    created: { from: reader.moment('created_from'), to: reader.moment('created_to') },
    modified: { from: reader.moment('modified_from'), to: reader.moment('modified_to') },
    fields: reader.fields(),
    sort: reader.choice('sort', offered) ?? '-modified_date',
    facets: reader.facets(),
    total: reader.flag('total'),
    limit: reader.limit(),
    cursor: reader.text('cursor', CURSOR_RULE)
  }
}

function createReader (query: Readonly<Record<string, unknown>>, body: Readonly<Record<string, unknown>>) {
  const isIn = (name: string) => Object.hasOwn(body, name)
  const has = (name: string) => isIn(name) || Object.hasOwn(query, name)
  const valueOf = (name: string) => isIn(name) ? body[name] : query[name]
  const invalid = (name: string, rule: string) => new WrongValue(name, valueOf(name), rule)

  function text (name: string, rule = STRING_RULE): string | null {
    if (!has(name)) return null
    const value = valueOf(name)
    if (!isText(value)) throw invalid(name, rule)
    return value
  }

  /** True and false of a body stand for their names. */
  function choice<const Value extends string> (name: string, values: readonly Value[]): Value | null {
    if (!has(name)) return null
    const value = valueOf(name)
    const written = typeof value === 'boolean' ? String(value) : value
    if (!values.includes(written as Value)) {
      throw invalid(name, typeof written === 'string' || typeof value === 'boolean' ? mustBeOneOf(values) : STRING_RULE)
    }
    return written as Value
  }

  function elements (name: string): unknown[] {
    if (!has(name)) return []
    const value = valueOf(name)
    if (Array.isArray(value)) return value
    if (isIn(name)) throw invalid(name, TEXT_LIST_RULE)
    return [value]
  }

  function list (name: string): string[] {
    const values = elements(name)
    if (!values.every(isText)) throw invalid(name, TEXT_LIST_RULE)
    if (values.length > MOST_VALUES) throw invalid(name, LONG_LIST_RULE)
    return [...new Set(values)]
  }

  function choices (name: string, values: readonly string[]): string[] {
    const sent = list(name)
    if (!sent.every((value) => values.includes(value))) throw invalid(name, mustBeOneOf(values))
    return sent
  }

  function moment (name: string): number | null {
    const written = text(name)
    if (written === null) return null
    const found = parseMoment(written)
    if (found === null) throw invalid(name, MOMENT_RULE)
    return found
  }

  function flag (name: string): boolean {
    if (!has(name)) return false
    const value = valueOf(name)
    if (value === true || value === 'true') return true
    if (value === false || value === 'false') return false
    throw invalid(name, FLAG_RULE)
  }

  function limit (): number {
    if (!has('limit')) return DEFAULT_LIMIT
    const value = valueOf('limit')
    const written = isIn('limit') && typeof value === 'number' ? String(value) : value
    if (typeof written !== 'string' || (isIn('limit') && typeof value !== 'number') || !isPageLimit(written)) {
      throw invalid('limit', LIMIT_RULE)
    }
    return Number(written)
  }

  function facets (): string[] {
    const sent = list('facets')
    const isOffered = (name: string) => (facetNames as readonly string[]).includes(name) || /^field\.\d+$/.test(name)
    if (!sent.every(isOffered)) throw invalid('facets', mustBeOneOf([...facetNames, 'field.<id>']))
    return sent
  }

  /** Their types are the fields' and not known yet. */
  function fields (): Map<string, FieldParameter> {
    const found = new Map<string, FieldParameter>()
    for (const name of [...Object.keys(query), ...Object.keys(body)]) {
      const match = FIELD.exec(name)
      if (match === null) continue
      const [, id, end = null] = match as unknown as [string, string, FieldParameter['end'] | undefined]
      const value = valueOf(name)
      const values = Array.isArray(value) && end === null ? value : [value]
      if (!values.every((one) => isText(one) || (typeof one === 'boolean' && end === null))) {
        throw invalid(name, end === null ? TEXT_LIST_RULE : STRING_RULE)
      }
      if (values.length > MOST_VALUES) throw invalid(name, LONG_LIST_RULE)
      found.set(name, { id, end, values: values as Array<string | boolean>, sent: value })
    }
    return found
  }

  return { text, choice, choices, list, moment, flag, limit, facets, fields, invalid }
}

function isText (value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0')
}
