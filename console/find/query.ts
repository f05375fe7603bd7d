import { go, place } from '../shell/place.ts'

/** Parameters of the page's URL that do not belong to the search. */
const LOOKS = ['view', 'panel'] as const

/** Parameters that may occur only once. */
const SINGLE = new Set(['q', 'project_id', 'within', 'external_id', 'checksum', 'deleted', 'sort', 'created_from',
  'created_to', 'modified_from', 'modified_to', 'min_width', 'max_width', 'min_height', 'max_height', 'min_duration',
  'max_duration', 'content_type'])

/** The search parameters for the API. The URL of the page uses the same names. */
export function searchOf (params: URLSearchParams): URLSearchParams {
  const search = new URLSearchParams(params)
  for (const name of LOOKS) search.delete(name)
  for (const name of new Set(search.keys())) if (SINGLE.has(name) && search.get(name) === '') search.delete(name)
  return search
}

/** Whether there is any filter. */
export function isFiltered (search: URLSearchParams): boolean {
  return [...search.keys()].some((name) => name !== 'sort')
}

/** Sets a search parameter; an empty value removes it. */
export function setParam (name: string, value: string, options: { replace?: boolean } = {}): void {
  const params = new URLSearchParams(place.value.params)
  if (value === '') params.delete(name)
  else params.set(name, value)
  if (name === 'q' && value === '' && params.get('sort') === 'relevance') params.delete('sort')
  go('', params, options)
}

/** Adds a value, or removes it if it is there. */
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
