import { go, place } from '../shell/place.ts'
import { keep, readKept } from './kept.ts'

/** Parameters of the page's URL that do not belong to the search. */
const LOOKS = ['view', 'panel', 'comment'] as const

/** Parameters that may occur only once. */
export const SINGLE: ReadonlySet<string> = new Set(['q', 'project_id', 'within', 'external_id', 'checksum', 'deleted', 'sort', 'created_from',
  'created_to', 'modified_from', 'modified_to', 'min_width', 'max_width', 'min_height', 'max_height', 'min_duration',
  'max_duration'])

/** Kinds of files, by the types of their content. */
export const kinds: ReadonlyArray<readonly [string, readonly string[]]> = [
  ['Film', ['video/*']], ['Picture', ['image/*']], ['Sound', ['audio/*']], ['Document', ['application/pdf', 'text/*']]
]

/** The search parameters for the API. The URL of the page uses the same names. Without a sort, the kept one applies. */
export function searchOf (params: URLSearchParams): URLSearchParams {
  const search = new URLSearchParams(params)
  const { sort } = readKept()
  if (!search.has('sort') && sort !== undefined) search.set('sort', sort)
  for (const name of LOOKS) search.delete(name)
  for (const name of new Set(search.keys())) if (SINGLE.has(name) && search.get(name) === '') search.delete(name)
  return search
}

/** Whether there is any filter. */
export function isFiltered (search: URLSearchParams): boolean {
  return [...search.keys()].some((name) => name !== 'sort')
}

/** The parameters of the page's URL, to change them. Who sorts or filters has left the comment that it leads to. */
function paramsToChange (): URLSearchParams {
  const params = new URLSearchParams(place.value.params)
  params.delete('comment')
  return params
}

/** Sets a search parameter; an empty value removes it. */
export function setParam (name: string, value: string, options: { replace?: boolean } = {}): void {
  const params = paramsToChange()
  if (value === '') params.delete(name)
  else params.set(name, value)
  if (name === 'q' && value === '' && params.get('sort') === 'relevance') params.delete('sort')
  go(place.value.path, params, options)
}

/** Sorts the results. Relevance depends on the words, and is not kept. */
export function sortBy (sort: string): void {
  if (sort !== 'relevance') keep({ sort })
  setParam('sort', sort)
}

/** Adds values, or removes them if they are there. */
export function toggleParams (name: string, wanted: readonly string[]): void {
  const params = paramsToChange()
  const values = params.getAll(name)
  const others = values.filter((value) => !wanted.includes(value))
  params.delete(name)
  for (const value of others.length < values.length ? others : [...values, ...wanted]) params.append(name, value)
  go(place.value.path, params)
}

/** How results are shown: as the URL says, or as it was chosen last. */
export function viewOf (params: URLSearchParams): string {
  return params.get('view') ?? readKept().view ?? 'table'
}

export const sorts = [
  ['-modified_date', 'Last changed'], ['modified_date', 'First changed'], ['-created_date', 'Newest'],
  ['created_date', 'Oldest'], ['title', 'Title A to Z'], ['-title', 'Title Z to A'], ['relevance', 'Relevance']
] as const
