import type { FastifyError } from '@fastify/error'
import { AssetNotAssigned, AssetNotFound, ProjectNotAssigned, ProjectNotFound } from '../errors.js'
import type { EventKind } from '../core/events/kinds.js'
import { createItemStatements, type ItemStatements } from './statements.js'
import {
  assetShape, presentAsset, presentProject, projectShape, type AssetRow, type ProjectRow, type RowShape
} from './rows.js'

/** The events that assets and projects have in common. */
type ItemEvent = {
  [kind in EventKind]: kind extends `ASSET_${infer Name}` ? `PROJECT_${Name}` extends EventKind ? Name : never : never
}[EventKind]

/** The differences between assets and projects, for code that treats both alike. */
export interface ItemKind<Row extends AssetRow | ProjectRow> {
  readonly type: 'asset' | 'project'
  readonly shape: RowShape<Row>
  readonly statements: ItemStatements
  readonly present: (row: Row) => object
  readonly event: (name: ItemEvent) => EventKind
  readonly NotFound: new () => FastifyError
  readonly NotAssigned: new () => Error
  /** The item for webhooks. */
  readonly data: (row: Row) => { asset: object } | { project: object }
  /** The targets of an event that concerns the item alone. */
  readonly targets: (id: string) => { asset_id: string } | { project_id: string }
  /** The targets of an event that concerns the item and the project that it is put into or taken out of. */
  readonly linkTargets: (
    id: string, projectId: string
  ) => { asset_id: string, project_id: string } | { project_id: string, to_project_id: string }
}

export const assetKind: ItemKind<AssetRow> = {
  type: 'asset',
  shape: assetShape,
  statements: createItemStatements('assets', assetShape),
  present: presentAsset,
  event: (name) => `ASSET_${name}`,
  NotFound: AssetNotFound,
  NotAssigned: AssetNotAssigned,
  data: (row) => ({ asset: presentAsset(row) }),
  targets: (id) => ({ asset_id: id }),
  linkTargets: (id, projectId) => ({ asset_id: id, project_id: projectId })
}

export const projectKind: ItemKind<ProjectRow> = {
  type: 'project',
  shape: projectShape,
  statements: createItemStatements('projects', projectShape),
  present: presentProject,
  event: (name) => `PROJECT_${name}`,
  NotFound: ProjectNotFound,
  NotAssigned: ProjectNotAssigned,
  data: (row) => ({ project: presentProject(row) }),
  targets: (id) => ({ project_id: id }),
  linkTargets: (id, projectId) => ({ project_id: id, to_project_id: projectId })
}
