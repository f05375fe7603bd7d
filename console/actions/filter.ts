import { sentOf } from '../find/days.ts'
import { fieldOf } from '../find/names.ts'
import { SINGLE } from '../find/query.ts'
import { toLocal } from '../items/local-time.ts'

/** Filters as the body of a search has them. */
export type Filter = Readonly<Record<string, unknown>>

const NUMBERS = /^(?:min|max)_|^(?:collection|approval_by)$/
const FLAGS = /^(?:deleted|favorite|published)$/
const MOMENT = /^\d{4}-\d\d-\d\dT/
const END = /^(?:created_|modified_|field\.\d+\.)(from|to)$/
const DAY_MS = 86_400_000

/** The filters as parameters of an address, as the panel of filters has them. */
export function paramsOf (filter: Filter | null): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(filter ?? {})) {
    for (const each of [value].flat()) params.append(name, shown(name, String(each)))
  }
  return params
}

/** A moment as the day of the reader's zone that was chosen for it. */
function shown (name: string, value: string): string {
  const [, end] = END.exec(name) ?? []
  if (end === undefined) return value
  const isDay = !MOMENT.test(value)
  // A date of a field has no zone; its end is excluded, too.
  if (isDay) return end === 'to' && isDate(name) ? dayBefore(value) : value
  return toLocal(new Date(Date.parse(value) - (end === 'to' ? 1 : 0))).slice(0, 10)
}

const isDate = (name: string) => fieldOf(name)?.field_type === 'date'

function dayBefore (day: string): string {
  return new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10)
}

/** The filters that parameters stand for. Those of `before` that are as they were stay exactly so. */
export function filterOf (params: URLSearchParams, before: Filter | null = null): Filter {
  const known = paramsOf(before)
  const sent = sentOf(params)
  return Object.fromEntries([...new Set(params.keys())].map((name) => {
    const isSame = known.has(name) && params.getAll(name).join('\n') === known.getAll(name).join('\n')
    return [name, isSame ? before![name] : valueOf(name, sent.getAll(name))]
  }))
}

function valueOf (name: string, values: readonly string[]): unknown {
  const [first = ''] = values
  if (NUMBERS.test(name)) return Number(first)
  if (fieldOf(name)?.field_type === 'boolean') return values.map((value) => value === 'true')
  if (FLAGS.test(name)) return first === 'any' ? first : first === 'true'
  if (SINGLE.has(name) || END.test(name)) return first
  return [...values]
}

/** What a search finds, as the start of an action wants it: the type is that of the action. */
export function bodyOf (search: URLSearchParams): Filter {
  const params = new URLSearchParams(search)
  for (const name of ['sort', 'type']) params.delete(name)
  return filterOf(params)
}
