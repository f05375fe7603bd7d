import type { FastifyError } from '@fastify/error'
import { AssetNotAssigned, AssetNotFound, ProjectNotAssigned, ProjectNotFound } from '../errors.js'
import type { DataOf, FormedKind, TargetsOf } from '../core/events/forms.js'
import type { EventDetails, EventDraft } from '../core/events/record.js'
import { createItemStatements, type ItemStatements } from './statements.js'
import {
  assetShape, presentAsset, presentProject, projectShape, type AssetRow, type ProjectRow, type RowShape
} from './rows.js'

/** The events that assets and projects have in common, but for those that put them into projects. */
type ItemEvent = Exclude<{
  [Kind in FormedKind]: Kind extends `ASSET_${infer Name}` ? `PROJECT_${Name}` extends FormedKind ? Name : never : never
}[FormedKind], 'LINKED' | 'UNLINKED'>

type EventOfItem<Name extends ItemEvent> = EventDraft<`ASSET_${Name}` | `PROJECT_${Name}`>
type MoreTargets<Name extends ItemEvent> = Omit<TargetsOf<`ASSET_${Name}`>, 'asset_id'>
type MoreData<Name extends ItemEvent> = Omit<DataOf<`ASSET_${Name}`>, 'asset'>

/** What an event says besides its item, if there is something. */
type More<Name extends ItemEvent> = keyof MoreTargets<Name> extends never
  ? [details?: EventDetails]
  : [details: EventDetails & { readonly targets: MoreTargets<Name> } &
    (keyof MoreData<Name> extends never ? unknown : { readonly data: MoreData<Name> })]

/** The differences between assets and projects, for code that treats both alike. */
export interface ItemKind<Row extends AssetRow | ProjectRow> {
  readonly type: 'asset' | 'project'
  readonly shape: RowShape<Row>
  readonly statements: ItemStatements<Row>
  readonly present: (row: Row) => object
  readonly NotFound: new () => FastifyError
  readonly NotAssigned: new () => Error
  /** An event of the item, as it is or was. */
  readonly event: <Name extends ItemEvent>(name: Name, row: Row, ...more: More<Name>) => EventOfItem<Name>
  /** The event of an item that is put into a project, or taken out of it. */
  readonly linkEvent: (name: 'LINKED' | 'UNLINKED', row: Row, projectId: string) => EventDraft
}

/** What the kind of an item and the item make of a name. */
function eventsOf<Row extends AssetRow | ProjectRow> (
  prefix: string, subject: (row: Row) => { readonly targets: object, readonly data: object }
): ItemKind<Row>['event'] {
  return <Name extends ItemEvent>(name: Name, row: Row, ...[more = {}]: More<Name>) => {
    const { targets, data, ...details } = more as EventDetails & { readonly targets?: object, readonly data?: object }
    const own = subject(row)
    return {
      ...details, event: `${prefix}_${name}`, targets: { ...own.targets, ...targets }, data: { ...own.data, ...data }
    } as unknown as EventOfItem<Name>
  }
}

/** What an event says of an asset alone. */
export const aboutAsset = (row: AssetRow) => ({ targets: { asset_id: row.id }, data: { asset: presentAsset(row) } })
/** What an event says of a project alone. */
export const aboutProject = (row: ProjectRow) =>
  ({ targets: { project_id: row.id }, data: { project: presentProject(row) } })

export const assetKind: ItemKind<AssetRow> = {
  type: 'asset',
  shape: assetShape,
  statements: createItemStatements<AssetRow>('assets', assetShape),
  present: presentAsset,
  NotFound: AssetNotFound,
  NotAssigned: AssetNotAssigned,
  event: eventsOf('ASSET', aboutAsset),
  linkEvent: (name, row, projectId) =>
    ({ event: `ASSET_${name}`, targets: { asset_id: row.id, project_id: projectId }, data: { asset: presentAsset(row) } })
}

export const projectKind: ItemKind<ProjectRow> = {
  type: 'project',
  shape: projectShape,
  statements: createItemStatements<ProjectRow>('projects', projectShape),
  present: presentProject,
  NotFound: ProjectNotFound,
  NotAssigned: ProjectNotAssigned,
  event: eventsOf('PROJECT', aboutProject),
  linkEvent: (name, row, projectId) => ({
    event: `PROJECT_${name}`,
    targets: { project_id: row.id, to_project_id: projectId },
    data: { project: presentProject(row) }
  })
}
