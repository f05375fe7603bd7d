import { go, place } from '../shell/place.ts'

/** What the address says beside the search itself. */
const LOOKS = ['view', 'panel'] as const

/** Names that may be there once only. */
const SINGLE = new Set(['q', 'project_id', 'within', 'external_id', 'checksum', 'deleted', 'sort', 'created_from',
  'created_to', 'modified_from', 'modified_to', 'min_width', 'max_width', 'min_height', 'max_height', 'min_duration',
  'max_duration', 'content_type'])

/** What is looked for, as the API takes it. The address of the page has the same words. */
export function searchOf (params: URLSearchParams): URLSearchParams {
  const search = new URLSearchParams(params)
  for (const name of LOOKS) search.delete(name)
  for (const name of new Set(search.keys())) if (SINGLE.has(name) && search.get(name) === '') search.delete(name)
  return search
}

/** Whether anything is looked for at all. */
export function isFiltered (search: URLSearchParams): boolean {
  return [...search.keys()].some((name) => name !== 'sort')
}

/** Sets or, with an empty value, removes a parameter of what is looked for. */
export function setParam (name: string, value: string, options: { replace?: boolean } = {}): void {
  const params = new URLSearchParams(place.value.params)
  if (value === '') params.delete(name)
  else params.set(name, value)
  if (name === 'q' && value === '' && params.get('sort') === 'relevance') params.delete('sort')
  go('', params, options)
}

/** Adds a value, or takes it away where it is there. */
export function toggleParam (name: string, value: string): void {
  const params = new URLSearchParams(place.value.params)
  const values = params.getAll(name)
  const isThere = values.includes(value)
  params.delete(name)
  const kept = SINGLE.has(name) ? [] : values.filter((other) => other !== value)
  for (const other of isThere ? kept : [...kept, value]) params.append(name, other)
  go('', params)
}

export const sorts = [
  ['-modified_date', 'Last changed'], ['modified_date', 'First changed'], ['-created_date', 'Newest'],
  ['created_date', 'Oldest'], ['title', 'Title A to Z'], ['-title', 'Title Z to A'], ['relevance', 'Relevance']
] as const
