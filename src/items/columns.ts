import { Type, type Static, type TSchema } from '@sinclair/typebox'
import { descriptions } from '../openapi/descriptions.js'
import { samples } from '../openapi/samples.js'
import { described, Nullable } from '../http/schemas.js'
import {
  derived, flagColumn, listColumn, momentColumn, nullableColumn, short, textColumn, type DerivedColumn, type FlagColumn,
  type ItemColumns, type NullableColumn
} from './column-kinds.js'

const edit = (sent: string) => sent
const text = Type.String()

const head = (kind: 'asset' | 'project') => ({
  id: textColumn(
    'id',
    described(
      text,
      `Id of the ${kind}: an opaque string that sorts by creation.`,
      kind === 'asset' ? samples.assetId : samples.projectId
    ),
    short
  ),
  external_id: nullableColumn(
    'external_id',
    described(
      Nullable(text),
      `External id: the id of the ${kind} in another system, unique in the account. Updates set it.`,
      kind === 'asset' ? samples.externalId : samples.projectExternalId
    ),
    { edit: (sent: string) => sent || null }
  ),
  project_id: nullableColumn(
    'project_id',
    described(
      Nullable(text),
      `Id of the project that the ${kind} is in.`,
      kind === 'asset' ? samples.projectId : samples.parentProjectId
    ),
    short
  )
})

const words = (kind: 'asset' | 'project') => ({
  owner: textColumn('owner', described(text, 'E-mail address of the user who created the item.', samples.email), short),
  description: textColumn('description', described(text, descriptions.descriptionOrEmpty, samples[kind].description), {
    edit
  }),
  title: textColumn('title', described(text, descriptions.title, samples[kind].title), { edit }),
  category: textColumn('category', described(text, 'Category; empty if none was given.', samples[kind].category), { edit }),
  tags: listColumn('tags', described(Type.Array(text), 'Tags, in the order in which they were sent.', samples[kind].tags))
})

const tail = {
  modification_date: momentColumn(
    'modified_at',
    described(text, 'When the item was last changed: ISO 8601, in UTC, to the second.', samples.seconds)
  ),
  created_date: momentColumn('created_at', described(text, 'When the item was created: ISO 8601, in UTC, to the second.', samples.seconds)),
  status: textColumn('status', described(text, 'Status of the work on the item.', 'open'), short)
}

const deleted = derived(described(Type.Boolean(), descriptions.deleted, false),
  (sql) => sql.flag('cohort_id IS NOT NULL'), (row) => row.cohort_id !== null)

/** Section 2.1 of the contract, in its order. */
export const assetColumns = {
  ...head('asset'),
  parent_asset_id: nullableColumn(
    'parent_asset_id',
    described(Nullable(text), 'Id of the asset that this asset was made from.', null),
    short
  ),
  ...words('asset'),
  media_type: textColumn(
    'media_type',
    described(text, '`placeholder` until a file is attached, then `live`.', 'placeholder'),
    short
  ),
  ...tail,
  original_filename: nullableColumn('original_filename', described(Nullable(text), 'Original name of the attached file; null if there is none.', null)),
  deleted
}

/** Section 2.2 of the contract, in its order. */
export const projectColumns = {
  ...head('project'),
  ...words('project'),
  media_type: derived(described(text, 'Always `project`.', 'project'), () => "'project'", () => 'project'),
  ...tail,
  deleted,
  private: flagColumn('private', described(Type.Boolean(), descriptions.private, false)),
  thumbnail_asset_id: nullableColumn(
    'thumbnail_asset_id',
    described(Nullable(text), 'Id of the asset whose picture stands for the project; null if there is none.', null),
    short
  )
}

type StoredIn<Columns> = {
  readonly [Name in keyof Columns as Columns[Name] extends DerivedColumn<TSchema> ? never : Name]:
  Columns[Name] extends NullableColumn<TSchema>
    ? string | null
    : Columns[Name] extends FlagColumn<TSchema> ? number : string
}

/** An asset as statements read it: named and shaped as in the contract, with `tags` as JSON. */
export type AssetRow = StoredIn<typeof assetColumns> & {
  /** The cohort that it was trashed with; null while it is active. */
  readonly cohort_id: string | null
}
export type ProjectRow = StoredIn<typeof projectColumns> & Pick<AssetRow, 'cohort_id'>

type NullsIn<Columns> = {
  readonly [Name in keyof StoredIn<Columns> as null extends StoredIn<Columns>[Name] ? Name : never]: null
}

/** The columns of a new item that are null. */
function nullsIn<Columns extends ItemColumns> (columns: Columns): NullsIn<Columns> {
  const nullable = Object.entries(columns).filter(([, { isNullable }]) => isNullable)
  return Object.fromEntries(nullable.map(([name]) => [name, null])) as NullsIn<Columns>
}

export const blankAsset = nullsIn(assetColumns)
export const blankProject = nullsIn(projectColumns)

/** An answer as the API shows it. */
export type Shown<Columns extends ItemColumns> = { [Name in keyof Columns]: Static<Columns[Name]['schema']> }

/** The properties of the schema of an answer. */
export function schemasOf<Columns extends ItemColumns> (
  columns: Columns
): { [Name in keyof Columns]: Columns[Name]['schema'] } {
  return Object.fromEntries(Object.entries(columns).map(([name, { schema }]) => [name, schema])) as {
    [Name in keyof Columns]: Columns[Name]['schema']
  }
}
