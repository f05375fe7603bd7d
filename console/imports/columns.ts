import { groups, type CustomField } from '../find/names.ts'

/** The columns that an import takes, besides custom fields. */
const COLUMNS = ['title', 'description', 'category', 'tags', 'type', 'external_id', 'id', 'project', 'project_id',
  'file_url', 'filename', 'owner', 'status', 'media_type', 'original_filename', 'created_date', 'modification_date',
  'deleted', 'project_title', 'media_size', 'media_checksum'] as const

/** A column that is left out. */
export const NONE = ''

/** Each column that an import takes, with its name for people. */
export function knownColumns (): ReadonlyArray<readonly [string, string]> {
  return [
    ...COLUMNS.map((name) => [name, name.replaceAll('_', ' ')] as const),
    ...importedFields().map(({ id, name }) => [`field.${id}`, name] as const)
  ]
}

/** What the heading of a file means; NONE if it is unknown. */
export function guess (heading: string): string {
  const name = plain(heading)
  const [, numbered] = /\((field\.\d+)\)\s*$/.exec(heading) ?? []
  const known = knownColumns()
  const found = known.find(([column]) => column === (numbered ?? heading)) ??
    known.find(([column, shown]) => plain(column) === name || plain(shown) === name)
  return found?.[0] ?? NONE
}

/** An import sets fields of groups without entries. */
function importedFields (): readonly CustomField[] {
  return (groups.value ?? []).filter(({ group_type: type }) => type === 'default').flatMap(({ fields }) => fields)
}

function plain (text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
